import type { FoundPart } from '#domain/message/find-messages.ts'
import styles from './marked-text.module.css'

/** A text with what was looked for standing out. */
export const MarkedText = ({ parts }: { readonly parts: readonly FoundPart[] }) => {
  let reached = 0
  return (
    <bdi>
      {parts.map(({ text, isHit }) => {
        const key = reached
        reached += text.length
        return isHit ? (
          <mark key={key} className={styles.mark}>
            {text}
          </mark>
        ) : (
          text
        )
      })}
    </bdi>
  )
}
