import { unsentFromRow } from '#domain/conversation/conversation-row.ts'
import { pageOf, type TimelineState } from '#domain/timeline/timeline-projection.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { readTimelinePage, readTimelineUnpaged, type TimelineUnpaged } from '#schemas/storage/timeline-row.ts'
import type { RowRange, StoredRow } from '../storage/storage.ts'

/** The read model of messages. Each conversation has pages by sequence number, and one row for messages in no page. */
export const timelineModel = { name: 'timeline', version: 3 } as const

/** All rows of a conversation start with this. */
export const rowsPrefix = (id: ConversationId): string => `${id}/`
/** The key prefix of the conversation that a key belongs to. */
export const rowsPrefixIn = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)
/** Digits of the page number in a key, so that keys sort in the order of the pages. */
const pageDigits = 9
export const pageKey = (id: ConversationId, page: number): string =>
  `${id}/p${String(page).padStart(pageDigits, '0')}`
/** Sorts after all page keys, so that one range covers the newest pages and this row. */
export const unpagedKey = (id: ConversationId): string => `${id}/q`
/** The number in a page's key; undefined for the unpaged row. */
export const pageIn = (key: string): number | undefined => {
  const found = /\/p(\d+)$/.exec(key)
  return found ? Number(found[1]) : undefined
}

/** Consecutive pages, both ends included. */
export interface PageRun {
  readonly first: number
  readonly last: number
}

/** The storage query for these pages and the unpaged row. */
export const rowQueryOfPages = (
  id: ConversationId,
  runs: readonly PageRun[],
): readonly (string | RowRange)[] => [
  unpagedKey(id),
  ...runs
    .filter(({ first, last }) => first <= last)
    .map(({ first, last }) => ({ from: pageKey(id, first), to: pageKey(id, last) })),
]

/** The storage query for all pages from this one on and the unpaged row, as one range. */
export const rowsFromPage = (id: ConversationId, first: number): readonly (string | RowRange)[] => [
  { from: pageKey(id, first), to: unpagedKey(id) },
]

/** A stored row of the timeline cannot be read: the model must be rebuilt. */
export class BrokenTimelineRow extends Error {
  override readonly name = 'BrokenTimelineRow'
}

/**
 * Loads a stored row into `state`. A missing row changes nothing.
 * @throws BrokenTimelineRow
 */
export function loadTimelineRow(state: TimelineState, key: string, value: unknown): void {
  if (value === undefined) return
  if (pageIn(key) === undefined) loadUnpaged(state, key, value)
  else loadPage(state, key, value)
}

function loadPage(state: TimelineState, key: string, value: unknown): void {
  const page = readTimelinePage(value)
  if (!page) throw new BrokenTimelineRow(key)
  for (const message of page)
    if (message.sequence !== undefined) state.bySequence.set(message.sequence, message)
}

function loadUnpaged(state: TimelineState, key: string, value: unknown): void {
  const unpaged = readTimelineUnpaged(value)
  if (!unpaged) throw new BrokenTimelineRow(key)
  for (const message of unpaged.loose) state.withoutSequence.set(message.serverId, message)
  for (const record of unpaged.unsent) state.unsent.set(record.clientId, unsentFromRow(record))
  for (const id of unpaged.deleted) state.deleted.add(id)
  for (const [id, reactions] of unpaged.earlyReactions ?? []) state.earlyReactions.set(id, reactions)
  for (const [id, edit] of unpaged.edits ?? []) state.edits.set(id, edit)
  state.clearedThrough = unpaged.clearedThrough ?? state.clearedThrough
}

/** The row for messages in no page; deleted when it would be empty. */
export function unpagedRow(state: TimelineState): StoredRow {
  const value: TimelineUnpaged = {
    loose: [...state.withoutSequence.values()],
    unsent: [...state.unsent.values()],
    deleted: [...state.deleted],
    ...(state.clearedThrough > 0 ? { clearedThrough: state.clearedThrough } : {}),
    ...(state.earlyReactions.size > 0 ? { earlyReactions: [...state.earlyReactions] } : {}),
    ...(state.edits.size > 0 ? { edits: [...state.edits] } : {}),
  }
  const { loose, unsent, deleted, earlyReactions = [], edits = [] } = value
  const parts = [loose, unsent, deleted, earlyReactions, edits]
  const isEmpty = parts.every((items) => items.length === 0) && state.clearedThrough === 0
  return { key: unpagedKey(state.id), value: isEmpty ? undefined : value }
}

/** The rows of the given pages; a page without messages is deleted. */
export function pageRows(state: TimelineState, pages: Iterable<number>): readonly StoredRow[] {
  const byPage = new Map<number, ConfirmedMessage[]>([...pages].map((page) => [page, []]))
  for (const [sequence, message] of state.bySequence) byPage.get(pageOf(sequence))?.push(message)
  return [...byPage].map(([page, messages]) => ({
    key: pageKey(state.id, page),
    value: messages.length === 0 ? undefined : messages.sort(bySequence),
  }))
}

const bySequence = (left: ConfirmedMessage, right: ConfirmedMessage): number =>
  (left.sequence ?? 0) - (right.sequence ?? 0)
