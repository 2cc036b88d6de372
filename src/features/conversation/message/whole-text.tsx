import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { endOfLastPicture } from '#domain/message/emoticons.ts'
import { splitIntoChunks } from '#domain/message/text-chunks.ts'
import styles from './message-text.module.css'
import { MessageText } from './message-text.tsx'

interface WholeTextProps {
  readonly body: string
  readonly isReachable: boolean
  readonly mentions?: readonly number[] | undefined
  /** Called before and after each added part, which changes the height. */
  readonly onGrow?: () => void
  readonly onGrown?: () => void
}

/**
 * A text in full. A long one is rendered in parts, one more per frame, because laying out thousands of lines in one
 * task would block typing and scrolling.
 */
export const WholeText = ({ body, isReachable, mentions, onGrow, onGrown }: WholeTextProps) => {
  const parts = useMemo(() => splitIntoChunks(body), [body])
  const picturesEnd = useMemo(() => endOfLastPicture(body), [body])
  const count = useGrowingCount(parts.length, onGrow, onGrown)
  if (parts.length === 1) return <MessageText body={body} isReachable={isReachable} mentions={mentions} />
  return parts.slice(0, count).map(({ start, text }) => (
    <span key={start} className={styles.part}>
      <MessageText
        body={text}
        isReachable={isReachable}
        mentions={mentions}
        picturesUntil={picturesEnd - start}
      />
    </span>
  ))
}

/** Counts from 1 up to `most`, one per frame. */
const useGrowingCount = (most: number, onGrow?: () => void, onGrown?: () => void): number => {
  const [count, setCount] = useState(1)
  const grow = useEffectEvent(() => {
    onGrow?.()
    // Rendered synchronously, so that the held message does not move in between.
    flushSync(() => setCount(count + 1))
  })
  const notifyGrown = useEffectEvent(() => onGrown?.())
  useEffect(() => {
    if (count >= most) return
    const frame = requestAnimationFrame(() => grow())
    return () => cancelAnimationFrame(frame)
  }, [count, most])
  useLayoutEffect(() => {
    if (count > 1) notifyGrown()
  }, [count])
  return count
}
