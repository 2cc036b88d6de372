import type { QuotedMessage } from '#schemas/log/message.ts'
import type { TimelineMessage } from './timeline-message.ts'

/** What a quote of the message carries; undefined while the server has not numbered it. */
export const quoteOf = (message: TimelineMessage): QuotedMessage | undefined => {
  const { serverId, senderId, senderName, type, body } = message
  return serverId === undefined ? undefined : { serverId, senderId, senderName, type, text: body }
}
