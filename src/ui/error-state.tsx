import { CircleAlert, RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import styles from './state-view.module.css'
import { useText } from './use-text.ts'

/** An error state with a retry button. */
export const ErrorState = ({ title, onRetry, isRetrying = false }: ErrorStateProps) => {
  const text = useText()
  return (
    <div className={styles.state} role="alert" data-failed="true">
      <span className={styles.icon} aria-hidden="true">
        <CircleAlert />
      </span>
      <p className={styles.title}>{title ?? text('common.load-failed')}</p>
      <Button icon={<RotateCw aria-hidden="true" />} isPending={isRetrying} onPress={onRetry}>
        {text('common.retry')}
      </Button>
    </div>
  )
}

interface ErrorStateProps {
  readonly title?: string
  readonly onRetry: () => void
  readonly isRetrying?: boolean
}
