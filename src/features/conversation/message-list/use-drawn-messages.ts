import { startTransition, useEffect, useRef, useState } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import {
  fillWindow,
  findStretch,
  fitWindow,
  isUrgent,
  keepWindow,
  type MessageWindow,
  type VisibleStretch,
  windowAround,
  windowAtTail,
  withHeld,
} from '#domain/message-list/message-window.ts'
import type { Extent, ScrollMode } from '#domain/message-list/scroll-mode.ts'

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

/** The messages as they were last drawn, and which of them are in the document. */
interface Drawn {
  readonly messages: readonly TimelineMessage[]
  readonly window: MessageWindow
}

/** What of the conversation a window shows; on an island newer messages follow the last one. */
export const extentOf = (drawn: Drawn, hasNewer: boolean): Extent => ({
  showsNewest: reachesLast(drawn) && !hasNewer,
  showsOldest: drawn.window.start === 0,
  showsLast: reachesLast(drawn),
})

const reachesLast = ({ messages, window }: Drawn): boolean => window.end >= messages.length

const isSameDrawing = (left: Drawn, right: Drawn): boolean =>
  left.messages === right.messages &&
  left.window.start === right.window.start &&
  left.window.end === right.window.end

/** The same window over messages that have changed, found again by identity. */
export const redraw = (drawn: Drawn, messages: readonly TimelineMessage[], mode: ScrollMode): Drawn => {
  const keys = keysOf(drawn)
  const index = indexOfDrawn(drawn, keys, messages)
  const following = reachesLast(drawn) ? (mode === 'tail' ? 'tail' : 'newest') : 'none'
  return { messages, window: keepWindow(keys, (key) => index.get(key), messages.length, following) }
}

const keysOf = ({ messages, window }: Drawn): readonly string[] =>
  messages.slice(window.start, window.end).map(({ key }) => key)

/** Where each drawn message stands now; a conversation of 100,000 is looked through only where its order has changed. */
const indexOfDrawn = (
  { messages: before, window: { start } }: Drawn,
  keys: readonly string[],
  messages: readonly TimelineMessage[],
): ReadonlyMap<string, number> => {
  // All that is new stands below it, or all above it.
  const places = [start, start + messages.length - before.length]
  const found = findStretch(keys, (index) => messages[index]?.key, places)
  if (found !== undefined) return new Map(keys.map((key, offset) => [key, found + offset]))
  return new Map(messages.map(({ key }, index) => [key, index]))
}

/** Where a message that is in the document stands among all; undefined when it is not in the document. */
export const indexInWindow = ({ messages, window }: Drawn, key: string | undefined): number | undefined => {
  for (let index = window.start; index < window.end; index += 1)
    if (messages[index]?.key === key) return index
  return undefined
}

const keyAround = (node: Node | null): string | undefined => {
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest<HTMLElement>('[data-key]')?.dataset.key
}

/** The messages between which text is selected on this page, by their indexes; undefined when it is in none of them. */
export function selectedStretch(drawn: Drawn): VisibleStretch | undefined {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed) return undefined
  const ends = [selection.anchorNode, selection.focusNode]
    .map((node) => indexInWindow(drawn, keyAround(node)))
    .filter((index) => index !== undefined)
  return ends.length === 0 ? undefined : { first: Math.min(...ends), last: Math.max(...ends) }
}
