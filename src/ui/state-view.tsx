import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './state-view.module.css'
import { useText } from './use-text.ts'

/** An empty state: icon, sentence and optional action. */
export const EmptyState = ({ icon, title, description, action }: EmptyStateProps) => (
  <div className={styles.state}>
    <span className={styles.icon} aria-hidden="true">
      {icon}
    </span>
    <p className={styles.title}>{title}</p>
    {description !== undefined && <p className={styles.description}>{description}</p>}
    {action}
  </div>
)

interface EmptyStateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly description?: string
  readonly action?: ReactNode
}

/** An error state with a retry button. */
export const ErrorState = ({ title, onRetry, isRetrying = false }: ErrorStateProps) => {
  const text = useText()
  return (
    <div className={classNames(styles.state, styles.failed)} role="alert">
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
