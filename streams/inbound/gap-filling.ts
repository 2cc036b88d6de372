import type { Subscription } from 'rxjs'
import {
  findGaps,
  gapDelay,
  isFilledUnasked,
  type SequenceGap,
} from '#domain/synchronisation/missed-messages.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { Clock, TimerHandle } from '../ports.ts'
import { askHistory, keepHistory } from './fetch-history.ts'
import type { FetchParts } from './fetch-parts.ts'

/** Notices holes in the sequence numbers and fetches what is missing [LIFE-20]. */
export interface GapFilling {
  /** Fills the holes of these conversations now, but for those that wait for somebody to scroll; throws CallFailed. */
  fill(conversations: readonly ConversationId[]): Promise<void>
  stop(): void
}

interface GapParts extends FetchParts {
  readonly clock: Clock
  /** A fill of its own accord failed; the next login fetches again. */
  onFailure(cause: unknown): void
}

/**
 * Messages fold in at once, whatever is missing before them. A hole then waits 600 ms, for what is missing is often on
 * its way [LIFE-21]; what still misses is fetched, page by page upwards from the last number held below the hole, until
 * the numbers meet. A hole that the server cannot fill is left alone from then on (DEC-106). One of more than a page is
 * left to whoever looks: it is filled when the conversation is open, and a very large one page by page in scrolling.
 *
 *   held:   1 ─────── 40            81 ── 90
 *   fetch:            └► 41 … 80 ──►┘
 */
export function startGapFilling(parts: GapParts): GapFilling {
  const { clock, log, signal } = parts
  const timers = new Map<ConversationId, TimerHandle>()
  const unfillable = new Set<string>()
  /** One fill at a time: the next one starts from what this one has fetched. */
  let running: Promise<void> = Promise.resolve()

  const nameOf = (id: ConversationId, gap: SequenceGap) => `${id} ${gap.after} ${gap.before}`

  const openGaps = (id: ConversationId): readonly SequenceGap[] => {
    const gaps = findGaps(log.knowledge(id)?.held ?? [])
    if (gaps.length === 0) return gaps
    const isLookedAt = log.lookedAt().includes(id)
    return gaps.filter((gap) => isFilledUnasked(gap, isLookedAt) && !unfillable.has(nameOf(id, gap)))
  }

  async function fillGap(id: ConversationId, gap: SequenceGap): Promise<void> {
    let after = log.knowledge(id)?.idAt(gap.after)
    while (after !== undefined && !signal.aborted) {
      const page = await askHistory(parts, id, { after })
      const last = page.kind === 'page' ? page.messages.at(-1) : undefined
      if (page.kind !== 'page' || !last) break
      await keepHistory(parts, id, page.messages, false)
      if ((last.sequence ?? gap.before) + 1 >= gap.before) break
      after = last.serverId
    }
    if (signal.aborted) return
    const left = openGaps(id).filter((one) => one.after >= gap.after && one.before <= gap.before)
    for (const one of left) unfillable.add(nameOf(id, one))
  }

  async function fillAll(conversations: readonly ConversationId[]): Promise<void> {
    for (const id of conversations) for (const gap of openGaps(id)) await fillGap(id, gap)
  }

  const fill = (conversations: readonly ConversationId[]): Promise<void> => {
    const filled = running.then(() => fillAll(conversations))
    running = filled.catch(() => undefined)
    return filled
  }

  const expire = (id: ConversationId) => {
    timers.delete(id)
    fill([id]).catch(parts.onFailure)
  }

  const notice = (events: readonly LogEvent[]) => {
    for (const id of new Set(events.filter(mayLeaveGap).map(({ stream }) => stream))) {
      if (id === 'account' || timers.has(id) || openGaps(id).length === 0) continue
      timers.set(
        id,
        clock.setTimeout(() => expire(id), gapDelay),
      )
    }
  }

  const subscription: Subscription = log.appended$.subscribe(notice)
  return {
    fill,
    stop() {
      subscription.unsubscribe()
      for (const timer of timers.values()) clock.clearTimeout(timer)
      timers.clear()
    },
  }
}

const mayLeaveGap = ({ type }: LogEvent): boolean =>
  type === 'MessageReceived' || type === 'MessageAcknowledged'
