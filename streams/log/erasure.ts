import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import { purgedIn } from '#domain/conversation/own-acts.ts'
import {
  type DoomedMessages,
  eraseAllText,
  eraseFromEvent,
  idsErasedBy,
  idsHeldBy,
  submittedAs,
} from '#domain/message/erase-event.ts'
import { purgedIds, type ServerIds } from '#domain/message/purged-ids.ts'
import { type ClientId, type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import { comparePositions, type LogEvent, type NewEvent, type Position } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import type { AccountStorage, StoredSegment } from '../storage/storage.ts'
import type { LogTail } from './log-tail.ts'

interface ErasureOptions {
  readonly storage: AccountStorage
  readonly tail: LogTail
  head(): number
  conversations(): ConversationsState
}

/** What is to be looked for in one conversation. */
interface DoomedIn extends DoomedMessages {
  /** One by one; `serverIds` are these and all that were cleared away. */
  readonly named: Set<ServerId>
  readonly clientIds: Set<ClientId>
  clearedThrough: ServerId
  /** Where the conversation was removed; all text before goes. */
  removedAt: Position | undefined
}
type Doomed = Map<ConversationId, DoomedIn>

const erasureModel = { name: 'erasure', version: 1 } as const
const scanLimit = 50

/**
 * Takes the bodies of deleted messages out of the stored log [LIFE-18]. Its checkpoint moves only after every segment was
 * rewritten, so a crash makes the next leader do it again; nothing is written where nothing is found.
 */
export function createErasure(options: ErasureOptions): () => Promise<void> {
  const { storage, tail, head } = options
  /** What this tab has looked for already: history tells of the same tombstones again and again. */
  const done = new Set<string>()

  return async () => {
    const upTo = head()
    const from = (await storage.checkpoint(erasureModel.name))?.segment ?? 0
    if (from >= upTo) return
    const doomed = await collectDoomed(options, done, from, upTo)
    if (doomed.size > 0) {
      await scan(storage, (segment) => noteSubmissions(segment, doomed))
      await scan(storage, (segment) => eraseSegment(segment, doomed))
      tail.forget()
      for (const [id, { named }] of doomed) for (const message of named) done.add(nameOf(id, message))
    }
    const { name: model, version } = erasureModel
    const checkpoint = { segment: upTo, version }
    await storage.writeModel({ model, checkpoint, epoch: await storage.epoch(), rows: [], isRebuild: false })
  }
}

const nameOf = (conversation: ConversationId, message: ServerId): string => `${conversation}/${message}`

/** Whether the event, not folded yet, makes stored text go that nothing made go before. */
export function isErasing(event: NewEvent, conversations: ConversationsState): boolean {
  if (event.stream === 'account') return false
  if (event.type === 'ConversationRemoved' || event.type === 'ConversationCleared') return true
  const purged = purgedOf(event, conversations)
  return idsErasedBy(event).some((id) => !purged?.has(id))
}

/** An event as it may be written: a late copy of a deleted message brings nothing back. */
export function withoutDeleted(event: NewEvent, conversations: ConversationsState): NewEvent {
  const serverIds = purgedOf(event, conversations)
  return serverIds ? eraseFromEvent(event, { serverIds, clientIds: new Set() }) : event
}

/** What is purged in the conversation an event belongs to. */
function purgedOf({ stream }: NewEvent, conversations: ConversationsState): ServerIds | undefined {
  const state = stream === 'account' ? undefined : conversations.byId.get(stream)
  return state && purgedIn(state)
}

/** What the events after `from` delete, and what they bring of messages deleted before. */
async function collectDoomed(
  options: ErasureOptions,
  done: ReadonlySet<string>,
  from: number,
  upTo: number,
): Promise<Doomed> {
  const doomed: Doomed = new Map()
  for (let at = from; at < upTo; ) {
    const segments = await options.tail.read(at)
    for (const { events } of segments) for (const event of events) noteDoomed(options, done, doomed, event)
    at = segments.at(-1)?.segment ?? upTo
  }
  return doomed
}

function noteDoomed(
  options: ErasureOptions,
  done: ReadonlySet<string>,
  doomed: Doomed,
  event: LogEvent,
): void {
  const { stream } = event
  if (stream === 'account') return
  const state = options.conversations().byId.get(stream)
  const purged = state && purgedIn(state)
  const cleared = state?.clearing.through ?? serverId(0)
  const fresh = idsErasedBy(event).filter((id) => id > cleared && !done.has(nameOf(stream, id)))
  const late = isLateCopy(event, options) ? idsHeldBy(event) : []
  const ids = [...fresh, ...late].filter((id) => purged?.has(id))
  const isRemoval = event.type === 'ConversationRemoved'
  const isClearing = event.type === 'ConversationCleared'
  if (!isRemoval && !isClearing && ids.length === 0) return
  const known = doomed.get(stream) ?? nothingDoomed()
  doomed.set(stream, known)
  for (const id of ids) known.named.add(id)
  if (isClearing) known.clearedThrough = serverId(Math.max(known.clearedThrough, event.data.through))
  if (isRemoval) known.removedAt = event.position
}

function nothingDoomed(): DoomedIn {
  const doomed: DoomedIn = {
    named: new Set(),
    clientIds: new Set(),
    clearedThrough: serverId(0),
    removedAt: undefined,
    serverIds: { has: (id) => purgedIds(doomed.named, doomed.clearedThrough).has(id) },
  }
  return doomed
}

/** A copy of a deleted message that still brings its text. */
const isLateCopy = (event: LogEvent, options: ErasureOptions): boolean =>
  withoutDeleted(event, options.conversations()) !== event

/** Goes through the whole stored log and rewrites the segments for which `visit` returns another one. */
async function scan(
  storage: AccountStorage,
  visit: (segment: StoredSegment) => StoredSegment,
): Promise<void> {
  let segments = await storage.readSegments(0, scanLimit)
  for (let last = segments.at(-1); last; last = segments.at(-1)) {
    const changed = segments.flatMap((segment) => {
      const visited = visit(segment)
      return visited === segment ? [] : [visited]
    })
    if (changed.length > 0) await storage.rewriteSegments(changed)
    segments = await storage.readSegments(last.segment, scanLimit)
  }
}

function noteSubmissions(segment: StoredSegment, doomed: Doomed): StoredSegment {
  for (const stored of segment.events) {
    const found = concerned(stored, doomed)
    const clientId = found && submittedAs(found.event, found.messages.serverIds)
    if (found && clientId !== undefined) found.messages.clientIds.add(clientId)
  }
  return segment
}

function eraseSegment(segment: StoredSegment, doomed: Doomed): StoredSegment {
  let isChanged = false
  const events = segment.events.map((stored) => {
    const found = concerned(stored, doomed)
    const erased = found && eraseEvent(found.event, found.messages)
    if (!found || erased === found.event) return stored
    isChanged = true
    return erased
  })
  return isChanged ? { segment: segment.segment, events } : segment
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
