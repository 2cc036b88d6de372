import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './forward.module.css'
import type { ForwardFailure } from './use-forwarding.ts'

interface FailureAlertProps {
  readonly kind: 'messages' | 'saved'
  readonly failure: ForwardFailure | undefined
  readonly onClose: () => void
}

const lostTexts = {
  messages: 'conversation.forward.lost',
  saved: 'conversation.forward.lost-saved',
} as const

/** Who did not get everything, and why [FWD-12]. */
export const FailureAlert = ({ kind, failure, onClose }: FailureAlertProps) => {
  const text = useText()
  const { targets = [], lostCount = 0 } = failure ?? {}
  return (
    <Dialog
      role="alertdialog"
      title={text('conversation.forward.forward-fail')}
      isOpen={failure !== undefined}
      onClose={onClose}
      footer={
        <Button variant="primary" autoFocus onPress={onClose}>
          {text('common.ok')}
        </Button>
      }
    >
      {targets.length > 0 && (
        <ul className={styles.failed}>
          {targets.map(({ key, name, reason }) => (
            <li key={key}>
              <bdi className={styles['failed-name']}>{name}</bdi>
              <span className={styles.reason}>{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {lostCount > 0 && <p>{text(lostTexts[kind], { count: lostCount })}</p>}
      {targets.length > 0 && <p>{text('conversation.forward.kept')}</p>}
    </Dialog>
  )
}
