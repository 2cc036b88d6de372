import { useParams } from '@tanstack/react-router'
import { type ConversationId, conversationId } from '#schemas/ids.ts'

/** The conversation whose screen is open; undefined while none is. */
export const useOpenConversation = (): ConversationId | undefined => {
  const { sessionId } = useParams({ strict: false })
  return sessionId === undefined ? undefined : conversationId('direct', Number(sessionId))
}
