import { Outlet, useChildMatches, useSearch } from '@tanstack/react-router'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { useOpenConversation } from '../conversation-list/use-open-conversation.ts'
import { Conversation } from './conversation.tsx'
import { useLeavingWithTabs } from './use-leaving-with-tabs.ts'

const isSaid = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value !== 'false'

/**
 * The route of a conversation, one-to-one or group; `fromUnread` opens it at the first unread message [VIEW-39] (DEC-104). A route
 * below it opens over the conversation, in compact frames in its place.
 */
export const ConversationScreen = () => {
  const id = useOpenConversation()
  const { fromUnread } = useSearch({ strict: false })
  const frame = useFrameMode()
  useLeavingWithTabs(id)
  const isCovered = useChildMatches({ select: (matches) => matches.length > 0 }) && frame !== 'full'
  return (
    <>
      {!isCovered && id !== undefined && <Conversation key={id} id={id} opensAtUnread={isSaid(fromUnread)} />}
      <Outlet />
    </>
  )
}
