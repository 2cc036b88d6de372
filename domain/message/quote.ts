import type { QuotedMessage } from '#schemas/log/message.ts'
import { publicNameOf, type TimelineMessage } from './timeline-message.ts'

/** What a quote of the message carries, under the name all know (DEC-153); undefined while the server has not numbered it. */
export const quoteOf = (message: TimelineMessage): QuotedMessage | undefined => {
  const { serverId, senderId, type, body } = message
  const senderName = publicNameOf(message)
  return serverId === undefined ? undefined : { serverId, senderId, senderName, type, text: body }
}
