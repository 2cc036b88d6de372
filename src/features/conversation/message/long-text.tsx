import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './long-text.module.css'
import { useMessageActions } from './message-actions.ts'
import { MessageText } from './message-text.tsx'

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

/** A text of which 18 lines show, with a button for the rest when there is more [MSG-27]. */
export const LongText = ({ message, meta, isReachable }: LongTextProps) => {
  const text = useText()
  const { hold, settle } = useMessageActions()
  const block = useRef<HTMLDivElement>(null)
  const [isLong, setIsLong] = useState(false)
  const [isOpen, setIsOpen] = useState(false)

  useLayoutEffect(() => {
    const element = block.current
    if (element === null) return
    const measure = () => setIsLong(element.scrollHeight > mostHeight(element))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

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
  return (
    <>
      <div ref={block} dir="auto" className={classNames(styles.text, isClamped && styles.clamped)}>
        <MessageText body={message.body} isReachable={isReachable} mentions={message.mentions} />
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
