import { messagePreview, type RowPreview } from '#domain/formats/preview.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { Translate } from '#src/ui/use-text.ts'

/** Returns a message as text: its whole text, or a line for one without text. */
export const messageText = (
  message: { readonly type: MessageType; readonly body: string },
  text: Translate,
): string => (message.type === 'txt' ? message.body : messageLine(message, text))

/** Returns a message in one line: its text, or its kind, such as "File", and the name of its subject if it has one. */
export function messageLine(
  message: { readonly type: MessageType; readonly body: string | null },
  text: Translate,
): string {
  const preview = messagePreview(message)
  if (preview.kind === 'text') return preview.text
  return preview.kind === 'erased' ? text('messages.preview.erased') : messageLabel(preview, text)
}

/** Returns the kind of a message without text, and the name of its subject or its length if it has one. */
export function messageLabel(
  { type, name }: Pick<Extract<RowPreview, { kind: 'label' }>, 'type' | 'name'>,
  text: Translate,
): string {
  const kind = text(`messages.preview.${type}`)
  return name === undefined ? kind : text('messages.preview.named', { kind, name })
}
