import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'
import { useText } from './use-text.ts'

/** The skeleton of a list: rows of an avatar and two lines, with an accessible label. */
export const SkeletonList = ({ rows = 8 }: { readonly rows?: number }) => {
  const text = useText()
  return (
    <div role="status" aria-label={text('common.loading')} className={styles.list} data-waiting>
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
        <div key={key} className={styles.row}>
          <span className={classNames(styles.shape, styles.round)} />
          <span className={styles.lines}>
            <span className={classNames(styles.shape, styles.line)} />
            <span className={classNames(styles.shape, styles.line, styles.short)} />
          </span>
        </div>
      ))}
    </div>
  )
}

/** One grey line; `width` is a share of its container, 0 to 1. */
export const SkeletonLine = ({ width = 1 }: { readonly width?: number }) => (
  <span className={classNames(styles.shape, styles.line)} style={{ inlineSize: `${width * 100}%` }} />
)
