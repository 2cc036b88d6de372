import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import {
  confirmationIn,
  eraseAllText,
  eraseFromEvent,
  isErasedSubmission,
} from '#domain/message/erase-event.ts'
import type { ClientId, ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import type { LogEvent, LogEventOf } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import { comparePositions } from '#schemas/log/position.ts'
import type { TextEntry } from '#schemas/storage/text-row.ts'
import type { FallbackAccountStorage } from '../storage/fallback-account-storage.ts'
import type { AccountStorage, StoredSegment } from '../storage/storage.ts'
import { type Doomed, type DoomedIn, isNothingDoomed, noteDoomed, spareCopies } from './doomed-messages.ts'
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

/** What the segments after the checkpoint delete, and where they hold text. */
interface Collected {
  readonly doomed: Doomed
  readonly entries: TextEntries
}

/** Segments read and rewritten at once. */
const chunkSize = 50
/** Refused rewrites in a row before giving way to whoever else changes the log. */
const refusalLimit = 5

/**
 * Takes the bodies of messages that were deleted or given up out of the stored log [LIFE-18]. Its checkpoint moves only after every segment was
 * rewritten, so a crash makes the next leader do it again; nothing is written where nothing is found.
 */
export function createErasure(options: ErasureOptions): () => Promise<void> {
  const { storage, tail, head } = options
  /** What this tab has looked for already: history tells of the same tombstones again and again. */
  const done = new Set<string>()

  /** Looks again after each refusal: what it found may be in another segment by now. */
  async function eraseBetween(from: number, upTo: number): Promise<Collected> {
    for (let refusals = 0; refusals < refusalLimit; refusals += 1) {
      const collected = await collect(options, done, from, upTo)
      if (collected.doomed.size === 0) return collected
      const isErased = await eraseAll(storage, collected)
      tail.forget()
      if (isErased) return collected
    }
    throw new Error('somebody else keeps changing the log')
  }

  return async () => {
    const upTo = head()
    const stored = await storage.checkpoint(textIndex.name)
    const isRebuild = stored?.version !== textIndex.version
    const from = isRebuild ? 0 : stored.segment
    if (from >= upTo && storage.inMemory().length === 0) return
    const { doomed, entries } = await eraseBetween(from, upTo)
    const { name: model, version } = textIndex
    const epoch = await storage.epoch()
    const rows = await textRows(storage, entries, isRebuild)
    const checkpoint = { segment: upTo, version }
    // Before that more of them may come, from where they waited to be stored.
    if (!(await storage.writeModel({ model, checkpoint, epoch, rows, isRebuild }))) return
    for (const [id, { named }] of doomed) for (const message of named) done.add(nameOf(id, message))
  }
}

const nameOf = (conversation: ConversationId, message: ServerId): string => `${conversation}/${message}`

async function collect(
  { self, storage, tail, conversations }: ErasureOptions,
  done: ReadonlySet<string>,
  from: number,
  upTo: number,
): Promise<Collected> {
  const collected: Collected = { doomed: new Map(), entries: new Map() }
  const context = {
    conversations,
    isDone: (id: ConversationId, message: ServerId) => done.has(nameOf(id, message)),
  }
  for (let at = from; at < upTo; ) {
    const segments = await tail.read(at)
    for (const segment of segments) {
      // Not folded yet.
      if (segment.segment > upTo) break
      indexSegment(collected.entries, self, segment)
      for (const event of segment.events) noteDoomed(context, collected.doomed, event)
    }
    at = segments.at(-1)?.segment ?? upTo
  }
  const inMemory = storage.inMemory().flatMap(({ events }) => events)
  for (const event of inMemory) if (!mayBeLost(event)) noteDoomed(context, collected.doomed, event)
  for (const event of inMemory) if (mayBeLost(event)) spareCopies(collected.doomed, event)
  for (const [id, messages] of collected.doomed) if (isNothingDoomed(messages)) collected.doomed.delete(id)
  return collected
}

/**
 * A clearing, discarding or deletion on this device that is only in memory is lost when the page closes, and the server does
 * not report it again. Its text is erased once the event is stored; the checkpoint waits for that.
 */
const mayBeLost = ({ type, origin }: LogEvent): boolean =>
  type === 'ConversationCleared' ||
  type === 'MessageDiscarded' ||
  (type === 'MessagesDeleted' && origin === 'local')

/** Rewrites every segment that holds doomed text; false when somebody else changed the log meanwhile. */
async function eraseAll(storage: ErasableStorage, { doomed, entries }: Collected): Promise<boolean> {
  const known = new Map<ConversationId, readonly TextEntry[]>()
  for (const id of doomed.keys())
    known.set(id, [...(await readTextEntries(storage, id)), ...(entries.get(id) ?? [])])

  const tellingOfThem = segmentsOf(doomed, known, mayTellOf)
  await visit(storage, tellingOfThem, (segment) => noteSubmissions(segment, doomed))
  for (const segment of storage.inMemory()) noteSubmissions(segment, doomed)
  for (const messages of doomed.values()) {
    for (const id of messages.givenUp) if (!messages.confirmed.has(id)) messages.clientIds.add(id)
  }
  const holdingThem = segmentsOf(doomed, known, (entry, { clientIds }) => namesOneOf(entry, clientIds))
  const isErased = await visit(storage, [...new Set([...tellingOfThem, ...holdingThem])], (segment) =>
    eraseSegment(segment, doomed),
  )
  return (
    isErased &&
    storage.rewriteInMemory(changedBy((segment) => eraseSegment(segment, doomed), storage.inMemory()))
  )
}

/** The segments that a change makes different, changed. */
const changedBy = <Segment>(
  change: (segment: Segment) => Segment,
  segments: readonly Segment[],
): readonly Segment[] =>
  segments.flatMap((segment) => {
    const next = change(segment)
    return next === segment ? [] : [next]
  })

/** Whether a segment may hold a doomed message or a quote of it, tell its client id, or that it left after all. */
function mayTellOf(entry: TextEntry, { givenUp, toldLate, named, isWhole }: DoomedIn): boolean {
  if (isWhole || namesOneOf(entry, givenUp) || namesOneOf(entry, toldLate)) return true
  for (const id of named) if (entry.from <= id && id <= entry.to) return true
  return false
}

const namesOneOf = ({ clientIds = [] }: TextEntry, wanted: ReadonlySet<ClientId>): boolean =>
  clientIds.some((id) => wanted.has(id))

const segmentsOf = (
  doomed: Doomed,
  known: ReadonlyMap<ConversationId, readonly TextEntry[]>,
  isConcerned: (entry: TextEntry, messages: DoomedIn) => boolean,
): readonly number[] =>
  [...doomed].flatMap(([id, messages]) =>
    (known.get(id) ?? []).filter((entry) => isConcerned(entry, messages)).map(({ segment }) => segment),
  )

/** Rewrites those of the segments for which `change` returns another one; false when a rewrite was refused. */
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

function noteSubmissions<Segment extends Pick<StoredSegment, 'events'>>(
  segment: Segment,
  doomed: Doomed,
): Segment {
  for (const stored of segment.events) {
    const found = concerned(stored, doomed)
    if (found) noteSubmission(found.event, found.messages)
  }
  return segment
}

function noteSubmission(event: LogEvent, messages: DoomedIn): void {
  if (event.type === 'MessageSubmitted' && isSaidNoMore(event, messages))
    messages.clientIds.add(event.data.clientId)
  const taken = confirmationIn(event)
  if (taken)
    (messages.serverIds.has(taken.serverId) ? messages.clientIds : messages.confirmed).add(taken.clientId)
}

/** Whether something was told late of the file of a message that says nothing any more, or is about to. */
const isSaidNoMore = (event: LogEventOf<'MessageSubmitted'>, { toldLate, removedAt }: DoomedIn): boolean =>
  toldLate.has(event.data.clientId) &&
  (isErasedSubmission(event) || (removedAt !== undefined && comparePositions(event.position, removedAt) < 0))

function eraseSegment<Segment extends Pick<StoredSegment, 'events'>>(
  segment: Segment,
  doomed: Doomed,
): Segment | (Segment & Pick<StoredSegment, 'events'>) {
  let isChanged = false
  const events = segment.events.map((stored) => {
    const found = concerned(stored, doomed)
    const erased = found && eraseEvent(found.event, found.messages)
    if (!found || erased === found.event) return stored
    isChanged = true
    return erased
  })
  return isChanged ? { ...segment, events } : segment
}

const eraseEvent = (event: LogEvent, messages: DoomedIn): LogEvent =>
  messages.removedAt && comparePositions(event.position, messages.removedAt) < 0
    ? eraseAllText(event)
    : eraseFromEvent(event, messages)

/** A stored event of a conversation with doomed messages; most others are passed over without being parsed. */
function concerned(
  stored: unknown,
  doomed: Doomed,
): { readonly event: LogEvent; readonly messages: DoomedIn } | undefined {
  if (typeof stored !== 'object' || stored === null || !('stream' in stored)) return undefined
  // Whatever the value is, the map answers undefined unless it is the id of such a conversation.
  const messages = doomed.get(stored.stream as ConversationId)
  if (!messages) return undefined
  const parsed = parseLogEvent(stored)
  return parsed.kind === 'event' ? { event: parsed.event, messages } : undefined
}
