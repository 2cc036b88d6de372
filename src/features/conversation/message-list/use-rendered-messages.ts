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

interface RenderedMessages {
  readonly rendered: RenderedWindow
  /** Draws another window now. */
  readonly show: (window: MessageWindow) => void
  /** Moves the window on if what is seen comes near its edge, at once when it must, else when there is time; what is held stays in it. */
  readonly moveWindow: (seen: VisibleStretch, held: VisibleStretch | undefined) => void
}

/** Nothing has moved for so long before a small window is filled, ms: that a conversation opens comes first. */
const restBeforeFilling = 500

/** Which of the messages are in the document; opens around `openAt`, at the newest when undefined. */
export const useRenderedMessages = (
  messages: readonly TimelineMessage[],
  openAt: number | undefined,
  mode: ScrollMode,
): RenderedMessages => {
  const [stored, setStored] = useState<RenderedWindow>(() => ({
    messages,
    window: openAt === undefined ? windowAtTail(messages.length) : windowAround(openAt, messages.length),
  }))
  const rendered = stored.messages === messages ? stored : rerender(stored, messages, mode)
  if (rendered !== stored) setStored(rendered)

  // What has been asked for and not been rendered yet: asking again at every drawing would never end.
  const awaited = useRef<RenderedWindow>(undefined)
  const show = (window: MessageWindow) => {
    awaited.current = undefined
    setStored({ messages, window })
  }
  const renderWhenIdle = (wanted: MessageWindow) => {
    const next = { messages, window: wanted }
    if (isSameRender(rendered, next)) return
    if (awaited.current && isSameRender(awaited.current, next)) return
    awaited.current = next
    startTransition(() => setStored(next))
  }
  const filling = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(filling.current), [])
  const moveWindow = (seen: VisibleStretch, held: VisibleStretch | undefined) => {
    if (awaited.current && isSameRender(awaited.current, rendered)) awaited.current = undefined
    clearTimeout(filling.current)
    const fitting = fitWindow(rendered.window, seen, messages.length)
    if (fitting === rendered.window) {
      const full = fillWindow(rendered.window, seen, messages.length)
      if (full === rendered.window) return
      filling.current = window.setTimeout(() => renderWhenIdle(withHeld(full, held)), restBeforeFilling)
      return
    }
    const fitted = withHeld(fitting, held)
    if (
      isUrgent(rendered.window, seen, messages.length) &&
      !isSameRender(rendered, { messages, window: fitted })
    )
      return show(fitted)
    renderWhenIdle(fitted)
  }
  return { rendered, show, moveWindow }
}

/** The messages as they were last rendered, and which of them are in the document. */
interface RenderedWindow {
  readonly messages: readonly TimelineMessage[]
  readonly window: MessageWindow
}

/** What of the conversation a window shows; on an island newer messages follow the last one. */
export const extentOf = (rendered: RenderedWindow, hasNewer: boolean): Extent => ({
  showsNewest: reachesLast(rendered) && !hasNewer,
  showsOldest: rendered.window.start === 0,
  showsLast: reachesLast(rendered),
})

const reachesLast = ({ messages, window }: RenderedWindow): boolean => window.end >= messages.length

const isSameRender = (left: RenderedWindow, right: RenderedWindow): boolean =>
  left.messages === right.messages &&
  left.window.start === right.window.start &&
  left.window.end === right.window.end

/** The same window over messages that have changed, found again by identity. */
export const rerender = (
  rendered: RenderedWindow,
  messages: readonly TimelineMessage[],
  mode: ScrollMode,
): RenderedWindow => {
  const keys = keysOf(rendered)
  const index = indexOfRendered(rendered, keys, messages)
  const following = reachesLast(rendered) ? (mode === 'tail' ? 'tail' : 'newest') : 'none'
  return { messages, window: keepWindow(keys, (key) => index.get(key), messages.length, following) }
}

const keysOf = ({ messages, window }: RenderedWindow): readonly string[] =>
  messages.slice(window.start, window.end).map(({ key }) => key)

/** Where each rendered message stands now; a conversation of 100,000 is looked through only where its order has changed. */
const indexOfRendered = (
  { messages: before, window: { start } }: RenderedWindow,
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
export const indexInWindow = (
  { messages, window }: RenderedWindow,
  key: string | undefined,
): number | undefined => {
  for (let index = window.start; index < window.end; index += 1)
    if (messages[index]?.key === key) return index
  return undefined
}

const keyAround = (node: Node | null): string | undefined => {
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest<HTMLElement>('[data-key]')?.dataset.key
}

/** The messages between which text is selected on this page, by their indexes; undefined when it is in none of them. */
export function selectedRange(rendered: RenderedWindow): VisibleStretch | undefined {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed) return undefined
  const ends = [selection.anchorNode, selection.focusNode]
    .map((node) => indexInWindow(rendered, keyAround(node)))
    .filter((index) => index !== undefined)
  return ends.length === 0 ? undefined : { first: Math.min(...ends), last: Math.max(...ends) }
}
