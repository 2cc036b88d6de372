import { countUnread } from '#domain/conversation/unread-count.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { evolveTimeline, type TimelineState } from '#domain/timeline/timeline-projection.ts'
import { newestRange } from '#domain/timeline/timeline-range.ts'
import { buildTimelineView } from '#domain/timeline/timeline-view.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { FirstReading, OpenTimeline } from '../log/account-log.ts'
import type { Clock, TimerHandle } from '../ports.ts'
import { createWritable } from '../readable.ts'
import { storageLimits } from '../storage/storage-limits.ts'
import { viewContextOf } from './read-backward.ts'
import { shareListStructure } from './structural-sharing.ts'
import { readTimelineRange, stillContains } from './timeline-reader.ts'
import {
  hasOlderStored,
  mergeStored,
  openWindow,
  type TimelineWindow,
  type WindowOptions,
} from './timeline-window.ts'

/** Messages read from storage when a conversation is opened [STORE-02]. */
export const firstReadLimit = 200
/** More than a screen shows. With 'newest-first', these are returned before the rest of the first read. */
export const firstScreenLimit = 50

interface OpenTimelinesOptions extends WindowOptions {
  readonly clock: Clock
}

/** The conversations that are open on screens. Only these have their messages in memory. */
export interface OpenTimelines {
  /** With `newest-first`, resolves with the newest messages; the rest of the first read is added later. */
  open(id: ConversationId, reading: FirstReading): Promise<OpenTimeline>
  /** Reads the first messages of a conversation that a screen may open in the next 6 s [STORE-04]. */
  preload(id: ConversationId): void
  /** The open conversations, the last opened first. */
  shownConversations(): readonly ConversationId[]
  /** Folds one event into the affected windows; `publish` shows it. */
  fold(event: LogEvent): void
  /** Makes the next `publish` update a conversation whose hidden messages have changed. */
  invalidate(id: ConversationId): void
  /** Notifies the screens once of everything folded since. */
  publish(): void
  /** Drops a preloaded conversation. */
  stop(): void
}

export function createOpenTimelines(options: OpenTimelinesOptions): OpenTimelines {
  const windows = new Set<TimelineWindow>()
  const update = (window: TimelineWindow) => updateWindow(options, window)

  const start = (state: TimelineState): TimelineWindow => {
    const window = createWindow(state)
    windows.add(window)
    update(window)
    return window
  }
  const read = (id: ConversationId, count: number) => readTimelineRange(options, { id, count }, start)
  const preloader = createPreloader<TimelineWindow>({
    clock: options.clock,
    read: (id) => read(id, firstReadLimit),
    discard: (window) => windows.delete(window),
  })

  /** The preloaded window, unless it no longer contains the messages of a first read. */
  const ifCurrent = (id: ConversationId, window: TimelineWindow | undefined): TimelineWindow | undefined => {
    if (!window) return undefined
    const from = newestRange(window.state.bySequence)?.from
    const older = hasOlderStored(from, options.conversations().byId.get(id))
    if (stillContains(window.state, { id, count: firstReadLimit }, older)) {
      update(window)
      return window
    }
    windows.delete(window)
    return undefined
  }

  const show = (window: TimelineWindow): OpenTimeline => {
    window.isOpen = true
    return {
      ...openWindow(options, window, { isLive: () => windows.has(window), updateWindow: update }),
      close: () => {
        windows.delete(window)
      },
    }
  }

  /** The first unread message must be included, so many unread messages need the whole first read. */
  const firstCountOf = (id: ConversationId): number => {
    const conversation = options.conversations().byId.get(id)
    return conversation && countUnread(conversation) > firstScreenLimit / 2
      ? firstReadLimit
      : firstScreenLimit
  }

  /** Reads the rest of the first read into a window that shows the newest messages. */
  const readRest = async (window: TimelineWindow): Promise<void> => {
    const { id, bySequence: placed } = window.state
    const before = newestRange(placed)?.from
    const count = firstReadLimit - window.messages.get().length
    const isDone = count <= 0 || !hasOlderStored(before, options.conversations().byId.get(id))
    if (isDone || !windows.has(window)) return
    await readTimelineRange(options, { id, count, before }, (older) => {
      if (windows.has(window) && mergeStored(window.state, older) > 0) update(window)
    })
  }

  return {
    async open(id, reading) {
      const taken = preloader.take(id)
      const preloaded = taken && ifCurrent(id, await taken)
      if (preloaded) return show(preloaded)
      const count = reading === 'whole' ? firstReadLimit : firstCountOf(id)
      const window = await read(id, count)
      // After the caller has the window. A fault is shown when the user scrolls there and reads again.
      if (count < firstReadLimit)
        options.clock.setTimeout(() => void readRest(window).catch(() => undefined), 0)
      return show(window)
    },
    preload: preloader.start,
    stop: preloader.stop,
    shownConversations() {
      const open = [...windows].filter(({ isOpen }) => isOpen)
      return [...new Set(open.reverse().map(({ state }) => state.id))]
    },
    fold(event) {
      for (const window of windows) {
        // Retention removes messages from the storage, but not from an open screen.
        const isIgnored = event.type === 'HistoryTrimmed' && window.isOpen
        const isOwn = event.stream === window.state.id && !isIgnored
        if (isOwn) evolveTimeline(window.state, event)
        if (isOwn) window.isChanged = true
        if (!changesNames(event)) continue
        window.views = new WeakMap()
        window.isChanged = true
      }
    },
    invalidate(id) {
      for (const window of windows) {
        if (window.state.id !== id) continue
        window.views = new WeakMap()
        window.isChanged = true
      }
    },
    publish() {
      for (const window of windows) {
        if (!window.isChanged) continue
        window.isChanged = false
        update(window)
      }
    },
  }
}

