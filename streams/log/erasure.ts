import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import { eraseAllText, eraseDraft, eraseFromEvent } from '#domain/message/erase-event.ts'
import { confirmedIdsIn, isErasedSubmission, savesDraft } from '#domain/message/text-in-event.ts'
import type { ClientId, ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import type { LogEvent, LogEventOf } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import { comparePositions, type Position } from '#schemas/log/position.ts'
import type { TextEntry } from '#schemas/storage/timeline-row.ts'
import type { FallbackAccountStorage } from '../storage/fallback-account-storage.ts'
import type { AccountStorage, StoredSegment } from '../storage/storage.ts'
import {
  addTargets,
  type ConversationTargets,
  hasNoTargets,
  removeCopyTargets,
  type TargetsByConversation,
} from './erasure-targets.ts'
import type { LogTail } from './log-tail.ts'
import { indexSegment, readTextEntries, type TextEntries, textIndex, textRows } from './text-index.ts'

interface ErasureOptions {
  readonly self: UserId
  readonly storage: ErasableStorage
  readonly tail: LogTail
  head(): number
  conversations(): ConversationsState
}

type ErasableStorage = AccountStorage & Pick<FallbackAccountStorage, 'inMemory' | 'rewriteInMemory'>

/** The targets of the segments after the checkpoint, and the index entries of their text. */
interface Collected {
  readonly targets: TargetsByConversation
  readonly entries: TextEntries
}

/** Segments in one read and rewrite. */
const chunkSize = 50
/** Consecutive rejected rewrites before the erasure fails. */
const rejectionLimit = 5

/**
 * Erases the text of deleted and discarded messages from the stored log [LIFE-18], and replaces earlier texts of edited ones. Its checkpoint moves only after
 * every segment was rewritten, so that the next leader repeats it after a crash. Writes only segments that have such
 * text.
 */
export function createErasure(options: ErasureOptions): () => Promise<void> {
  const { storage, tail, head } = options
  /** Messages that this tab has erased already. History repeats the same tombstones. */
  const done = new Set<string>()
  /** The segment of each conversation's last draft at its last erasure. Earlier segments have no drafts. */
  const draftsErased = new Map<ConversationId, number>()

  /** Collects again after each rejected rewrite, because the text may be in another segment now. */
  async function eraseBetween(from: number, upTo: number): Promise<Collected> {
    for (let rejections = 0; rejections < rejectionLimit; rejections += 1) {
      const collected = await collect(options, done, from, upTo)
      if (collected.targets.size === 0) return collected
      const isErased = await eraseAll(storage, collected, draftsErased)
      tail.forget()
      if (isErased) return collected
    }
    throw new Error('another tab keeps changing the log')
  }

  return async () => {
    const upTo = head()
    const stored = await storage.checkpoint(textIndex.name)
    const isRebuild = stored?.version !== textIndex.version
    const from = isRebuild ? 0 : stored.segment
    if (from >= upTo && storage.inMemory().length === 0) return
    const { targets, entries } = await eraseBetween(from, upTo)
    const { name: model, version } = textIndex
    const epoch = await storage.epoch()
    const rows = await textRows(storage, entries, isRebuild)
    const checkpoint = { segment: upTo, version }
    // Until the checkpoint is written, in-memory segments may still add copies of these messages.
    if (!(await storage.writeModel({ model, checkpoint, epoch, rows, isRebuild }))) return
    for (const [id, { named, draftSavedAt }] of targets) {
      for (const message of named) done.add(nameOf(id, message))
      if (draftSavedAt?.segment !== undefined) draftsErased.set(id, draftSavedAt.segment)
    }
  }
}

const nameOf = (conversation: ConversationId, message: ServerId): string => `${conversation}/${message}`

async function collect(
  { self, storage, tail, conversations }: ErasureOptions,
  done: ReadonlySet<string>,
  from: number,
  upTo: number,
): Promise<Collected> {
  const collected: Collected = { targets: new Map(), entries: new Map() }
  const context = {
    conversations,
    isDone: (id: ConversationId, message: ServerId) => done.has(nameOf(id, message)),
  }
  for (let at = from; at < upTo; ) {
    const segments = await tail.read(at)
    for (const segment of segments) {
      // Later segments are not folded yet.
      if (segment.segment > upTo) break
      indexSegment(collected.entries, self, segment)
      for (const event of segment.events) addTargets(context, collected.targets, event)
    }
    at = segments.at(-1)?.segment ?? upTo
  }
  const inMemory = storage.inMemory().flatMap(({ events }) => events)
  for (const event of inMemory) if (!mayBeLost(event)) addTargets(context, collected.targets, event)
  for (const event of inMemory) if (mayBeLost(event)) removeCopyTargets(collected.targets, event)
  for (const [id, messages] of collected.targets) if (hasNoTargets(messages)) collected.targets.delete(id)
  return collected
}

/**
 * A clearing, discarding, edit or deletion on this device that is only in memory is lost when the page closes, and the
 * server does not report it again. Its text is erased once the event is stored; the checkpoint waits for that.
 */
const mayBeLost = ({ type, origin }: LogEvent): boolean =>
  type === 'ConversationCleared' ||
  type === 'MessageDiscarded' ||
  type === 'EditRequested' ||
  type === 'EditDraftSaved' ||
  (type === 'MessagesDeleted' && origin === 'local')

/** Rewrites every segment that has text to erase; false if another tab changed the log meanwhile. */
async function eraseAll(
  storage: ErasableStorage,
  { targets, entries }: Collected,
  draftsErased: ReadonlyMap<ConversationId, number>,
): Promise<boolean> {
  const known = new Map<ConversationId, readonly TextEntry[]>()
  for (const id of targets.keys())
    known.set(id, [...(await readTextEntries(storage, id)), ...(entries.get(id) ?? [])])

  const holdingDrafts = [...known].flatMap(([id, group]) =>
    group.filter(({ hasDraft, segment }) => hasDraft && segment >= (draftsErased.get(id) ?? 0)),
  )
  await visit(storage, segmentNumbers(holdingDrafts), (segment) => findLastDraft(segment, targets))
  const mentioningTargets = segmentsOf(targets, known, mayMention)
  await visit(storage, mentioningTargets, (segment) => collectClientIds(segment, targets))
  for (const segment of storage.inMemory()) collectClientIds(segment, targets)
  for (const messages of targets.values()) {
    for (const id of messages.discarded) if (!messages.confirmed.has(id)) messages.clientIds.add(id)
  }
  const holdingTargets = segmentsOf(
    targets,
    known,
    (entry, { clientIds, editsByClient }) =>
      includesAny(entry, clientIds) || includesAny(entry, editsByClient),
  )
  const affected = [...mentioningTargets, ...holdingTargets, ...segmentNumbers(holdingDrafts)]
  const isErased = await visit(storage, [...new Set(affected)], (segment) => eraseSegment(segment, targets))
  return (
    isErased &&
    storage.rewriteInMemory(changedBy((segment) => eraseSegment(segment, targets), storage.inMemory()))
  )
}

/** The changed segments; drops segments that `change` returns unchanged. */
const changedBy = <Segment>(
  change: (segment: Segment) => Segment,
  segments: readonly Segment[],
): readonly Segment[] =>
  segments.flatMap((segment) => {
    const next = change(segment)
    return next === segment ? [] : [next]
  })

/** Whether a segment may have a target message, a quote of it, its client id or its confirmation. */
function mayMention(
  entry: TextEntry,
  { discarded, lateFiles, named, edits, endedEdits, isWhole }: ConversationTargets,
): boolean {
  if (isWhole || includesAny(entry, discarded) || includesAny(entry, lateFiles)) return true
  for (const ids of [named, edits, endedEdits])
    for (const id of ids.keys()) if (entry.from <= id && id <= entry.to) return true
  return false
}

const includesAny = ({ clientIds = [] }: TextEntry, wanted: Pick<Set<ClientId>, 'has'>): boolean =>
  clientIds.some((id) => wanted.has(id))

const segmentsOf = (
  targets: TargetsByConversation,
  known: ReadonlyMap<ConversationId, readonly TextEntry[]>,
  mayMatch: (entry: TextEntry, messages: ConversationTargets) => boolean,
): readonly number[] =>
  segmentNumbers(
    [...targets].flatMap(([id, messages]) =>
      (known.get(id) ?? []).filter((entry) => mayMatch(entry, messages)),
    ),
  )

const segmentNumbers = (entries: readonly TextEntry[]): readonly number[] =>
  entries.map(({ segment }) => segment)

/** Rewrites the segments for which `change` returns a new object; false if a rewrite was rejected. */
async function visit(
  storage: AccountStorage,
  numbers: readonly number[],
  change: (segment: StoredSegment) => StoredSegment,
): Promise<boolean> {
  for (let at = 0; at < numbers.length; at += chunkSize) {
    const epoch = await storage.epoch()
    const segments = await storage.readSegmentsAt(numbers.slice(at, at + chunkSize))
    const changed = changedBy(change, segments)
    if (changed.length > 0 && !(await storage.rewriteSegments({ epoch, segments: changed }))) return false
  }
  return true
}

function findLastDraft<Segment extends Pick<StoredSegment, 'events'>>(
  segment: Segment,
  targets: TargetsByConversation,
): Segment {
  for (const stored of segment.events) {
    const found = targetedEvent(stored, targets)
    if (!found || !savesDraft(found.event)) continue
    const { event, messages } = found
    if (!messages.draftSavedAt || comparePositions(event.position, messages.draftSavedAt) > 0)
      messages.draftSavedAt = event.position
  }
  return segment
}

function collectClientIds<Segment extends Pick<StoredSegment, 'events'>>(
  segment: Segment,
  targets: TargetsByConversation,
): Segment {
  for (const stored of segment.events) {
    const found = targetedEvent(stored, targets)
    if (found) collectClientId(found.event, found.messages)
  }
  return segment
}

function collectClientId(event: LogEvent, messages: ConversationTargets): void {
  if (event.type === 'MessageSubmitted' && isLateFileOfErased(event, messages))
    messages.clientIds.add(event.data.clientId)
  const confirmation = confirmedIdsIn(event)
  if (!confirmation) return
  const { clientId, serverId } = confirmation
  const known = messages.serverIds.has(serverId) ? messages.clientIds : messages.confirmed
  known.add(clientId)
  const edit = messages.edits.get(serverId)
  if (edit) messages.editsByClient.set(clientId, edit)
}

/** Whether a late file event belongs to this submission, whose text is erased or will be. */
const isLateFileOfErased = (
  event: LogEventOf<'MessageSubmitted'>,
  { lateFiles, removedAt }: ConversationTargets,
): boolean =>
  lateFiles.has(event.data.clientId) &&
  (isErasedSubmission(event) || (removedAt !== undefined && comparePositions(event.position, removedAt) < 0))

function eraseSegment<Segment extends Pick<StoredSegment, 'events'>>(
  segment: Segment,
  targets: TargetsByConversation,
): Segment | (Segment & Pick<StoredSegment, 'events'>) {
  let isChanged = false
  const events = segment.events.map((stored) => {
    const found = targetedEvent(stored, targets)
    const erased = found && eraseEvent(found.event, found.messages)
    if (!found || erased === found.event) return stored
    isChanged = true
    return erased
  })
  return isChanged ? { ...segment, events } : segment
}

function eraseEvent(event: LogEvent, messages: ConversationTargets): LogEvent {
  const isBefore = (position: Position | undefined) =>
    position !== undefined && comparePositions(event.position, position) < 0
  if (isBefore(messages.removedAt)) return eraseAllText(event)
  return eraseFromEvent(isBefore(messages.draftSavedAt) ? eraseDraft(event) : event, messages)
}

/** A stored event of a conversation with targets. Does not parse events of other conversations. */
function targetedEvent(
  stored: unknown,
  targets: TargetsByConversation,
): { readonly event: LogEvent; readonly messages: ConversationTargets } | undefined {
  if (typeof stored !== 'object' || stored === null || !('stream' in stored)) return undefined
  // The cast is safe: for any other value, the map returns undefined.
  const messages = targets.get(stored.stream as ConversationId)
  if (!messages) return undefined
  const parsed = parseLogEvent(stored)
  return parsed.kind === 'event' ? { event: parsed.event, messages } : undefined
}
