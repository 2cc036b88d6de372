import { findRange } from '#domain/conversation/contiguous-ranges.ts'
import type { ConversationState } from '#domain/conversation/conversation-state.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { pageSize, type TimelineState } from '#domain/timeline/timeline-projection.ts'
import { newestRange, rangeToLoad, type TimelineRange } from '#domain/timeline/timeline-range.ts'
import { buildTimelineView, type TimelineMessageCache } from '#domain/timeline/timeline-view.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { OpenTimeline } from '../log/account-log.ts'
import type { Writable } from '../readable.ts'
import { type TimelineContextSources, viewContextOf } from './read-backward.ts'
import { readSequenceRanges, readTimelineRange, type TimelineReaderOptions } from './timeline-reader.ts'

export interface WindowOptions extends TimelineReaderOptions, TimelineContextSources {}

/** The messages of a conversation in memory, and the range of them that is shown. */
export interface TimelineWindow {
  readonly state: TimelineState
  readonly messages: Writable<readonly TimelineMessage[]>
  /** The view of each message, reused until it is stale. */
  views: TimelineMessageCache
  /** A sequence number in the detached window that is shown after a jump; undefined for the live window. */
  detachedAt: number | undefined
  /** The shown range; undefined when no message in it has a sequence number. */
  shown: TimelineRange | undefined
  isChanged: boolean
  /** False for a preloaded window. */
  isOpen: boolean
}

/**
 * The operations of a screen on its window. They do nothing when `isLive` is false, after the screen was closed.
 * `updateWindow` shows what has changed.
 */
export function openWindow(
  options: WindowOptions,
  window: TimelineWindow,
  { isLive, updateWindow }: { isLive(): boolean; updateWindow(window: TimelineWindow): void },
): Omit<OpenTimeline, 'close'> {
  const { state } = window
  const { id } = state
  const conversation = () => options.conversations().byId.get(id)
  const rangeAt = (sequence: number | undefined) =>
    sequence === undefined ? undefined : findRange(conversation()?.contiguousRanges ?? [], sequence)
  const hasNewerStored = (): boolean =>
    window.shown?.isDetached === true && (rangeAt(window.shown.to)?.to ?? 0) > window.shown.to
  const read = (from: number, to: number, use: () => boolean): Promise<boolean> =>
    readSequenceRanges(options, id, [{ from, to }], (stored) => {
      if (!isLive()) return false
      mergeStored(state, stored)
      return use()
    })
  const update = (): boolean => {
    updateWindow(window)
    return true
  }

  return {
    messages: window.messages,
    shown: () => window.shown,
    hasOlderStored: () => hasOlderStored(window.shown?.from, conversation()),
    async loadOlderStored(count) {
      const before = window.shown?.from
      if (before === undefined || !isLive()) return 0
      return readTimelineRange(options, { id, count, before }, (older) => {
        if (!isLive()) return 0
        const added = mergeStored(state, older)
        update()
        return added
      })
    },
    hasNewerStored,
    async loadNewerStored(count) {
      const to = window.shown?.to
      if (to !== undefined && hasNewerStored())
        await read(to + 1, Math.min(to + count, rangeAt(to)?.to ?? to), update)
    },
    async showAround(sequence, accepts) {
      const range = rangeAt(sequence)
      if (range === undefined) return false
      const cleared = conversation()?.clearing.sequence ?? 0
      const { from, to } = rangeToLoad(sequence, range, newestRange(state.bySequence), cleared)
      return read(from, to, () => {
        const marks = viewContextOf(options, id)
        if (!accepts(buildTimelineView(state, marks, window.views, sequence).messages)) return false
        window.detachedAt = sequence
        return update()
      })
    },
    showNewest() {
      window.detachedAt = undefined
      update()
    },
    rangeEnds: () => readEnds(options, conversation()),
    async storedAfter(sequence) {
      // Cleared messages are below all stored ones.
      const from = Math.max(sequence, conversation()?.clearing.sequence ?? 0) + 1
      const to = Math.min(from + pageSize - 1, rangeAt(from)?.to ?? 0)
      return readSequenceRanges(options, id, [{ from, to }], ({ bySequence: placed }) => inOrder(placed))
    },
  }
}

/** Adds stored messages that the window lacks. Returns how many of them are visible. */
export function mergeStored(state: TimelineState, stored: TimelineState): number {
  let added = 0
  for (const [sequence, message] of stored.bySequence) {
    if (state.bySequence.has(sequence)) continue
    state.bySequence.set(sequence, message)
    if (message.body !== null) added += 1
  }
  return added
}

/** Whether the storage has messages directly before this sequence number, without a gap. */
export function hasOlderStored(
  from: number | undefined,
  conversation: ConversationState | undefined,
): boolean {
  if (from === undefined || !conversation) return false
  const range = findRange(conversation.contiguousRanges, from)
  return range !== undefined && Math.max(range.from, conversation.clearing.sequence + 1) < from
}

/** The messages at the ends of the contiguous ranges, without cleared messages. */
function readEnds(
  options: WindowOptions,
  conversation: ConversationState | undefined,
): Promise<readonly ConfirmedMessage[]> {
  if (!conversation) return Promise.resolve([])
  const first = conversation.clearing.sequence + 1
  const ends = conversation.contiguousRanges
    .filter(({ to }) => to >= first)
    .flatMap(({ from, to }) => [Math.max(from, first), to])
    .map((sequence) => ({ from: sequence, to: sequence }))
  return readSequenceRanges(options, conversation.id, ends, ({ bySequence: placed }) => inOrder(placed))
}

const inOrder = (placed: TimelineState['bySequence']): readonly ConfirmedMessage[] =>
  [...placed].sort(([left], [right]) => left - right).map(([, message]) => message)
