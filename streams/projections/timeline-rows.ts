import { unsentFromRow } from '#domain/conversation/conversation-row.ts'
import { pageOf, type TimelineState } from '#domain/timeline/timeline-projection.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { readTimelineUnpaged, readTimelinePage, type TimelineUnpaged } from '#schemas/storage/timeline-row.ts'
import type { RowRange, StoredRow } from '../storage/storage.ts'

/** The read model of all messages: pages by sequence number, and one row beside them, per conversation. */
export const timelineModel = { name: 'timeline', version: 3 } as const

/** All rows of a conversation start with this. */
export const rowsPrefix = (id: ConversationId): string => `${id}/`
/** What the keys of the same conversation start with. */
export const rowsPrefixIn = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)
/** Digits of a page's number in its key: keys then stand in the order of the pages. */
const pageDigits = 9
export const pageKey = (id: ConversationId, page: number): string =>
  `${id}/p${String(page).padStart(pageDigits, '0')}`
/** Stands behind the key of every page, so that one range holds the newest pages and what is beside them. */
export const unpagedKey = (id: ConversationId): string => `${id}/q`
/** The number in a page's key; undefined for the row beside. */
export const pageIn = (key: string): number | undefined => {
  const found = /\/p(\d+)$/.exec(key)
  return found ? Number(found[1]) : undefined
}

/** Pages in a row, both ends included. */
export interface PageRun {
  readonly first: number
  readonly last: number
}

/** What is asked of a storage for these pages and what is beside them. */
export const rowsOfPages = (id: ConversationId, runs: readonly PageRun[]): readonly (string | RowRange)[] => [
  unpagedKey(id),
  ...runs
    .filter(({ first, last }) => first <= last)
    .map(({ first, last }) => ({ from: pageKey(id, first), to: pageKey(id, last) })),
]

/** The same for every page from this one on: one range, as what is beside the pages stands behind them. */
export const rowsFromPage = (id: ConversationId, first: number): readonly (string | RowRange)[] => [
  { from: pageKey(id, first), to: unpagedKey(id) },
]

/** A stored row of the timeline that cannot be read: the model must be rebuilt. */
export class BrokenTimelineRow extends Error {
  override readonly name = 'BrokenTimelineRow'
}

/** Puts a stored row into `state`; absent rows change nothing. Throws BrokenTimelineRow. */
export function loadTimelineRow(state: TimelineState, key: string, value: unknown): void {
  if (value === undefined) return
  if (pageIn(key) === undefined) loadBeside(state, key, value)
  else loadPage(state, key, value)
}

function loadPage(state: TimelineState, key: string, value: unknown): void {
  const page = readTimelinePage(value)
  if (!page) throw new BrokenTimelineRow(key)
  for (const message of page) if (message.sequence !== undefined) state.placed.set(message.sequence, message)
}

function loadBeside(state: TimelineState, key: string, value: unknown): void {
  const beside = readTimelineUnpaged(value)
  if (!beside) throw new BrokenTimelineRow(key)
  for (const message of beside.loose) state.loose.set(message.serverId, message)
  for (const record of beside.unsent) state.unsent.set(record.clientId, unsentFromRow(record))
  for (const id of beside.deleted) state.deleted.add(id)
  state.clearedThrough = beside.clearedThrough ?? state.clearedThrough
}

/** The row beside the pages; deleted when it would be empty. */
export function unpagedRow(state: TimelineState): StoredRow {
  const value: TimelineUnpaged = {
    loose: [...state.loose.values()],
    unsent: [...state.unsent.values()],
    deleted: [...state.deleted],
    ...(state.clearedThrough > 0 ? { clearedThrough: state.clearedThrough } : {}),
  }
  const kept = [value.loose, value.unsent, value.deleted]
  const isEmpty = kept.every((items) => items.length === 0) && state.clearedThrough === 0
  return { key: unpagedKey(state.id), value: isEmpty ? undefined : value }
}

/** Rows of the given pages, in sequence; a page without messages is deleted. */
export function pageRows(state: TimelineState, pages: Iterable<number>): readonly StoredRow[] {
  const byPage = new Map<number, ConfirmedMessage[]>([...pages].map((page) => [page, []]))
  for (const [sequence, message] of state.placed) byPage.get(pageOf(sequence))?.push(message)
  return [...byPage].map(([page, messages]) => ({
    key: pageKey(state.id, page),
    value: messages.length === 0 ? undefined : messages.sort(bySequence),
  }))
}

const bySequence = (left: ConfirmedMessage, right: ConfirmedMessage): number =>
  (left.sequence ?? 0) - (right.sequence ?? 0)
