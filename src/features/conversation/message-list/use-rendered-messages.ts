import { startTransition, useRef, useState } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { withWholeSends } from '#domain/message-list/album-layout.ts'
import {
  fitWindow,
  includeSelection,
  isNearWindowEdge,
  keepWindow,
  type MessageWindow,
  relocateRange,
  type VisibleRange,
  windowAround,
  windowAtTail,
} from '#domain/message-list/message-window.ts'
import type { RenderedExtent, ScrollMode } from '#domain/message-list/scroll-mode.ts'

interface RenderedMessages {
  readonly rendered: RenderedWindow
  /** Renders another window now. */
  readonly show: (window: MessageWindow) => void
  /**
   * Moves the window when the visible range comes near its edge: immediately if urgent, else in a transition. `selected`
   * stays rendered.
   */
  readonly moveWindow: (seen: VisibleRange, selected: VisibleRange | undefined) => void
}

/** The window of messages in the document. It opens around `openAt`, or at the newest when undefined. */
export const useRenderedMessages = (
  messages: readonly TimelineMessage[],
  openAt: number | undefined,
  mode: ScrollMode,
): RenderedMessages => {
  const [stored, setStored] = useState<RenderedWindow>(() =>
    renderedOf(
      messages,
      openAt === undefined ? windowAtTail(messages.length) : windowAround(openAt, messages.length),
    ),
  )
  const rendered = stored.messages === messages ? stored : rerender(stored, messages, mode)
  if (rendered !== stored) setStored(rendered)

  // A requested window that has not rendered yet; requesting it again on every render would never end.
  const awaited = useRef<RenderedWindow>(undefined)
  const show = (window: MessageWindow) => {
    awaited.current = undefined
    setStored(renderedOf(messages, window))
  }
  const renderInTransition = (wanted: MessageWindow) => {
    const next = renderedOf(messages, wanted)
    if (isSameRender(rendered, next)) return
    if (awaited.current && isSameRender(awaited.current, next)) return
    awaited.current = next
    startTransition(() => setStored(next))
  }
  const moveWindow = (seen: VisibleRange, selected: VisibleRange | undefined) => {
    if (awaited.current && isSameRender(awaited.current, rendered)) awaited.current = undefined
    const fitting = fitWindow(rendered.window, seen, messages.length)
    if (fitting === rendered.window) return
    const fitted = includeSelection(fitting, selected)
    if (
      isNearWindowEdge(rendered.window, seen, messages.length) &&
      !isSameRender(rendered, renderedOf(messages, fitted))
    )
      return show(fitted)
    renderInTransition(fitted)
  }
  return { rendered, show, moveWindow }
}

/** The messages of the last render and the window of them in the document. */
interface RenderedWindow {
  readonly messages: readonly TimelineMessage[]
  readonly window: MessageWindow
}

/** Returns a rendered window that is extended to whole sends, because an album is drawn whole. */
const renderedOf = (messages: readonly TimelineMessage[], window: MessageWindow): RenderedWindow => ({
  messages,
  window: withWholeSends(messages, window),
})

/** Returns which ends of the conversation a window shows. In a detached window newer messages follow the last one. */
export const extentOf = (rendered: RenderedWindow, hasNewer: boolean): RenderedExtent => ({
  showsNewest: reachesLast(rendered) && !hasNewer,
  showsOldest: rendered.window.start === 0,
  showsLast: reachesLast(rendered),
})

const reachesLast = ({ messages, window }: RenderedWindow): boolean => window.end >= messages.length

const isSameRender = (left: RenderedWindow, right: RenderedWindow): boolean =>
  left.messages === right.messages &&
  left.window.start === right.window.start &&
  left.window.end === right.window.end

/** Returns the same window over changed messages, matched by key. */
export const rerender = (
  rendered: RenderedWindow,
  messages: readonly TimelineMessage[],
  mode: ScrollMode,
): RenderedWindow => {
  const keys = keysOf(rendered)
  const index = indexOfRendered(rendered, keys, messages)
  const following = reachesLast(rendered) ? (mode === 'tail' ? 'tail' : 'newest') : 'none'
  return renderedOf(
    messages,
    keepWindow(keys, (key) => index.get(key), messages.length, following),
  )
}

const keysOf = ({ messages, window }: RenderedWindow): readonly string[] =>
  messages.slice(window.start, window.end).map(({ key }) => key)

/** Returns the new index of each rendered message. Scans all messages only if their order has changed. */
const indexOfRendered = (
  { messages: before, window: { start } }: RenderedWindow,
  keys: readonly string[],
  messages: readonly TimelineMessage[],
): ReadonlyMap<string, number> => {
  // The common cases: all new messages are after the window, or all before it.
  const places = [start, start + messages.length - before.length]
  const found = relocateRange(keys, (index) => messages[index]?.key, places)
  if (found !== undefined) return new Map(keys.map((key, offset) => [key, found + offset]))
  return new Map(messages.map(({ key }, index) => [key, index]))
}

/** Returns the index of a rendered message among all; undefined when it is not rendered. */
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

/** Returns the range of messages that the text selection touches; undefined when it touches none. */
export function selectedRange(rendered: RenderedWindow): VisibleRange | undefined {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed) return undefined
  const ends = [selection.anchorNode, selection.focusNode]
    .map((node) => indexInWindow(rendered, keyAround(node)))
    .filter((index) => index !== undefined)
  return ends.length === 0 ? undefined : { first: Math.min(...ends), last: Math.max(...ends) }
}
