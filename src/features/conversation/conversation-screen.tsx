import { Outlet, useChildMatches, useParams, useSearch } from '@tanstack/react-router'
import { conversationId } from '#schemas/ids.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { Conversation } from './conversation.tsx'

const isSaid = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value !== 'false'

/**
 * The route of a one-to-one conversation; `fromUnread` opens it at the first unread message [VIEW-39] (DEC-104). A route
 * below it opens over the conversation, in compact frames in its place.
 */
export const ConversationScreen = () => {
  const { sessionId } = useParams({ strict: false })
  const { fromUnread } = useSearch({ strict: false })
  const frame = useFrameMode()
  const isCovered = useChildMatches({ select: (matches) => matches.length > 0 }) && frame !== 'full'
  const id = conversationId('direct', Number(sessionId))
  return (
    <>
      {!isCovered && <Conversation key={id} id={id} opensAtUnread={isSaid(fromUnread)} />}
      <Outlet />
    </>
  )
}
