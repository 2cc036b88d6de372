import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './message-skeleton.module.css'

/** Widths of the bubbles in the picture, as shares of the pane; negative ones stand at the end side. */
const shapes = [0.42, 0.3, -0.36, 0.5, -0.24, -0.44, 0.34] as const

/** Where the messages will be, while they are read; appears only when that takes a moment. */
export const MessageSkeleton = () => {
  const text = useText()
  return (
    <div role="status" aria-label={text('conversation.loading')} className={styles.list}>
      {shapes.map((share) => (
        <div
          key={share}
          className={styles.bubble}
          data-own={share < 0}
          style={{ inlineSize: `${Math.abs(share) * 100}%` }}
        >
          <SkeletonLine width={0.9} />
          <SkeletonLine width={0.5} />
        </div>
      ))}
    </div>
  )
}
