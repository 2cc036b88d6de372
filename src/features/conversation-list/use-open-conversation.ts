import { useParams } from '@tanstack/react-router'
import type { ConversationId } from '#schemas/ids.ts'
import { conversationOf } from './link-to.ts'

/** Returns the open conversation; undefined if none is open. */
export const useOpenConversation = (): ConversationId | undefined =>
  conversationOf(useParams({ strict: false }))
