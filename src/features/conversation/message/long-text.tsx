import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { clampText } from '#domain/message/text-chunks.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './long-text.module.css'
import { useMessageListActions } from './message-list-actions.ts'
import { MessageText } from './message-text.tsx'
import { WholeText } from './whole-text.tsx'

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
