import { Reply, X } from 'lucide-react'
import { textLine } from '#domain/formats/preview.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useSelected } from '#src/app/use-readable.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { KindText } from '../../message/kind-text.tsx'
import styles from './quote-preview.module.css'

interface QuotePreviewProps {
  readonly quote: QuotedMessage
  readonly onRemove: () => void
}

/** The message that is being answered, in a line, until it is sent or taken away [VIEW-19]. */
export const QuotePreview = ({ quote, onRemove }: QuotePreviewProps) => {
  const text = useText()
  const { userId, friends } = useAccount()
  const { senderId, senderName, type } = quote
  // What is sent keeps the name all know (DEC-153); here the remark stands for it.
  const remark = useSelected(friends, (all) => all.find((friend) => friend.userId === senderId)?.remark)
  return (
    <section aria-label={text('composer.quote')} className={styles.quote}>
      <Reply aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <bdi className={styles.sender}>
          {senderId === userId ? text('composer.quote.own') : remark || senderName}
        </bdi>
        <span className={styles.line}>
          {type === 'txt' ? <bdi>{textLine(quote.text)}</bdi> : <KindText type={type} body={quote.text} />}
        </span>
      </div>
      <IconButton label={text('composer.quote.remove')} icon={<X />} onPress={onRemove} />
    </section>
  )
}
