import { useParams } from '@tanstack/react-router'
import type { ConversationId } from '#schemas/ids.ts'
import { conversationOf } from './link-to.ts'

/** The conversation whose screen is open; undefined while none is. */
export const useOpenConversation = (): ConversationId | undefined =>
  conversationOf(useParams({ strict: false }))
