import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { keepWindow, type MessageWindow } from '#domain/message-list/message-window.ts'
import type { Extent, ScrollMode } from '#domain/message-list/scroll-mode.ts'

/** The messages as they were last drawn, and which of them are in the document. */
export interface Drawn {
  readonly messages: readonly TimelineMessage[]
  readonly window: MessageWindow
}

/** What of the conversation a window shows. */
export const extentOf = ({ messages, window }: Drawn): Extent => ({
  showsNewest: window.end >= messages.length,
  showsOldest: window.start === 0,
})

export const isSameDrawing = (left: Drawn, right: Drawn): boolean =>
  left.messages === right.messages &&
  left.window.start === right.window.start &&
  left.window.end === right.window.end

/** The same window over messages that have changed, found again by identity. */
export const redraw = (drawn: Drawn, messages: readonly TimelineMessage[], mode: ScrollMode): Drawn => {
  const { start, end } = drawn.window
  const keys = drawn.messages.slice(start, end).map(({ key }) => key)
  const index = indexByKey(messages)
  const reaches = extentOf(drawn).showsNewest
  const following = reaches ? (mode === 'tail' ? 'tail' : 'newest') : 'none'
  return { messages, window: keepWindow(keys, (key) => index.get(key), messages.length, following) }
}

/** Where each message stands. */
export const indexByKey = (messages: readonly TimelineMessage[]): ReadonlyMap<string, number> =>
  new Map(messages.map(({ key }, index) => [key, index]))