const createWindow = (state: TimelineState): TimelineWindow => ({
  state,
  messages: createWritable<readonly TimelineMessage[]>([]),
  views: new WeakMap(),
  detachedAt: undefined,
  shown: undefined,
  isChanged: false,
  isOpen: false,
})

/**
 * Updates a window's messages. A detached window that has reached the newest messages, or has no messages, becomes
 * live.
 */
function updateWindow(options: WindowOptions, window: TimelineWindow): void {
  const marks = viewContextOf(options, window.state.id)
  const { messages, range } = buildTimelineView(window.state, marks, window.views, window.detachedAt)
  window.shown = range
  if (!range?.isDetached) window.detachedAt = undefined
  window.messages.set(shareListStructure(window.messages.get(), messages, (message) => message.key))
}

/** Messages show names: the profile's for own ones, the remark for a friend's. */
const changesNames = ({ type }: LogEvent): boolean =>
  type === 'ProfileUpdated' ||
  type === 'AccountCompacted' ||
  type === 'FriendListed' ||
  type === 'FriendRemoved'

/** Reads one conversation before a screen opens it. No pipe, because a screen takes the read synchronously. */
interface Preloader<Read> {
  /** Starts to read. Drops the result if it is not taken within 6 s [STORE-04]. */
  start(id: ConversationId): void
  /**
   * The pending read of this conversation, once; it resolves with undefined after a fault. Undefined for another
   * conversation.
   */
  take(id: ConversationId): Promise<Read | undefined> | undefined
  stop(): void
}

function createPreloader<Read>(options: {
  readonly clock: Clock
  read(id: ConversationId): Promise<Read>
  /** Gets a result that was not taken. */
  discard(read: Read): void
}): Preloader<Read> {
  const { clock, discard } = options
  let current: { readonly id: ConversationId; readonly reading: Promise<Read | undefined> } | undefined
  let timer: TimerHandle | undefined

  const release = () => {
    const released = current
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    current = undefined
    return released
  }
  const stop = () => {
    void release()?.reading.then((read) => {
      if (read !== undefined) discard(read)
    })
  }

  return {
    start(id) {
      stop()
      // The screen that opens the conversation reads it again and shows the fault.
      current = { id, reading: options.read(id).catch(() => undefined) }
      timer = clock.setTimeout(stop, storageLimits.hydrating)
    },
    take(id) {
      if (current?.id === id) return release()?.reading
      stop()
      return undefined
    },
    stop,
  }
}
