import { Outlet, useChildMatches, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { Selection } from '#domain/message/selection.ts'
import type { SeekTarget, TimelineMessage } from '#domain/message/timeline-message.ts'
import { serverId } from '#schemas/ids.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { createWritable } from '#streams/readable.ts'
import { useOpenConversation } from '../conversation-list/use-open-conversation.ts'
import { Conversation } from './conversation.tsx'
import { startOfDay } from './find/find-address.ts'
import { type FindWalk, FindWalkContext } from './find/find-walk.ts'
import { KeptPage } from './kept-page.tsx'
import { ForwardedAloneContext, SelectionContext } from './selection/use-selection.ts'
import { useLeavingWithTabs } from './use-leaving-with-tabs.ts'

const isSaid = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value !== 'false'

/** What is selected and looked for in a conversation is its own: another one begins without. */
const OpenSelection = ({ children }: { readonly children: ReactNode }) => {
  const [selection] = useState(() => createWritable<Selection | undefined>(undefined))
  const [forwardedAlone] = useState(() => createWritable<TimelineMessage | undefined>(undefined))
  const [walk] = useState(() => createWritable<FindWalk | undefined>(undefined))
  return (
    <SelectionContext value={selection}>
      <ForwardedAloneContext value={forwardedAlone}>
        <FindWalkContext value={walk}>{children}</FindWalkContext>
      </ForwardedAloneContext>
    </SelectionContext>
  )
}

/** The message or the day that an address names; undefined when it names none. */
const targetOf = (search: string | undefined, date: string | undefined): SeekTarget | undefined => {
  if (search !== undefined && /^[1-9]\d{0,15}$/.test(search))
    return { kind: 'message', serverId: serverId(Number(search)) }
  const at = date === undefined ? undefined : startOfDay(date)
  return at === undefined ? undefined : { kind: 'moment', at }
}

/**
 * The route of a conversation, one-to-one or group; `fromUnread` opens it at the first unread message [VIEW-39]
 * (DEC-104), `search` at the message of that id [ROUTE-26]. A route
 * below it opens over the conversation, in compact frames in its place: whoever comes back finds it as it was.
 */
export const ConversationScreen = () => {
  const id = useOpenConversation()
  const { search, date, fromUnread } = useSearch({ strict: false })
  const target = useMemo(() => targetOf(search, date), [search, date])
  const frame = useFrameMode()
  useLeavingWithTabs(id)
  const hasChild = useChildMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isOverPage !== true),
  })
  const isCovered = hasChild && frame !== 'full'
  return (
    <OpenSelection key={id}>
      {id !== undefined && (
        <KeptPage isCovered={isCovered}>
          <Conversation id={id} target={isCovered ? undefined : target} opensAtUnread={isSaid(fromUnread)} />
        </KeptPage>
      )}
      <Outlet />
    </OpenSelection>
  )
}
