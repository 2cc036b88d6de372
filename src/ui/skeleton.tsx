import { Fragment, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'
import { useText } from './use-text.ts'

/** A loading skeleton with an accessible label: rows of an avatar and two lines. `skeleton-shapes` has others. */
export const SkeletonList = ({ rows = 8 }: { readonly rows?: number }) => (
  <SkeletonFrame count={rows}>
    <div className={styles.row}>
      <span className={classNames(styles.shape, styles.round)} />
      <span className={styles.lines}>
        <span className={classNames(styles.shape, styles.line)} />
        <span className={classNames(styles.shape, styles.line, styles.short)} />
      </span>
    </div>
  </SkeletonFrame>
)

interface SkeletonFrameProps {
  /** How often the content is repeated. */
  readonly count: number
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The labelled box of a skeleton. It fades in only when loading takes a moment. */
export const SkeletonFrame = ({ count, className, children }: SkeletonFrameProps) => {
  const text = useText()
  const keys = Array.from({ length: count }, (_, row) => `row ${row}`)
  return (
    <div
      role="status"
      aria-label={text('common.loading')}
      className={classNames(styles.frame, className)}
      data-waiting
    >
      {keys.map((key) => (
        <Fragment key={key}>{children}</Fragment>
      ))}
    </div>
  )
}

/** One grey line; `width` is a share of its container, 0 to 1. */
export const SkeletonLine = ({ width = 1 }: { readonly width?: number }) => (
  <span className={classNames(styles.shape, styles.line)} style={{ inlineSize: `${width * 100}%` }} />
)
