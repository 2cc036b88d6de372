import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { findStretch, keepWindow, type MessageWindow } from '#domain/message-list/message-window.ts'
import type { Extent, ScrollMode } from '#domain/message-list/scroll-mode.ts'

/** The messages as they were last drawn, and which of them are in the document. */
export interface Drawn {
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

export const isSameDrawing = (left: Drawn, right: Drawn): boolean =>
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
