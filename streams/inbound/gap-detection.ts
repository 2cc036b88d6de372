import { filter, map, mergeMap, tap } from 'rxjs'
import {
  findGaps,
  gapDelay,
  isFilledAutomatically,
  type SequenceGap,
} from '#domain/synchronisation/missed-messages.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { delayBy } from '../clock/timing.ts'
import type { Clock } from '../ports.ts'
import { createTaskQueue } from '../task-queue.ts'
import type { FetchServices } from './fetch-conversations.ts'
import { requestHistory, storeHistory } from './fetch-history.ts'

/** Detects gaps in the sequence numbers of a conversation and fetches the missing messages [LIFE-20]. */
export interface GapDetection {
  /** Fills the gaps of these conversations now, except those that are left to scrolling; throws CallFailed. */
  fill(conversations: readonly ConversationId[]): Promise<void>
  stop(): void
}

interface GapDetectionServices extends FetchServices {
  readonly clock: Clock
  /** Called when filling a detected gap failed; the next login fetches again. */
  onFailure(cause: unknown): void
}

/**
 * Messages are folded immediately, even if earlier ones are missing. A gap then waits 600 ms, because the missing messages
 * are often on their way [LIFE-21]. The rest is fetched page by page upwards, from the last message below the gap until
 * the numbers meet. A gap that the server cannot fill is left alone from then on (DEC-106). A gap of more than a page
 * is filled when its conversation is open, and a very large one only by scrolling.
 *
 *   stored: 1 ─────── 40            81 ── 90
 *   fetch:            └► 41 … 80 ──►┘
 *
 *   appended$ ── conversations with a gap ── wait 600 ms ── fill
 */
export function startGapDetection(services: GapDetectionServices): GapDetection {
  const { clock, log, signal } = services
  const waiting = new Set<ConversationId>()
  const unfillable = new Set<string>()
  /** Gaps are filled one after the other: each fill starts from what the last one has fetched. */
  const inTurn = createTaskQueue()

  const keyOf = (id: ConversationId, gap: SequenceGap) => `${id} ${gap.after} ${gap.before}`

  const openGaps = (id: ConversationId): readonly SequenceGap[] => {
    const gaps = findGaps(log.syncState(id)?.contiguousRanges ?? [])
    if (gaps.length === 0) return gaps
    const isOpen = log.shownConversations().includes(id)
    return gaps.filter((gap) => isFilledAutomatically(gap, isOpen) && !unfillable.has(keyOf(id, gap)))
  }

  async function fillGap(id: ConversationId, gap: SequenceGap): Promise<void> {
    let after = log.syncState(id)?.idAtRangeEnd(gap.after)
    while (after !== undefined && !signal.aborted) {
      const page = await requestHistory(services, id, { after })
      const last = page.kind === 'page' ? page.messages.at(-1) : undefined
      if (page.kind !== 'page' || !last) break
      await storeHistory(services, id, page.messages, false)
      if ((last.sequence ?? gap.before) + 1 >= gap.before) break
      after = last.serverId
    }
    if (signal.aborted) return
    const left = openGaps(id).filter((one) => one.after >= gap.after && one.before <= gap.before)
    for (const one of left) unfillable.add(keyOf(id, one))
  }

  async function fillAll(conversations: readonly ConversationId[]): Promise<void> {
    for (const id of conversations) for (const gap of openGaps(id)) await fillGap(id, gap)
  }

  const fill = (conversations: readonly ConversationId[]): Promise<void> =>
    inTurn(() => fillAll(conversations))

  const subscription = log.appended$
    .pipe(
      mergeMap(changedConversations),
      filter((id) => !waiting.has(id) && openGaps(id).length > 0),
      tap((id) => waiting.add(id)),
      mergeMap((id) => delayBy(clock, gapDelay).pipe(map(() => id))),
      tap((id) => waiting.delete(id)),
    )
    .subscribe((id) => {
      fill([id]).catch(services.onFailure)
    })
  return { fill, stop: () => subscription.unsubscribe() }
}

/** The conversations that got messages, each once. */
function changedConversations(events: readonly LogEvent[]): Iterable<ConversationId> {
  const changed = new Set<ConversationId>()
  for (const { type, stream } of events)
    if (stream !== 'account' && (type === 'MessageReceived' || type === 'MessageAcknowledged'))
      changed.add(stream)
  return changed
}
