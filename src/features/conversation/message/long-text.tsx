import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { endOfLastPicture } from '#domain/message/emoticons.ts'
import { clampText, splitIntoChunks } from '#domain/message/text-chunks.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './long-text.module.css'
import { useMessageListActions } from './message-list-actions.ts'
import messageTextStyles from './message-text.module.css'
import { MessageText } from './message-text.tsx'

/** Visible lines of a folded message; the style sheet's clamp uses the same number [MSG-27] (DEC-04). */
const shownLines = 18
/** Fewest characters in a full line at any zoom. Texts below it times the lines need no measuring. */
const fewestPerLine = 12

/** Returns whether a text could need more than 18 lines. */
export const mayBeLong = (body: string): boolean =>
  body.length > shownLines * fewestPerLine || body.split('\n').length > shownLines

/** Height of 18 lines plus one for a time that does not fit into the last, px. */
const mostHeight = (element: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(element).lineHeight) * (shownLines + 0.9)

interface LongTextProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/**
 * A text folded to 18 lines, with a button that shows the rest [MSG-27]. While folded, the document contains little
 * more than the visible part.
 */
export const LongText = ({ message, meta, isReachable }: LongTextProps) => {
  const text = useText()
  const { hold, settle } = useMessageListActions()
  const block = useRef<HTMLDivElement>(null)
  const beginning = useMemo(() => clampText(message.body, shownLines), [message.body])
  const isHigh = useIsTall(block, !beginning.isCut)
  const [isOpen, setIsOpen] = useState(false)
  const isLong = beginning.isCut || isHigh

  const isClamped = isLong && !isOpen
  const wasClamped = useRef(isClamped)
  useLayoutEffect(() => {
    if (wasClamped.current === isClamped) return
    wasClamped.current = isClamped
    settle()
  }, [isClamped, settle])

  const toggle = () => {
    hold(message)
    setIsOpen(!isOpen)
  }
  const common = { isReachable, mentions: message.mentions }
  return (
    <>
      <div ref={block} dir="auto" className={classNames(styles.text, isClamped && styles.clamped)}>
        {isOpen && beginning.isCut ? (
          <WholeText body={message.body} onGrow={() => hold(message)} onGrown={settle} {...common} />
        ) : (
          <MessageText body={beginning.text} isCut={beginning.isCut} {...common} />
        )}
        {!isLong && meta}
      </div>
      {isLong && (
        <div className={styles.foot}>
          <button
            type="button"
            className={styles.more}
            aria-expanded={!isClamped}
            tabIndex={isReachable ? 0 : -1}
            onClick={toggle}
          >
            {text(isClamped ? 'conversation.show-more' : 'conversation.show-less')}
          </button>
          {meta}
        </div>
      )}
    </>
  )
}

/**
 * Returns whether a text needs more than 18 lines at its current width. Skips the measurement if the length alone
 * decides.
 */
const useIsTall = (block: RefObject<HTMLDivElement | null>, isEnabled: boolean): boolean => {
  const [isHigh, setIsHigh] = useState(false)
  useLayoutEffect(() => {
    const element = block.current
    if (element === null || !isEnabled) return
    const measure = () => setIsHigh(element.scrollHeight > mostHeight(element))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [block, isEnabled])
  return isHigh
}

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
    <span key={start} className={messageTextStyles.part}>
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
