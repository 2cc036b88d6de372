import { findRange } from '#domain/conversation/contiguous-ranges.ts'
import type { SeekTarget } from '#domain/message/timeline-message.ts'
import { findSeekTarget, findSeekTargetAfterJump } from '#domain/message-list/seeking.ts'
import { findFirst, type SearchSample, startSearch } from '#domain/timeline/interpolation-search.ts'
import { type ServerId, serverId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { Unavailable } from '#streams/api/messages.ts'
import { requestHistory, storeHistory } from '#streams/inbound/fetch-history.ts'
import type { ConversationSyncState, OpenTimeline } from '#streams/log/account-log.ts'
import { hasNewer, hasOlder, type LoadingContext, loadOlder } from './timeline-loading.ts'

export interface SeekContext extends LoadingContext {
  readonly target: SeekTarget
}

export type SeekOutcome =
  | { readonly kind: 'found' | 'gone'; readonly startsAt?: ServerId | undefined }
  | Unavailable

interface SeekWork extends SeekContext {
  readonly open: OpenTimeline
  readonly syncState: ConversationSyncState
  readonly signal: AbortSignal
}

const gone: SeekOutcome = { kind: 'gone' }

/**
 * Jumps to the target [ROUTE-26]. Stored messages are read around it. Others are fetched around it, one page on
 * either side, and shown as a detached window. Throws CallFailed and storage errors.
 */
export async function seek(context: SeekContext, signal: AbortSignal): Promise<SeekOutcome> {
  const { conversationId, open, services, target } = context
  const syncState = services.log.syncState(conversationId)
  if (open === undefined || syncState === undefined) return gone
  if (isShown(context, open)) return { kind: 'found' }
  const work: SeekWork = { ...context, open, syncState, signal }
  // Without sequence numbers gaps cannot be detected.
  if (syncState.contiguousRanges.length === 0) return seekBackwards(work)
  if (target.kind === 'moment') return seekMoment(work, target.at)
  return seekId(work, target.kind === 'message' ? target.serverId : serverId(target.mark + 1))
}

const isShown = (context: SeekContext, open: OpenTimeline): boolean =>
  findSeekTarget(context.target, {
    messages: open.messages.get(),
    hasOlder: hasOlder(context),
    hasNewer: hasNewer(context),
  }).kind === 'found'

/** Loads older messages until the target is among them. */
async function seekBackwards(work: SeekWork): Promise<SeekOutcome> {
  let startsAt = work.startsAt
  while (!isShown(work, work.open) && hasOlder({ ...work, startsAt }) && !work.signal.aborted) {
    const page = await loadOlder(work, work.signal)
    if (page.kind === 'unavailable') return page
    startsAt = page.startsAt ?? startsAt
  }
  return { kind: isShown(work, work.open) ? 'found' : 'gone', startsAt }
}

/** Jumps to the first message whose id is not below this one. */
async function seekId(work: SeekWork, id: ServerId): Promise<SeekOutcome> {
  const { syncState, target } = work
  if (id <= syncState.clearedThrough && target.kind === 'message') return gone
  const ranges = syncState.contiguousRanges.map(({ from, to }) => ({
    low: { sequence: from - 1, value: (syncState.idAtRangeEnd(from) ?? 0) - 1 },
    high: { sequence: to, value: syncState.idAtRangeEnd(to) ?? 0 },
  }))
  const range = ranges.find(({ low, high }) => low.value < id && id <= high.value)
  if (range === undefined) return fetchAround(work, id)
  const sequence = await searchStored(work, id, range.low, range.high, ({ serverId }) => serverId)
  return showAround(work, sequence)
}

/** Jumps to the first message sent at or after this moment, server ms, or to the newest one. */
async function seekMoment(work: SeekWork, at: number): Promise<SeekOutcome> {
  const { syncState, open } = work
  const ends = await open.rangeEnds()
  const high = ends.find(({ sentAt }) => sentAt >= at)
  if (high === undefined) {
    open.showNewest()
    return { kind: 'found' }
  }
  const low = ends.findLast(({ sentAt }) => sentAt < at)
  const timeOf = ({ sentAt }: ConfirmedMessage) => sentAt
  const lower = low && landmarkOf(low, low.serverId, timeOf)
  const upper = landmarkOf(high, high.serverId, timeOf)
  const range = findRange(syncState.contiguousRanges, upper.sequence)
  if (lower && range && range.from <= lower.sequence)
    return showAround(work, await searchStored(work, at, lower, upper, timeOf))
  const beginning = { place: syncState.clearedThrough, sequence: 0, value: Number.NEGATIVE_INFINITY }
  return searchServer(work, startSearch(at, lower ?? beginning, upper))
}

const landmarkOf = (
  message: ConfirmedMessage,
  place: number,
  measure: (message: ConfirmedMessage) => number,
): SearchSample => ({ place, sequence: message.sequence ?? 0, value: measure(message) })

/** Returns the sequence number of the first message in a stored range whose value is not below the wanted one. */
async function searchStored(
  { open }: SeekWork,
  wanted: number,
  low: Omit<SearchSample, 'place'>,
  high: Omit<SearchSample, 'place'>,
  measure: (message: ConfirmedMessage) => number,
): Promise<number | undefined> {
  const atSequence = (end: Omit<SearchSample, 'place'>): SearchSample => ({ ...end, place: end.sequence })
  const search = startSearch(wanted, atSequence(low), atSequence(high))
  const found = await findFirst(search, async (sequence) =>
    (await open.storedAfter(sequence)).map((one) => landmarkOf(one, one.sequence ?? 0, measure)),
  )
  return found?.sequence
}

/** Searches by time among messages that are not stored. Does not store the pages on the way. */
async function searchServer(work: SeekWork, search: ReturnType<typeof startSearch>): Promise<SeekOutcome> {
  const { conversationId, syncState, services, signal } = work
  let rejection: Unavailable | undefined
  const found = await findFirst(search, async (after) => {
    const page = await requestHistory({ ...services, signal }, conversationId, { after: serverId(after) })
    if (page.kind === 'page')
      return page.messages.map((one) => landmarkOf(one, one.serverId, ({ sentAt }) => sentAt))
    rejection = page
    return undefined
  })
  if (found === undefined) return rejection ?? gone
  const isStored = findRange(syncState.contiguousRanges, found.sequence) !== undefined
  return isStored ? showAround(work, found.sequence) : fetchAround(work, serverId(found.place))
}

/** Fetches one page before this id and one from it on, and shows the target. */
async function fetchAround(work: SeekWork, id: ServerId): Promise<SeekOutcome> {
  const { conversationId, services, signal, target } = work
  const context = { ...services, signal }
  const [older, newer] = await Promise.all([
    requestHistory(context, conversationId, { before: id }),
    requestHistory(context, conversationId, { after: serverId(id - 1) }),
  ])
  if (older.kind === 'unavailable') return older
  if (newer.kind === 'unavailable') return newer
  const [first] = newer.messages
  const isOther = target.kind === 'message' && first?.serverId !== target.serverId
  if (first === undefined || isOther) return gone
  if (first.sequence === undefined) return seekBackwards(work)
  await storeHistory(context, conversationId, [...older.messages, ...newer.messages], true)
  const startsAt = older.messages.length === 0 ? first.serverId : undefined
  return { ...(await showAround(work, first.sequence)), ...(startsAt && { startsAt }) }
}

/** Shows the stored messages around the target, unless it is not visible there or the jump was cancelled. */
async function showAround(
  { open, signal, target }: SeekWork,
  sequence: number | undefined,
): Promise<SeekOutcome> {
  if (sequence === undefined) return gone
  const isShown = await open.showAround(
    sequence,
    (messages) => !signal.aborted && findSeekTargetAfterJump(target, messages).kind === 'found',
  )
  return isShown ? { kind: 'found' } : gone
}
