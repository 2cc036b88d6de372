import { Button } from 'react-aria-components'
import { textLine } from '#domain/formats/preview.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Clamped } from '#src/ui/clamped.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import { KindText } from './kind-text.tsx'
import { useMessageActions } from './message-actions.ts'
import styles from './quote-block.module.css'

interface QuoteBlockProps {
  readonly quote: QuotedMessage
  readonly isReachable: boolean
}

/** What a message answers, in a few lines above it; pressing it goes there [VIEW-26] (DEC-04). */
export const QuoteBlock = ({ quote, isReachable }: QuoteBlockProps) => {
  const text = useText()
  const { userId } = useAccount()
  const { showOriginal } = useMessageActions()
  const { senderId, senderName, type } = quote
  return (
    <Button
      className={classNames(styles.quote)}
      excludeFromTabOrder={!isReachable}
      onPress={() => showOriginal(quote)}
    >
      <bdi className={styles.sender}>{senderId === userId ? text('composer.quote.own') : senderName}</bdi>
      <Clamped className={styles.words}>
        {type === 'txt' ? <bdi>{textLine(quote.text)}</bdi> : <KindText type={type} body={quote.text} />}
      </Clamped>
    </Button>
  )
}

/** Whether anything is left of what was quoted: nothing of a deleted or burned message is. */
export const isQuoteKept = (quote: QuotedMessage | undefined): quote is QuotedMessage =>
  quote !== undefined && quote.text !== ''
