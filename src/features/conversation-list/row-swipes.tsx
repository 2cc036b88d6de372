import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { isAtEdge, moveSwipe, noSwipe, rowShift, rowSwipeAction, type Swipe } from '#domain/gestures/swipe.ts'
import { useText } from '#src/ui/use-text.ts'
import { type RowAction, rowActionIcons, rowActions, useRowActions } from './row-actions.tsx'
import styles from './row-swipes.module.css'

interface RowSwipesProps {
  readonly list: RefObject<HTMLElement | null>
  readonly rows: readonly ConversationSummary[]
}

/** The row under a finger. */
interface SwipedRow {
  readonly row: ConversationSummary
  /** The part of the row that follows the finger. */
  readonly link: HTMLElement
  /** -1 in a list from right to left. */
  readonly sign: 1 | -1
  readonly swipe: Swipe
}

/**
 * Swipes of the rows by touch: forwards for read or hide, backwards for pin or mute. The place that the row uncovers
 * names the action that a release runs (DEC-221). Keys and assistive technology have the same actions in the row's menu.
 */
export const RowSwipes = ({ list, rows }: RowSwipesProps) => {
  const text = useText()
  const [swiped, setSwiped] = useState<SwipedRow>()
  // Several events may come before the next render.
  const current = useRef(swiped)
  // Deleting asks first, so no swipe deletes.
  const run = useRowActions(() => undefined)
  const onPointer = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType !== 'touch') return
    const before = current.current
    current.current = followFinger(event, before, rows)
    setSwiped(current.current)
    const released = event.type === 'pointerup' ? before : undefined
    const action = released && offeredAction(released)
    if (released && action) run(action, released.row)
  })
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const listening = new AbortController()
    const listen = (event: Event) => event instanceof PointerEvent && onPointer(event)
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
      element.addEventListener(type, listen, { signal: listening.signal, passive: true })
    return () => listening.abort()
  }, [list])
  const shift = swiped === undefined ? 0 : rowShift(swiped.swipe)
  useFollowingRow(swiped, shift)
  if (swiped === undefined || shift === 0) return null
  const action = offeredAction(swiped)
  const { top, height } = swiped.link.getBoundingClientRect()
  return (
    <div
      aria-hidden="true"
      className={styles.place}
      data-side={shift > 0 ? 'start' : 'end'}
      data-is-offered={action !== undefined}
      style={{ insetBlockStart: top, blockSize: height, inlineSize: Math.abs(shift) }}
    >
      {action && rowActionIcons[action]}
      {action && <span>{text(`messages.action.${action}`)}</span>}
    </div>
  )
}

/** Returns the swiped row after an event of a finger; undefined when the swipe has ended or was cancelled. */
function followFinger(
  { type, target, isPrimary, clientX, clientY: y, timeStamp: at }: PointerEvent,
  swiped: SwipedRow | undefined,
  rows: readonly ConversationSummary[],
): SwipedRow | undefined {
  if (type === 'pointermove') {
    if (swiped === undefined) return undefined
    const swipe = moveSwipe(swiped.swipe, { x: swiped.sign * clientX, y, at })
    return swipe === swiped.swipe ? swiped : swipe === noSwipe ? undefined : { ...swiped, swipe }
  }
  // A second finger, a scroll of the browser, or the end.
  if (type !== 'pointerdown' || !isPrimary || !(target instanceof Element)) return undefined
  const item = target.closest<HTMLElement>('[data-item-index]')
  const link = item?.querySelector<HTMLElement>('a')
  const row = rows[Number(item?.dataset.itemIndex)]
  if (!item || !link || row === undefined) return undefined
  const sign = getComputedStyle(item).direction === 'rtl' ? -1 : 1
  if (isAtEdge(sign === 1 ? clientX : innerWidth - clientX)) return undefined
  return { row, link, sign, swipe: { state: 'pressed', from: { x: sign * clientX, y, at } } }
}

/** Returns the action of the row's menu that a release runs now. */
function offeredAction({ row, swipe }: SwipedRow): RowAction | undefined {
  const wanted = rowSwipeAction(rowShift(swipe))
  const [read, pin, mute, hide] = rowActions(row)
  return wanted && { read, pin, mute, hide }[wanted]
}

/** Moves the row with the finger, and swallows the click that a browser may send after the release. */
function useFollowingRow(swiped: SwipedRow | undefined, shift: number): void {
  const link = swiped?.link
  const sign = swiped?.sign ?? 1
  useEffect(() => {
    if (link === undefined) return
    link.style.translate = shift === 0 ? '' : `${sign * shift}px`
    return () => {
      link.style.translate = ''
    }
  }, [link, sign, shift])
  const isSwiping = shift !== 0
  useEffect(() => {
    if (link === undefined || !isSwiping) return
    const swallow = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
    }
    link.addEventListener('click', swallow, true)
    // The click follows the release in the same task or the next one.
    return () => void requestAnimationFrame(() => link.removeEventListener('click', swallow, true))
  }, [link, isSwiping])
}
