import { Timer } from 'lucide-react'
import { useText } from '#src/ui/use-text.ts'
import { useDuration } from '../use-duration.ts'
import styles from './conversation-header.module.css'

/** Beside the name: messages of this conversation vanish, and after how long. */
export const VanishMark = ({ seconds }: { readonly seconds: number }) => {
  const text = useText()
  const duration = useDuration()
  if (seconds <= 0) return null
  return (
    <span className={styles.vanish}>
      <Timer aria-hidden="true" />
      <span aria-hidden="true">{duration(seconds)}</span>
      <span className={styles.words}>{text('conversation.vanish.on', { duration: duration(seconds) })}</span>
    </span>
  )
}
