import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { StaticList } from '#src/features/conversation-list/static-list.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'
import { useAccount } from '../client-context.tsx'
import { ListAlone, SideBySide } from '../frame/frame.tsx'
import { NoConversationOpen } from '../frame/nothing-open.tsx'
import { ResizeHandle, useListWidth } from '../frame/resize-handle.tsx'
import { captureSnapshot, type ListSnapshot } from './list-snapshot.ts'
import { storeHint } from './snapshot-hint.ts'

/** The last snapshot, and the list state that it shows. */
interface Captured {
  readonly conversations: readonly ConversationSummary[]
  readonly unseenCount: number
  readonly day: string
  readonly snapshot: ListSnapshot | undefined
}

/**
 * Captures the list snapshot for the next start: renders the list into a detached element with the components of the
 * page.
 */
export const ListCapture = () => {
  const account = useAccount()
  const { i18n } = useLingui()
  const { locale } = i18n
  const frame = useFrameMode()
  const container = useRef<HTMLElement>(undefined)
  const [rendered, setRendered] = useState<readonly ConversationSummary[]>()
  useEffect(() => {
    let last: Captured | undefined
    const capture = (conversations: readonly ConversationSummary[]) => {
      if (conversations.length === 0 || frame === 'mini') return undefined
      const { unseenCount } = account.applications.get()
      const day = new Date().toDateString()
      const isSameView = last?.day === day && last.unseenCount === unseenCount
      if (last && isSameView && isShallowEqual(last.conversations, conversations)) return last.snapshot
      container.current ??= document.createElement('div')
      flushSync(() => setRendered(conversations))
      const { firstElementChild: list } = container.current
      const snapshot = list ? captureSnapshot(list, { frame, locale, day }) : undefined
      flushSync(() => setRendered(undefined))
      if (snapshot) storeHint({ account: account.userId, sheets: snapshot.sheets })
      last = { conversations, unseenCount, day, snapshot }
      return snapshot
    }
    return account.captureListWith(capture)
  }, [account, frame, locale])
  return (
    rendered && container.current && createPortal(<ListPage conversations={rendered} />, container.current)
  )
}

const ListPage = ({ conversations }: { readonly conversations: readonly ConversationSummary[] }) => {
  const frame = useFrameMode()
  const width = useListWidth()
  const list = <StaticList conversations={conversations} />
  if (frame !== 'full') return <ListAlone>{list}</ListAlone>
  const listAndEdge = (
    <>
      {list}
      <ResizeHandle width={width} />
    </>
  )
  return (
    <SideBySide section="messages" listWidth={width.shown} list={listAndEdge}>
      <NoConversationOpen />
    </SideBySide>
  )
}
