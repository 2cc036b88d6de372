import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { IllustrationName } from './illustration.tsx'
import styles from './state-view.module.css'

/** The minimum time from the navigation to the load of the illustrations, so that the first screen loads first, ms. */
const illustrationDelay = 2000

/** Loaded when a place is empty, but not before the first screen. Without the network the place has no illustration. */
const Illustration = lazy(
  async (): Promise<{ default: ComponentType<{ readonly name: IllustrationName }> }> => {
    await new Promise((resolve) => setTimeout(resolve, illustrationDelay - performance.now()))
    return import('./illustration.tsx').then(
      ({ Illustration }) => ({ default: Illustration }),
      () => ({ default: () => null }),
    )
  },
)

/** An empty state: illustration, sentence and optional action. */
export const EmptyState = ({ illustration, title, description, action }: EmptyStateProps) => (
  <div className={styles.state} data-empty-state="true">
    <span className={styles.illustration} aria-hidden="true">
      <Suspense>
        <Illustration name={illustration} />
      </Suspense>
    </span>
    <p className={styles.title}>{title}</p>
    {description !== undefined && <p className={styles.description}>{description}</p>}
    {action}
  </div>
)

interface EmptyStateProps {
  readonly illustration: IllustrationName
  readonly title: string
  readonly description?: string
  readonly action?: ReactNode
}
