import { useText } from '#src/ui/use-text.ts'
import styles from './media-grid.module.css'

const shapes = Array.from({ length: 12 }, (_, index) => `shape ${index}`)

/** The shape of a grid that is still loading; says so in words. */
export const GridSkeleton = () => {
  const text = useText()
  return (
    <div role="status" aria-label={text('common.loading')} className={styles.skeleton}>
      {shapes.map((shape) => (
        <span key={shape} className={styles.shape} />
      ))}
    </div>
  )
}
