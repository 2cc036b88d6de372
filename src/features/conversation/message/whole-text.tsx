import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { endOfPictures } from '#domain/message/emoticons.ts'
import { stretchesOf } from '#domain/message/text-chunks.ts'
import styles from './message-text.module.css'
import { MessageText } from './message-text.tsx'

interface WholeTextProps {
  readonly body: string
  readonly isReachable: boolean
  readonly mentions?: readonly number[] | undefined
  /** Called before and after each stretch that is added, which makes it higher. */
  readonly onGrow?: () => void
  readonly onGrown?: () => void
}

/**
 * A text in full. A long one begins with its first stretch, and each frame adds another below, a block of its own: thousands of
 * lines laid out in one task would hold up whatever is typed or scrolled meanwhile.
 */
export const WholeText = ({ body, isReachable, mentions, onGrow, onGrown }: WholeTextProps) => {
  const stretches = useMemo(() => stretchesOf(body), [body])
  const picturesEnd = useMemo(() => endOfPictures(body), [body])
  const count = useGrowingCount(stretches.length, onGrow, onGrown)
  if (stretches.length === 1) return <MessageText body={body} isReachable={isReachable} mentions={mentions} />
  return stretches.slice(0, count).map(({ start, text }) => (
    <span key={start} className={styles.stretch}>
      <MessageText
        body={text}
        isReachable={isReachable}
        mentions={mentions}
        picturesUntil={picturesEnd - start}
      />
    </span>
  ))
}

/** One at first, one more with each frame, up to `most`. */
const useGrowingCount = (most: number, onGrow?: () => void, onGrown?: () => void): number => {
  const [count, setCount] = useState(1)
  const grow = useEffectEvent(() => {
    onGrow?.()
    // Drawn in this frame: what was held to its place before is not to move in between.
    flushSync(() => setCount(count + 1))
  })
  const tellGrown = useEffectEvent(() => onGrown?.())
  useEffect(() => {
    if (count >= most) return
    const frame = requestAnimationFrame(() => grow())
    return () => cancelAnimationFrame(frame)
  }, [count, most])
  useLayoutEffect(() => {
    if (count > 1) tellGrown()
  }, [count])
  return count
}
