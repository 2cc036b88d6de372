import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { beginningOf } from '#domain/message/text-chunks.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './long-text.module.css'
import { useMessageListActions } from './message-list-actions.ts'
import { MessageText } from './message-text.tsx'
import { WholeText } from './whole-text.tsx'

/** Lines shown of a long message until it is unfolded; the style sheet's clamp says the same [MSG-27] (DEC-04). */
const shownLines = 18
/** No line of a bubble holds fewer characters than this at any zoom; shorter texts need no measuring. */
const fewestPerLine = 12

/** Whether a text could need more than 18 lines. */
export const mayBeLong = (body: string): boolean =>
  body.length > shownLines * fewestPerLine || body.split('\n').length > shownLines

/** The height, px, of 18 lines and of a time that found no room in the last of them. */
const mostHeight = (element: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(element).lineHeight) * (shownLines + 0.9)

interface LongTextProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/**
 * A text of which 18 lines show, with a button for the rest when there is more [MSG-27]. While it is folded the document holds
 * little more of it than what shows, whatever its length.
 */
export const LongText = ({ message, meta, isReachable }: LongTextProps) => {
  const text = useText()
  const { hold, settle } = useMessageListActions()
  const block = useRef<HTMLDivElement>(null)
  const beginning = useMemo(() => beginningOf(message.body, shownLines), [message.body])
  const isHigh = useIsHigh(block, !beginning.isCut)
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

/** Whether a text needs more than 18 lines where it stands; not asked of one that does in any case. */
const useIsHigh = (block: RefObject<HTMLDivElement | null>, isAsked: boolean): boolean => {
  const [isHigh, setIsHigh] = useState(false)
  useLayoutEffect(() => {
    const element = block.current
    if (element === null || !isAsked) return
    const measure = () => setIsHigh(element.scrollHeight > mostHeight(element))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [block, isAsked])
  return isHigh
}
