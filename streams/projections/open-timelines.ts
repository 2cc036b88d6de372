import type { ConversationState } from '#domain/conversation/conversation-state.ts'
import { rangeHolding } from '#domain/conversation/held-ranges.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { evolveTimeline } from '#domain/timeline/timeline-projection.ts'
import type { TimelineState } from '#domain/timeline/timeline-state.ts'
import { type DrawnMessages, newestStretch, viewTimeline } from '#domain/timeline/timeline-view.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { OpenTimeline } from '../log/account-log.ts'
import type { Clock } from '../ports.ts'
import { createSource, type Source } from '../readable.ts'
import { createHydration } from './hydration.ts'
import { marksOf, type TimelineMarkSources } from './read-back.ts'
import { reuseList } from './reuse.ts'
import { isStillWanted, readStretch, type TimelineReaderOptions } from './timeline-reader.ts'

/** Messages read from storage when a conversation is opened [STORE-02]. */
export const firstReadLimit = 200

interface OpenTimelinesOptions extends TimelineReaderOptions, TimelineMarkSources {
  readonly clock: Clock
}

/** The conversations that screens have open; only these have messages in memory. */
export interface OpenTimelines {
  open(id: ConversationId): Promise<OpenTimeline>
  /** Reads what a start shows of a conversation, for whoever opens it in the next seconds [STORE-04]. */
  hydrate(id: ConversationId): void
  /** What is open, the one opened last first. */
  lookedAt(): readonly ConversationId[]
  /** Folds one event into the windows it concerns; `publish` shows it. */
  fold(event: LogEvent): void
  /** Has a conversation drawn anew by the next `publish`: its veil has changed. */
  redraw(id: ConversationId): void
  /** Tells the screens once for all that was folded since. */
  publish(): void
  /** Lets go of what nobody has opened. */
  stop(): void
}

interface Window {
  readonly state: TimelineState
  readonly messages: Source<readonly TimelineMessage[]>
  drawn: DrawnMessages
  /** The sequence number that what is drawn starts with; undefined when nothing of it has one. */
  from: number | undefined
  isChanged: boolean
  /** Whether a screen has it open; else it was read for one that may. */
  isOpen: boolean
}

export function createOpenTimelines(options: OpenTimelinesOptions): OpenTimelines {
  const windows = new Set<Window>()

  const draw = (window: Window) => {
    const next = viewTimeline(window.state, marksOf(options, window.state.id), window.drawn)
    window.from = newestStretch(window.state.placed)?.from
    window.messages.set(reuseList(window.messages.get(), next, (message) => message.key))
  }

  const start = (state: TimelineState): Window => {
    const messages = createSource<readonly TimelineMessage[]>([])
    const drawn: DrawnMessages = new WeakMap()
    const window: Window = { state, messages, drawn, from: undefined, isChanged: false, isOpen: false }
    windows.add(window)
    draw(window)
    return window
  }
  const read = (id: ConversationId) => readStretch(options, { id, count: firstReadLimit }, start)
  const hydration = createHydration<Window>({
    clock: options.clock,
    read,
    discard: (window) => windows.delete(window),
  })

  /** What the start has read, unless too much has happened since. */
  const takeHydrated = async (id: ConversationId): Promise<Window | undefined> => {
    const window = await hydration.take(id)
    if (!window) return undefined
    const from = newestStretch(window.state.placed)?.from
    const older = hasOlder(from, options.conversations().byId.get(id))
    if (isStillWanted(window.state, { id, count: firstReadLimit }, older)) {
      draw(window)
      return window
    }
    windows.delete(window)
    return undefined
  }

  const loadOlder = async (window: Window, count: number): Promise<number> => {
    const { state } = window
    const before = window.from
    if (before === undefined || !windows.has(window)) return 0
    return readStretch(options, { id: state.id, count, before }, (older) => {
      if (!windows.has(window)) return 0
      const added = adopt(state, older)
      draw(window)
      return added
    })
  }

  return {
    async open(id) {
      const window = (await takeHydrated(id)) ?? (await read(id))
      window.isOpen = true
      return {
        messages: window.messages,
        hasOlderStored: () => hasOlder(window.from, options.conversations().byId.get(id)),
        loadOlderStored: (count) => loadOlder(window, count),
        close: () => {
          windows.delete(window)
        },
      }
    },
    hydrate: hydration.start,
    stop: hydration.stop,
    lookedAt() {
      const open = [...windows].filter(({ isOpen }) => isOpen)
      return [...new Set(open.reverse().map(({ state }) => state.id))]
    },
    fold(event) {
      for (const window of windows) {
        // What somebody reads is not taken away under their eyes, only from what is stored.
        const isKept = event.type === 'HistoryTrimmed' && window.isOpen
        const isOwn = event.stream === window.state.id && !isKept
        if (isOwn) evolveTimeline(window.state, event)
        if (isOwn) window.isChanged = true
        if (!isNaming(event)) continue
        window.drawn = new WeakMap()
        window.isChanged = true
      }
    },
    redraw(id) {
      for (const window of windows) {
        if (window.state.id !== id) continue
        window.drawn = new WeakMap()
        window.isChanged = true
      }
    },
    publish() {
      for (const window of windows) {
        if (!window.isChanged) continue
        window.isChanged = false
        draw(window)
      }
    },
  }
}

/** Own messages may show the name and picture of the profile, those of friends a remark. */
const isNaming = ({ type }: LogEvent): boolean =>
  type === 'ProfileUpdated' ||
  type === 'AccountCompacted' ||
  type === 'FriendListed' ||
  type === 'FriendRemoved'

/** Takes over older messages that the window lacks; returns how many of them are visible. */
function adopt(state: TimelineState, older: TimelineState): number {
  let added = 0
  for (const [sequence, message] of older.placed) {
    if (state.placed.has(sequence)) continue
    state.placed.set(sequence, message)
    if (message.body !== null) added += 1
  }
  return added
}

/** Whether storage holds messages without a hole before this sequence number. */
function hasOlder(from: number | undefined, conversation: ConversationState | undefined): boolean {
  if (from === undefined || !conversation) return false
  const range = rangeHolding(conversation.held, from)
  return range !== undefined && Math.max(range.from, conversation.clearing.sequence + 1) < from
}
