import type { Viewpoint } from '#domain/formats/calendar.ts'
import { messageDate } from '#domain/formats/dates.ts'
import { messagePreview } from '#domain/formats/preview.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { Translate } from '#src/ui/use-text.ts'

const wordsOf = (message: TimelineMessage, text: Translate): string => {
  if (message.type === 'txt') return message.body
  const preview = messagePreview(message)
  const kind = text(`messages.preview.${message.type}`)
  return preview.kind === 'label' && preview.name !== undefined ? `${kind} ${preview.name}` : kind
}

/** Several messages as one text: each below its sender and time, in their order; one alone is just its words. */
export function copyText(
  messages: readonly TimelineMessage[],
  viewpoint: Viewpoint,
  text: Translate,
): string {
  const [first, ...others] = messages
  if (first !== undefined && others.length === 0) return wordsOf(first, text)
  return messages
    .map((message) => {
      const { senderName: sender, sentAt } = message
      const heading = text('conversation.message-label', { sender, time: messageDate(sentAt, viewpoint) })
      return `${heading}\n${wordsOf(message, text)}`
    })
    .join('\n\n')
}
