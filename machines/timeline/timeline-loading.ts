import { findRange } from '#domain/conversation/contiguous-ranges.ts'
import { newestId, oldestId } from '#domain/message/timeline-message.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { Unavailable } from '#streams/api/messages.ts'
import type { FetchServices } from '#streams/inbound/fetch-conversations.ts'
import { fetchHistory } from '#streams/inbound/fetch-history.ts'
import type { ConversationSyncState, OpenTimeline } from '#streams/log/account-log.ts'

/** The inputs of loading for an open conversation. */
export interface LoadingContext {
  readonly conversationId: ConversationId
  readonly services: Omit<FetchServices, 'signal'>
  readonly open: OpenTimeline | undefined
  /** The id of the first message that the server has; undefined if unknown. */
  readonly startsAt: ServerId | undefined
  /** The number of messages read from storage at a time. */
  readonly step: number
}

/** The result of loading. `nothing` means the end in this direction. */
export type LoadedPage =
  | { readonly kind: 'page'; readonly count: number; readonly startsAt?: ServerId | undefined }
  | Unavailable

/** Below every id. An empty conversation starts here only until a message is known: earlier ones may have been missed. */
const noMessage = serverId(0)

/** Returns the stored range around the shown messages; the newest range if nothing of it is stored. */
function rangeShown(
  { open }: LoadingContext,
  syncState: ConversationSyncState | undefined,
  end: 'from' | 'to',
): ConversationSyncState['contiguousRanges'][number] | undefined {
  const at = open?.shown()?.[end]
  const shown = at && findRange(syncState?.contiguousRanges ?? [], at)
  return shown ? shown : open?.shown()?.isDetached ? undefined : syncState?.contiguousRanges.at(-1)
}

/**
 * Returns the oldest stored message of the shown range, or an older one that is shown but no longer stored. History
 * before it is older.
 */
function oldestStored(context: LoadingContext): ServerId {
  const syncState = context.services.log.syncState(context.conversationId)
  const range = rangeShown(context, syncState, 'from')
  const stored = range && syncState?.idAtRangeEnd(range.from)
  const shown = oldestId(context.open?.messages.get() ?? [])
  if (stored === undefined || shown === undefined) return stored ?? shown ?? noMessage
  return serverId(Math.min(stored, shown))
}

/** Returns the newest stored message of the shown detached window. */
function newestStored(context: LoadingContext): ServerId {
  const syncState = context.services.log.syncState(context.conversationId)
  const range = rangeShown(context, syncState, 'to')
  const shown = newestId(context.open?.messages.get() ?? [])
  return serverId(Math.max((range && syncState?.idAtRangeEnd(range.to)) ?? 0, shown ?? 0))
}

/**
 * Whether there may be older messages than the shown ones, stored or at the server. Sequence 1 is the first of a
 * conversation.
 */
export function hasOlder(context: LoadingContext): boolean {
  const { conversationId, open, services, startsAt } = context
  if (open?.hasOlderStored()) return true
  const syncState = services.log.syncState(conversationId)
  const range = rangeShown(context, syncState, 'from')
  const oldest = range && syncState?.idAtRangeEnd(range.from)
  // Everything older was cleared [LIFE-19].
  if (syncState && oldest !== undefined && oldest <= syncState.clearedThrough) return false
  return range?.from !== 1 && !(startsAt !== undefined && oldestStored(context) <= startsAt)
}

/** Whether there are newer messages than the shown ones. Only a detached window has some. */
export const hasNewer = ({ open }: Pick<LoadingContext, 'open'>): boolean =>
  open?.shown()?.isDetached ?? false

/** Loads older messages from storage, then from the server. */
export async function loadOlder(context: LoadingContext, signal: AbortSignal): Promise<LoadedPage> {
  const { conversationId, open, services, step } = context
  if (open?.hasOlderStored()) {
    const count = await open.loadOlderStored(step)
    // Fails instead of requesting the same messages forever, because the storage lacks messages that its index lists.
    if (count === 0 && open.hasOlderStored()) throw new Error('STORED_MESSAGES_MISSING')
    return { kind: 'page', count }
  }
  const before = oldestStored(context)
  const page = await fetchHistory({ ...services, signal }, conversationId, { before }, hasNewer(context))
  if (page.kind === 'unavailable') return page
  const count = page.messages.length
  return { kind: 'page', count, ...(count === 0 && { startsAt: before }) }
}

/**
 * Loads newer messages of a detached window from storage, then from the server. Throws if the page does not join the
 * window.
 */
export async function loadNewer(context: LoadingContext, signal: AbortSignal): Promise<LoadedPage> {
  const { conversationId, open, services, step } = context
  const before = open?.shown()
  let count = 0
  if (open?.hasNewerStored()) await open.loadNewerStored(step)
  else {
    const after = newestStored(context)
    const page = await fetchHistory({ ...services, signal }, conversationId, { after }, true)
    if (page.kind === 'unavailable') return page
    count = page.messages.length
  }
  const now = open?.shown()
  // Fails instead of requesting the same page forever.
  if (now?.isDetached && now.to === before?.to) throw new Error('HISTORY_DOES_NOT_JOIN')
  return { kind: 'page', count }
}
