import { groupBy } from '#domain/lists/group-by.ts'
import { confirmedIdsIn, idsWithTextIn, savesDraft } from '#domain/message/text-in-event.ts'
import type { ClientId, ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import type { LogEvent, LogEventOf } from '#schemas/log/envelope.ts'
import { readTextRow, type TextEntry } from '#schemas/storage/timeline-row.ts'
import type { AccountStorage, StoredRow } from '../storage/storage.ts'
import type { FoldedSegment } from './step-reader.ts'

/**
 * The index of text in the stored log, by conversation, so that an erasure reads only segments that may contain a
 * message. It is the read model of the erasure: written with its checkpoint, and never without an entry.
 */
export const textIndex = { name: 'erasure', version: 6 } as const

/** The entries of each conversation. */
export type TextEntries = Map<ConversationId, TextEntry[]>

/** The number of segments whose entries share a row. A new entry rewrites its row. */
const segmentsPerRow = 64
/** The number of rows in one read. */
const rowsPerRead = 64
const blockOf = (segment: number): number => Math.floor(segment / segmentsPerRow)
const rowKey = (id: ConversationId, block: number): string => `${id}/${block}`

/** Returns the entries of segments; `self` is the owner of the log. */
export function indexSegments(self: UserId, segments: readonly FoldedSegment[]): TextEntries {
  const entries: TextEntries = new Map()
  for (const segment of segments) indexSegment(entries, self, segment)
  return entries
}

/** Adds the entries of one segment. */
export function indexSegment(entries: TextEntries, self: UserId, { segment, events }: FoldedSegment): void {
  const found = new Map<ConversationId, { ids: ServerId[]; clientIds: ClientId[]; hasDraft: boolean }>()
  for (const event of events) {
    if (event.stream === 'account' || !mayHoldText(event)) continue
    const known = found.get(event.stream) ?? { ids: [], clientIds: [], hasDraft: false }
    found.set(event.stream, known)
    known.ids.push(...idsIndexedBy(event))
    known.clientIds.push(...clientIdsOf(self, event))
    known.hasDraft ||= savesDraft(event)
  }
  for (const [id, { ids, clientIds, hasDraft }] of found) {
    const range = ids.reduce(({ from, to }, one) => ({ from: Math.min(from, one), to: Math.max(to, one) }), {
      from: Number.MAX_SAFE_INTEGER,
      to: 0,
    })
    const entry = { segment, ...range, ...optionalFields(clientIds, hasDraft) }
    const group = entries.get(id)
    if (group) group.push(entry)
    else entries.set(id, [entry])
  }
}

const optionalFields = (
  clientIds: ClientId[],
  hasDraft: boolean,
): Pick<TextEntry, 'clientIds' | 'hasDraft'> => ({
  ...(clientIds.length > 0 ? { clientIds } : {}),
  ...(hasDraft ? { hasDraft } : {}),
})

const mayHoldText = ({ type }: LogEvent): boolean =>
  type.startsWith('Message') ||
  type === 'DraftSaved' ||
  type === 'ReactionRequested' ||
  type === 'EditRequested' ||
  type === 'EditDraftSaved' ||
  type === 'ConversationCompacted'

/** Returns the ids of messages whose text or client id the event contains. */
const idsIndexedBy = (event: LogEvent): readonly ServerId[] =>
  event.type === 'MessageAcknowledged' ? [event.data.serverId] : idsWithTextIn(event)

/** Whether the event contains text of the user under its client id. */
const namesItsClient = (
  event: LogEvent,
): event is LogEventOf<'MessageSubmitted' | 'MessagePrepared' | 'MessageUploaded'> =>
  event.type === 'MessageSubmitted' || event.type === 'MessagePrepared' || event.type === 'MessageUploaded'

/** Returns the client ids of own messages. Messages of others have no submission here and are found by server id. */
function clientIdsOf(self: UserId, event: LogEvent): readonly ClientId[] {
  if (event.type === 'MessageReceived' && event.data.message.senderId !== self) return []
  if (namesItsClient(event)) return [event.data.clientId]
  if (event.type === 'ConversationCompacted') return event.data.unsent.map(({ clientId }) => clientId)
  const confirmation = confirmedIdsIn(event)
  return confirmation ? [confirmation.clientId] : []
}

/** The stored entries of one conversation. */
export async function readTextEntries(
  storage: AccountStorage,
  id: ConversationId,
): Promise<readonly TextEntry[]> {
  const rows = await storage.readRows(textIndex.name, `${id}/`)
  return rows.flatMap(({ value }) => readTextRow(value) ?? [])
}

/** Returns the rows with these entries and the stored ones; `isFresh` if nothing is stored. */
export async function textRows(
  storage: AccountStorage,
  entries: TextEntries,
  isFresh: boolean,
): Promise<readonly StoredRow[]> {
  const added = new Map<string, readonly TextEntry[]>()
  for (const [id, group] of entries)
    for (const [block, ofBlock] of byBlock(group)) added.set(rowKey(id, block), ofBlock)
  const rows: StoredRow[] = []
  const keys = [...added.keys()]
  for (let at = 0; at < keys.length; at += rowsPerRead) {
    const some = keys.slice(at, at + rowsPerRead)
    const known = isFresh ? new Map<string, unknown>() : await readKnown(storage, some)
    for (const key of some)
      rows.push({ key, value: mergeEntries(readTextRow(known.get(key)) ?? [], added.get(key) ?? []) })
  }
  return rows
}

async function readKnown(
  storage: AccountStorage,
  keys: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await storage.readModel(textIndex.name, keys)
  return new Map(rows.map(({ key, value }) => [key, value]))
}

const byBlock = (entries: readonly TextEntry[]): ReadonlyMap<number, readonly TextEntry[]> =>
  groupBy(entries, ({ segment }) => blockOf(segment))

/** Merges two lists of entries, and joins the entries of one segment. */
function mergeEntries(known: readonly TextEntry[], added: readonly TextEntry[]): readonly TextEntry[] {
  const bySegment = new Map(known.map((entry) => [entry.segment, entry]))
  for (const entry of added) bySegment.set(entry.segment, mergeEntry(bySegment.get(entry.segment), entry))
  return [...bySegment.values()].sort((left, right) => left.segment - right.segment)
}

function mergeEntry(known: TextEntry | undefined, next: TextEntry): TextEntry {
  if (!known) return next
  const clientIds = [...new Set([...(known.clientIds ?? []), ...(next.clientIds ?? [])])]
  const range = { from: Math.min(known.from, next.from), to: Math.max(known.to, next.to) }
  const hasDraft = known.hasDraft === true || next.hasDraft === true
  return { segment: next.segment, ...range, ...optionalFields(clientIds, hasDraft) }
}

/** Returns the rows of all conversations without the entries for which `isPruned` is true. */
export async function prunedTextRows(
  storage: AccountStorage,
  isPruned: (segment: number) => boolean,
): Promise<readonly StoredRow[]> {
  const rows = await storage.readRows(textIndex.name)
  return rows.flatMap(({ key, value }) => {
    const entries = readTextRow(value) ?? []
    const kept = entries.filter(({ segment }) => !isPruned(segment))
    if (kept.length === entries.length) return []
    return [{ key, value: kept.length === 0 ? undefined : kept }]
  })
}
