import { createContext, use } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'

/** What a message can ask of the list it stands in. */
export interface MessageListActions {
  retry(message: TimelineMessage): void
  /** Gives up a message whose file is still on its way. */
  cancel(message: TimelineMessage): void
  /** Goes to the message that is quoted, or opens it where it is not in the list [VIEW-26]. */
  showOriginal(quote: QuotedMessage): void
  /** Before a message changes its height by the reader's own doing: its top stays in place. */
  hold(message: TimelineMessage): void
  /** A message has just changed its height by itself: puts the view right before anything is painted. */
  settle(): void
}

export const MessageListActionsContext = createContext<MessageListActions>({
  retry: () => undefined,
  cancel: () => undefined,
  showOriginal: () => undefined,
  hold: () => undefined,
  settle: () => undefined,
})

export const useMessageListActions = (): MessageListActions => use(MessageListActionsContext)
