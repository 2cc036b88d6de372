import { messagePreview } from '#domain/formats/preview.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { Translate } from '#src/ui/use-text.ts'

/** Returns a message in one line: its text, or its kind, such as "File", and the name of its subject if it has one. */
export function messageLine(
  message: { readonly type: MessageType; readonly body: string | null },
  text: Translate,
): string {
  const preview = messagePreview(message)
  if (preview.kind === 'text') return preview.text
  if (preview.kind === 'erased') return text('messages.preview.erased')
  const kind = text(`messages.preview.${preview.type}`)
  return preview.name === undefined ? kind : text('messages.preview.named', { kind, name: preview.name })
}
