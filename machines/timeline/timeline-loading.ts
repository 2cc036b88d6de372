import { findRange } from '#domain/conversation/contiguous-ranges.ts'
import { newestId, oldestId } from '#domain/message/timeline-message.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { serverId } from '#schemas/ids.ts'
import type { Unavailable } from '#streams/api/messages.ts'
import type { FetchParts } from '#streams/inbound/fetch-conversations.ts'
import { fetchHistory } from '#streams/inbound/fetch-history.ts'
import type { ConversationSyncState, OpenTimeline } from '#streams/log/account-log.ts'

/** What loading needs to know of an open conversation. */
export interface LoadingParts {
  readonly conversationId: ConversationId
  readonly services: Omit<FetchParts, 'signal'>
  readonly open: OpenTimeline | undefined
  /** The server has nothing before the message of this id. */
  readonly startsAt: ServerId | undefined
  /** How many are read from storage at once. */
  readonly step: number
}

/** What came: nothing is the end on that side. */
export type LoadedPage =
  | { readonly kind: 'page'; readonly count: number; readonly startsAt?: ServerId | undefined }
  | Unavailable

const nothingHeld = serverId(0)
/** Above every id: a conversation in which nothing was written yet begins with whatever comes. */
const anyId = serverId(Number.MAX_SAFE_INTEGER)

/** The range that is held around what is shown; the newest one when nothing of that is held. */
function rangeShown(
  { open }: LoadingParts,
  syncState: ConversationSyncState | undefined,
  end: 'from' | 'to',
): ConversationSyncState['contiguousRanges'][number] | undefined {
  const at = open?.shown()?.[end]
  const shown = at && findRange(syncState?.contiguousRanges ?? [], at)
  return shown ? shown : open?.shown()?.isDetached ? undefined : syncState?.contiguousRanges.at(-1)
}

/**
 * The oldest message held of the stretch that is shown, or one that is shown but not kept any more: what lies before it is
 * older history.
 */
function oldestHeld(parts: LoadingParts): ServerId {
  const syncState = parts.services.log.syncState(parts.conversationId)
  const range = rangeShown(parts, syncState, 'from')
  const held = range && syncState?.idAt(range.from)
  const shown = oldestId(parts.open?.messages.get() ?? [])
  if (held === undefined || shown === undefined) return held ?? shown ?? nothingHeld
  return serverId(Math.min(held, shown))
}

/** The newest message held of the detached window that is shown. */
function newestHeld(parts: LoadingParts): ServerId {
  const syncState = parts.services.log.syncState(parts.conversationId)
  const range = rangeShown(parts, syncState, 'to')
  const shown = newestId(parts.open?.messages.get() ?? [])
  return serverId(Math.max((range && syncState?.idAt(range.to)) ?? 0, shown ?? 0))
}

/** Whether older messages than those shown may exist anywhere; sequence 1 is the first of a conversation. */
export function hasOlder(parts: LoadingParts): boolean {
  const { conversationId, open, services, startsAt } = parts
  if (open?.hasOlderStored()) return true
  const syncState = services.log.syncState(conversationId)
  const range = rangeShown(parts, syncState, 'from')
  const oldest = range && syncState?.idAt(range.from)
  // Everything before was cleared away [LIFE-19].
  if (syncState && oldest !== undefined && oldest <= syncState.clearedThrough) return false
  return range?.from !== 1 && !(startsAt !== undefined && oldestHeld(parts) <= startsAt)
}

/** A detached window has newer messages beyond it. */
export const hasNewer = ({ open }: Pick<LoadingParts, 'open'>): boolean => open?.shown()?.isDetached ?? false

/** Older messages from storage while it has any, then from the server. */
export async function loadOlder(parts: LoadingParts, signal: AbortSignal): Promise<LoadedPage> {
  const { conversationId, open, services, step } = parts
  if (open?.hasOlderStored()) {
    const count = await open.loadOlderStored(step)
    // A storage that lacks what its own index holds would be asked for ever.
    if (count === 0 && open.hasOlderStored()) throw new Error('STORED_MESSAGES_MISSING')
    return { kind: 'page', count }
  }
  const before = oldestHeld(parts)
  const page = await fetchHistory({ ...services, signal }, conversationId, { before }, hasNewer(parts))
  if (page.kind === 'unavailable') return page
  const count = page.messages.length
  return { kind: 'page', count, ...(count === 0 && { startsAt: before === nothingHeld ? anyId : before }) }
}

/** What follows a detached window, from storage while it has any, then from the server; throws when that does not join it. */
export async function loadNewer(parts: LoadingParts, signal: AbortSignal): Promise<LoadedPage> {
  const { conversationId, open, services, step } = parts
  const before = open?.shown()
  let count = 0
  if (open?.hasNewerStored()) await open.loadNewerStored(step)
  else {
    const after = newestHeld(parts)
    const page = await fetchHistory({ ...services, signal }, conversationId, { after }, true)
    if (page.kind === 'unavailable') return page
    count = page.messages.length
  }
  const now = open?.shown()
  // What cannot be joined would be asked for ever.
  if (now?.isDetached && now.to === before?.to) throw new Error('HISTORY_DOES_NOT_JOIN')
  return { kind: 'page', count }
}
