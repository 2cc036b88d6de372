import { sayShort } from '#domain/formats/duration.ts'
import { nameIn } from '#domain/formats/preview.ts'
import { readMessageBody } from '#domain/message/message-body.ts'
import type { MessageType } from '#schemas/message-types.ts'
import { useText } from '#src/ui/use-text.ts'

interface KindTextProps {
  readonly type: Exclude<MessageType, 'txt'>
  readonly body: string
}

/** A message that is no text, in a line: its kind and its name or length, or that it cannot be shown [MSG-14]. */
export const KindText = ({ type, body }: KindTextProps) => {
  const text = useText()
  const read = readMessageBody(type, body)
  if (read.kind === 'damaged')
    return text(type === 'card' ? 'contact.error.damaged' : 'messages.preview.damaged')
  const kind = text(`messages.preview.${type}`)
  const name = nameIn(read)
  if (name !== '') return <bdi>{text('messages.preview.named', { kind, name })}</bdi>
  if (read.kind !== 'audio') return kind
  const { unit, count } = sayShort(read.seconds)
  return text('messages.preview.named', { kind, name: text(`conversation.duration.${unit}`, { count }) })
}
