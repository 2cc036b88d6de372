import { startTransition, useEffect, useRef, useState } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import {
  fillWindow,
  fitWindow,
  isUrgent,
  type MessageWindow,
  type VisibleStretch,
  windowAround,
  windowAtTail,
  withHeld,
} from '#domain/message-list/message-window.ts'
import type { ScrollMode } from '#domain/message-list/scroll-mode.ts'
import { type Drawn, isSameDrawing, redraw } from './drawn-messages.ts'

interface DrawnMessages {
  readonly drawn: Drawn
  /** Draws another window now. */
  readonly show: (window: MessageWindow) => void
  /** Moves the window on if what is seen comes near its edge, at once when it must, else when there is time; what is held stays in it. */
  readonly moveOn: (seen: VisibleStretch, held: VisibleStretch | undefined) => void
}

/** Nothing has moved for so long before a small window is filled, ms: that a conversation opens comes first. */
const restBeforeFilling = 500

/** Which of the messages are in the document; opens around `openAt`, at the newest when undefined. */
export const useDrawnMessages = (
  messages: readonly TimelineMessage[],
  openAt: number | undefined,
  mode: ScrollMode,
): DrawnMessages => {
  const [stored, setStored] = useState<Drawn>(() => ({
    messages,
    window: openAt === undefined ? windowAtTail(messages.length) : windowAround(openAt, messages.length),
  }))
  const drawn = stored.messages === messages ? stored : redraw(stored, messages, mode)
  if (drawn !== stored) setStored(drawn)

  // What has been asked for and not been drawn yet: asking again at every drawing would never end.
  const awaited = useRef<Drawn>(undefined)
  const show = (window: MessageWindow) => {
    awaited.current = undefined
    setStored({ messages, window })
  }
  const drawWhenIdle = (wanted: MessageWindow) => {
    const next = { messages, window: wanted }
    if (isSameDrawing(drawn, next)) return
    if (awaited.current && isSameDrawing(awaited.current, next)) return
    awaited.current = next
    startTransition(() => setStored(next))
  }
  const filling = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(filling.current), [])
  const moveOn = (seen: VisibleStretch, held: VisibleStretch | undefined) => {
    if (awaited.current && isSameDrawing(awaited.current, drawn)) awaited.current = undefined
    clearTimeout(filling.current)
    const fitting = fitWindow(drawn.window, seen, messages.length)
    if (fitting === drawn.window) {
      const full = fillWindow(drawn.window, seen, messages.length)
      if (full === drawn.window) return
      filling.current = window.setTimeout(() => drawWhenIdle(withHeld(full, held)), restBeforeFilling)
      return
    }
    const fitted = withHeld(fitting, held)
    if (isUrgent(drawn.window, seen, messages.length) && !isSameDrawing(drawn, { messages, window: fitted }))
      return show(fitted)
    drawWhenIdle(fitted)
  }
  return { drawn, show, moveOn }
}
