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

/** Draws the conversation list as the next start is to paint it; undefined when there is nothing to draw it with. */
export type CaptureList = (conversations: readonly ConversationSummary[]) => unknown

/** What the next start paints before the client runs: a drawing of the list, behind the log like any read model. */
export interface CachedListWriter {
  /** From now on it is drawn by this; undefined: not at all, and what is stored goes. */
  captureWith(draw: CaptureList | undefined): void
  /** Stores the list as it is folded now. */
  write(): Promise<void>
}

/** The row as it is stored. */
interface KnownRow {
  readonly segment: number
  readonly value: StoredCachedList | undefined
}

/** By its summary, what is drawn of a conversation in which something burns: the same object again, as whoever draws compares objects. */
type Stripped = WeakMap<ConversationSummary, ConversationSummary>

interface CachedListOptions {
  readonly storage: AccountStorage
  readonly report: ReportPort
  head(): number
  conversations(): ConversationsState
  summaries(): readonly ConversationSummary[]
}

/**
 * Keeps the drawing at the segment up to which everything is folded, and names the erasure epoch in which it was drawn: a
 * start paints it only where both are still true, so that nothing said or taken back since is missing from it.
 */
export function createCachedListWriter(options: CachedListOptions): CachedListWriter {
  const { storage, report, head } = options
  const { name: model, version } = cachedListModel
  let draw: CaptureList | undefined
  let known: KnownRow | undefined
  const stripped: Stripped = new WeakMap()

  const drawNow = (): unknown => {
    try {
      return draw?.(withoutBurning(options.summaries(), options.conversations(), stripped))
    } catch (cause) {
      report.fault({ kind: 'cached-list', detail: 'could not be drawn', cause })
      return undefined
    }
  }

  const readKnown = async (): Promise<KnownRow> => {
    const { checkpoint, rows } = await storage.readModel(model)
    return { segment: checkpoint?.segment ?? 0, value: rows[0] && readStoredCachedList(rows[0].value) }
  }

  return {
    captureWith(next) {
      draw = next
    },
    async write() {
      const epoch = await storage.epoch()
      const segment = head()
      const drawing = drawNow()
      const before = known ?? (await readKnown())
      known = before
      const isOfNow = before.segment === segment && before.value?.epoch === epoch
      if (drawing === undefined && (before.value === undefined || isOfNow)) return
      if (isOfNow && before.value?.drawing === drawing) return
      const value = drawing === undefined ? undefined : { epoch, drawing }
      const rows = [{ key: cachedListKey, value }]
      const checkpoint = { segment, version }
      const isWritten = await storage.writeModel({ model, checkpoint, epoch, rows, isRebuild: false })
      // Refused where somebody is further or has erased meanwhile.
      known = isWritten ? { segment, value } : undefined
    },
  }
}

/**
 * What burns by itself may be over when the next start happens, whose clock may be wrong: nothing of the newest message is
 * drawn in a conversation that has any such, which is then drawn as one whose message is on its way [BURN-10] (DEC-109).
 */
const withoutBurning = (
  summaries: readonly ConversationSummary[],
  { byId }: ConversationsState,
  stripped: Stripped,
): readonly ConversationSummary[] =>
  summaries.map((summary) => {
    const isBurning = (summary.burnsAfter ?? 0) > 0 || (byId.get(summary.id)?.burning.messages.size ?? 0) > 0
    if (!isBurning) return summary
    const known = stripped.get(summary)
    const bare = known ?? { ...summary, lastMessage: undefined }
    if (!known) stripped.set(summary, bare)
    return bare
  })
