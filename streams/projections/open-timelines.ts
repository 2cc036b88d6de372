import { countUnread } from '#domain/conversation/unread-count.ts'
import { evolveTimeline, type TimelineState } from '#domain/timeline/timeline-projection.ts'
import { newestRange } from '#domain/timeline/timeline-range.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { FirstReading, OpenTimeline } from '../log/account-log.ts'
import type { Clock } from '../ports.ts'
import { createHydration } from './hydration.ts'
import { isStillWanted, readStretch } from './timeline-reader.ts'
import {
  adopt,
  createWindow,
  drawWindow,
  hasOlderStored,
  openWindow,
  type TimelineWindow,
  type WindowOptions,
} from './timeline-window.ts'

/** Messages read from storage when a conversation is opened [STORE-02]. */
export const firstReadLimit = 200
/** As many of them are more than a screen shows, and are handed over before the others are read. */
export const firstLook = 50

interface OpenTimelinesOptions extends WindowOptions {
  readonly clock: Clock
}

/** The conversations that screens have open; only these have messages in memory. */
export interface OpenTimelines {
  /** `newest-first` hands it over with the newest messages; the others of the first reading follow by themselves. */
  open(id: ConversationId, reading: FirstReading): Promise<OpenTimeline>
  /** Reads what a start shows of a conversation, for whoever opens it in the next seconds [STORE-04]. */
  hydrate(id: ConversationId): void
  /** What is open, the one opened last first. */
  lookedAt(): readonly ConversationId[]
  /** Folds one event into the windows it concerns; `publish` shows it. */
  fold(event: LogEvent): void
  /** Has a conversation drawn anew by the next `publish`: its hidden messages changed. */
  redraw(id: ConversationId): void
  /** Tells the screens once for all that was folded since. */
  publish(): void
  /** Lets go of what nobody has opened. */
  stop(): void
}

export function createOpenTimelines(options: OpenTimelinesOptions): OpenTimelines {
  const windows = new Set<TimelineWindow>()
  const draw = (window: TimelineWindow) => drawWindow(options, window)

  const start = (state: TimelineState): TimelineWindow => {
    const window = createWindow(state)
    windows.add(window)
    draw(window)
    return window
  }
  const read = (id: ConversationId, count: number) => readStretch(options, { id, count }, start)
  const hydration = createHydration<TimelineWindow>({
    clock: options.clock,
    read: (id) => read(id, firstReadLimit),
    discard: (window) => windows.delete(window),
  })

  /** What the start has read, unless too much has happened since. */
  const stillWanted = (
    id: ConversationId,
    window: TimelineWindow | undefined,
  ): TimelineWindow | undefined => {
    if (!window) return undefined
    const from = newestRange(window.state.placed)?.from
    const older = hasOlderStored(from, options.conversations().byId.get(id))
    if (isStillWanted(window.state, { id, count: firstReadLimit }, older)) {
      draw(window)
      return window
    }
    windows.delete(window)
    return undefined
  }

  const show = (window: TimelineWindow): OpenTimeline => {
    window.isOpen = true
    return {
      ...openWindow(options, window, () => windows.has(window)),
      close: () => {
        windows.delete(window)
      },
    }
  }

  /** Where reading begins is to be seen at once: who has much to read gets all of the first reading. */
  const firstLookAt = (id: ConversationId): number => {
    const conversation = options.conversations().byId.get(id)
    return conversation && countUnread(conversation) > firstLook / 2 ? firstReadLimit : firstLook
  }

  /** Reads what is left of the first reading of a conversation whose newest messages are shown. */
  const readOn = async (window: TimelineWindow): Promise<void> => {
    const { id, placed } = window.state
    const before = newestRange(placed)?.from
    const count = firstReadLimit - window.messages.get().length
    const isDone = count <= 0 || !hasOlderStored(before, options.conversations().byId.get(id))
    if (isDone || !windows.has(window)) return
    await readStretch(options, { id, count, before }, (older) => {
      if (windows.has(window) && adopt(window.state, older) > 0) draw(window)
    })
  }

  return {
    async open(id, reading) {
      const taken = hydration.take(id)
      const hydrated = taken && stillWanted(id, await taken)
      if (hydrated) return show(hydrated)
      const count = reading === 'whole' ? firstReadLimit : firstLookAt(id)
      const window = await read(id, count)
      // Once whoever opened it was told. What cannot be read is read by whoever scrolls there, who is told of the fault.
      if (count < firstReadLimit)
        options.clock.setTimeout(() => void readOn(window).catch(() => undefined), 0)
      return show(window)
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
