import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './state-view.module.css'
import { useText } from './use-text.ts'

/** A list or place with nothing in it: a picture, a sentence and, where it helps, what to do. */
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

/** Something could not be loaded: what, and a button that tries again. */
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
