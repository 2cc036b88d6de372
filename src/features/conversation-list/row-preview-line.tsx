import { CircleAlert } from 'lucide-react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { rowPreview } from '#domain/formats/preview.ts'
import type { MessageType } from '#schemas/message-types.ts'
import { useText } from '#src/ui/use-text.ts'
import { useDuration } from '../conversation/use-viewpoint.ts'
import styles from './row-preview-line.module.css'

/** The second line of a row: the unsent count, else the draft, else the newest message. */
export const RowPreviewLine = ({ row }: { readonly row: ConversationSummary }) => {
  const text = useText()
  const duration = useDuration()
  const preview = rowPreview(row)
  switch (preview.kind) {
    case 'unsent':
      return (
        <span className={styles.unsent}>
          <CircleAlert aria-hidden="true" />
          {text('messages.unsent', { count: preview.count })}
        </span>
      )
    case 'draft':
      return (
        <>
          <span className={styles.draft}>{text('messages.draft')}</span>
          <bdi>{preview.text}</bdi>
        </>
      )
    case 'text':
      return <SenderAndText row={row} words={preview.text} />
    case 'label':
      return <NamedKind type={preview.type} name={preview.name} />
    case 'timer':
      return preview.seconds === 0
        ? text('messages.preview.vanish-off')
        : text('messages.preview.vanish-on', { duration: duration(preview.seconds) })
    default:
      return <span className={styles.quiet}>{text(`messages.preview.${preview.kind}`)}</span>
  }
}

/** The type of a message, with its name if it has one. */
const NamedKind = ({ type, name }: { readonly type: MessageType; readonly name: string | undefined }) => {
  const text = useText()
  const kind = text(`messages.preview.${type}`)
  return name === undefined ? kind : <bdi>{text('messages.preview.named', { kind, name })}</bdi>
}

/** In a group the sender's name precedes the newest message. */
const SenderAndText = ({ row, words }: { readonly row: ConversationSummary; readonly words: string }) => {
  const text = useText()
  const sender = row.kind === 'group' ? row.lastMessage?.senderName : undefined
  return <bdi>{sender ? text('messages.preview.from', { sender, text: words }) : words}</bdi>
}
