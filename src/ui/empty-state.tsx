import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { DrawingName } from './drawing.tsx'
import styles from './state-view.module.css'

/** The time after the start in which the first screen has the network for itself, ms. */
const firstScreenTime = 2000

/** Loaded when a place is empty, but not before the first screen. Without the network the place has no drawing. */
const Drawing = lazy(async (): Promise<{ default: ComponentType<{ readonly name: DrawingName }> }> => {
  await new Promise((resolve) => setTimeout(resolve, firstScreenTime - performance.now()))
  return import('./drawing.tsx').then(
    ({ Drawing }) => ({ default: Drawing }),
    () => ({ default: () => null }),
  )
})

/** An empty state: drawing, sentence and optional action. */
export const EmptyState = ({ drawing, title, description, action }: EmptyStateProps) => (
  <div className={styles.state} data-empty-state="true">
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
