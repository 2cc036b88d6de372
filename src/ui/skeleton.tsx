import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'
import { useText } from './use-text.ts'

interface SkeletonListProps {
  /** Rows of a list, or tiles of a grid. */
  readonly rows?: number
  readonly shape?: 'rows' | 'profile' | 'grid' | 'switches'
}

/**
 * A loading skeleton with an accessible label: rows of an avatar and two lines, the head of a profile, a grid of tiles,
 * or rows of a line and a switch. It fades in only when loading takes a moment.
 */
export const SkeletonList = ({ rows = 8, shape = 'rows' }: SkeletonListProps) => {
  const text = useText()
  const keys = Array.from({ length: shape === 'profile' ? 1 : rows }, (_, row) => `row ${row}`)
  return (
    <div
      role="status"
      aria-label={text('common.loading')}
      className={classNames(styles.list, shape === 'grid' && styles.grid)}
      data-waiting
    >
      {keys.map((key) =>
        shape === 'grid' ? (
          <Tile key={key} />
        ) : shape === 'switches' ? (
          <SwitchRow key={key} />
        ) : (
          <Row key={key} isHead={shape === 'profile'} />
        ),
      )}
    </div>
  )
}

const Tile = () => <span className={classNames(styles.shape, styles.tile)} />

const SwitchRow = () => (
  <div className={styles.row}>
    <SkeletonLine width={0.45} />
    <span className={classNames(styles.shape, styles.switch)} />
  </div>
)

const Row = ({ isHead }: { readonly isHead: boolean }) => (
  <div className={isHead ? styles.profile : styles.row}>
    <span className={classNames(styles.shape, styles.round)} />
    <span className={styles.lines}>
      <span className={classNames(styles.shape, styles.line)} />
      <span className={classNames(styles.shape, styles.line, styles.short)} />
    </span>
  </div>
)

/** One grey line; `width` is a share of its container, 0 to 1. */
export const SkeletonLine = ({ width = 1 }: { readonly width?: number }) => (
  <span className={classNames(styles.shape, styles.line)} style={{ inlineSize: `${width * 100}%` }} />
)
