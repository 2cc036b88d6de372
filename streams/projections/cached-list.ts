import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import {
  cachedListKey,
  cachedListModel,
  readStoredCachedList,
  type StoredCachedList,
} from '#schemas/storage/cached-list.ts'
import type { ReportPort } from '../ports.ts'
import type { AccountStorage } from '../storage/storage.ts'

/** Captures the conversation list for the next start; undefined when there is nothing to show. */
export type CaptureList = (conversations: readonly ConversationSummary[]) => unknown

/**
 * Writes the cached list snapshot, which the next start shows before the client runs. Written behind the log like a
 * read model.
 */
export interface CachedListWriter {
  /** Sets the function that captures the list. Undefined: no snapshot is captured, and the stored one is deleted. */
  captureWith(capture: CaptureList | undefined): void
  /** Captures and stores the list as it is folded now. */
  write(): Promise<void>
}

/** The row as it is stored. */
interface KnownRow {
  readonly segment: number
  readonly value: StoredCachedList | undefined
}

/**
 * Summaries without their newest message, by the original. Always the same copy, because the capturing page compares
 * objects.
 */
type Redacted = WeakMap<ConversationSummary, ConversationSummary>

interface CachedListOptions {
  readonly storage: AccountStorage
  readonly report: ReportPort
  head(): number
  conversations(): ConversationsState
  summaries(): readonly ConversationSummary[]
}

/**
 * Stores each snapshot with the last folded segment and the erasure epoch. A start shows it only if both are still
 * current: then no message and no erasure is missing from it.
 */
export function createCachedListWriter(options: CachedListOptions): CachedListWriter {
  const { storage, report, head } = options
  const { name: model, version } = cachedListModel
  let capture: CaptureList | undefined
  let known: KnownRow | undefined
  const redacted: Redacted = new WeakMap()

  const captureNow = (): unknown => {
    try {
      return capture?.(withoutExpiring(options.summaries(), options.conversations(), redacted))
    } catch (cause) {
      report.fault({ kind: 'cached-list', detail: 'could not be captured', cause })
      return undefined
    }
  }

  const readKnown = async (): Promise<KnownRow> => {
    const { checkpoint, rows } = await storage.readModel(model)
    return { segment: checkpoint?.segment ?? 0, value: rows[0] && readStoredCachedList(rows[0].value) }
  }

  return {
    captureWith(next) {
      capture = next
    },
    async write() {
      const epoch = await storage.epoch()
      const segment = head()
      const snapshot = captureNow()
      const before = known ?? (await readKnown())
      known = before
      const isCurrent = before.segment === segment && before.value?.epoch === epoch
      if (snapshot === undefined && (before.value === undefined || isCurrent)) return
      if (isCurrent && before.value?.snapshot === snapshot) return
      const value = snapshot === undefined ? undefined : { epoch, snapshot }
      const rows = [{ key: cachedListKey, value }]
      const checkpoint = { segment, version }
      const isWritten = await storage.writeModel({ model, checkpoint, epoch, rows, isRebuild: false })
      // Rejected when another tab has written a newer one, or has erased something.
      known = isWritten ? { segment, value } : undefined
    },
  }
}

/**
 * Disappearing messages may expire before the next start, whose clock may be wrong. A conversation that has any is
 * therefore captured without its newest message [BURN-10] (DEC-109).
 */
const withoutExpiring = (
  summaries: readonly ConversationSummary[],
  { byId }: ConversationsState,
  redacted: Redacted,
): readonly ConversationSummary[] =>
  summaries.map((summary) => {
    const isExpiring =
      (summary.timerSeconds ?? 0) > 0 || (byId.get(summary.id)?.disappearing.messages.size ?? 0) > 0
    if (!isExpiring) return summary
    const known = redacted.get(summary)
    const copy = known ?? { ...summary, lastMessage: undefined }
    if (!known) redacted.set(summary, copy)
    return copy
  })
