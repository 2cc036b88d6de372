import { CircleAlert, RotateCw } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import type { DrawingName } from './drawing.tsx'
import styles from './state-view.module.css'
import { useText } from './use-text.ts'

/** Loaded when a place is empty, which is rare. Without the network the place has no drawing. */
const Drawing = lazy(
  (): Promise<{ default: ComponentType<{ readonly name: DrawingName }> }> =>
    import('./drawing.tsx').then(
      ({ Drawing }) => ({ default: Drawing }),
      () => ({ default: () => null }),
    ),
)

/** An empty state: drawing, sentence and optional action. */
export const EmptyState = ({ drawing, title, description, action }: EmptyStateProps) => (
  <div className={styles.state} data-empty="true">
    <span className={styles.drawing} aria-hidden="true">
      <Suspense>
        <Drawing name={drawing} />
      </Suspense>
    </span>
    <p className={styles.title}>{title}</p>
    {description !== undefined && <p className={styles.description}>{description}</p>}
    {action}
  </div>
)

interface EmptyStateProps {
  readonly drawing: DrawingName
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
