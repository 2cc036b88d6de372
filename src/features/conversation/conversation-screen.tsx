import { useParams, useSearch } from '@tanstack/react-router'
import { conversationId } from '#schemas/ids.ts'
import { Conversation } from './conversation.tsx'

const isSaid = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value !== 'false'

/** The route of a one-to-one conversation; `fromUnread` opens it at the first unread message [VIEW-39] (DEC-104). */
export const ConversationScreen = () => {
  const { sessionId } = useParams({ strict: false })
  const { fromUnread } = useSearch({ strict: false })
  const id = conversationId('direct', Number(sessionId))
  return <Conversation key={id} id={id} opensAtUnread={isSaid(fromUnread)} />
}
