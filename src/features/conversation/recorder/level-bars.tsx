import styles from './level-bars.module.css'

interface LevelBarsProps {
  /** 0 to 1, from left to right. */
  readonly levels: readonly number[]
  /** How many of them, from the first, stand out, 0 to 1. */
  readonly filled: number
}

/** Width of a bar with the gap behind it, and the height of all, in units of the drawing. */
const pitch = 4
const height = 24
const lowest = 2

/** Loudness as bars; a picture of what is said in words beside it. */
export const LevelBars = ({ levels, filled }: LevelBarsProps) => (
  <svg
    aria-hidden="true"
    className={styles.bars}
    viewBox={`0 0 ${levels.length * pitch} ${height}`}
    preserveAspectRatio="none"
  >
    {levels.map((level, index) => {
      const tall = Math.max(lowest, level * height)
      const x = index * pitch
      return (
        <rect
          key={`at-${x}`}
          className={styles.bar}
          data-filled={index < filled * levels.length}
          {...{ x, y: (height - tall) / 2, width: pitch - 2, height: tall, rx: 1 }}
        />
      )
    })}
  </svg>
)
