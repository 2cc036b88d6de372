import { createContext, use } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'

/** The operations that the message list offers to its messages. */
export interface MessageListActions {
  retry(message: TimelineMessage): void
  /** Discards a message whose file is still uploading. */
  cancel(message: TimelineMessage): void
  /** Whether this user may add reactions here. An own one can always be removed (DEC-240). */
  readonly canAddReactions: boolean
  /** Sets the own reaction to a message, or removes it if the emoji is empty. */
  react(message: TimelineMessage, emoji: string): void
  /** Jumps to the quoted message, or opens it when it is not in the list [VIEW-26]. */
  showOriginal(quote: QuotedMessage): void
  /** Call before a user action changes the height of a message: its top stays in place. */
  hold(message: TimelineMessage): void
  /** Call after a message changed its height: restores the scroll position before paint. */
  settle(): void
}

export const MessageListActionsContext = createContext<MessageListActions>({
  retry: () => undefined,
  cancel: () => undefined,
  canAddReactions: false,
  react: () => undefined,
  showOriginal: () => undefined,
  hold: () => undefined,
  settle: () => undefined,
})

export const useMessageListActions = (): MessageListActions => use(MessageListActionsContext)
