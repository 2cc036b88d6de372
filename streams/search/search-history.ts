import { foldText } from '#domain/formats/folding.ts'
import type { OwnRows } from '../log/account-log.ts'
import { openAccountRecord } from '../log/account-record.ts'
import type { ReportPort } from '../ports.ts'
import type { Readable } from '../readable.ts'

/** The keywords that this account has searched for on this device, newest first [SEARCH-01 SEARCH-05]. */
export interface SearchHistory extends Readable<readonly string[]> {
  add(keyword: string): Promise<void>
  remove(keyword: string): Promise<void>
  clear(): Promise<void>
}

/** The maximum number of kept keywords [SEARCH-05]. */
export const maxHistory = 20

/** Opens the history. Its methods never reject. */
export function openSearchHistory(storage: OwnRows, report: ReportPort): SearchHistory {
  const { get, subscribe, change } = openAccountRecord({
    storage,
    report,
    model: 'search-history',
    read: readHistory,
    failure: 'the search history was not stored',
  })
  return {
    get,
    subscribe,
    add: (keyword) => change((before) => addToHistory(before, keyword)),
    remove: (keyword) => change((before) => removeFromHistory(before, keyword)),
    clear: () => change(() => []),
  }
}

/** Adds a keyword in front. An equal one, apart from case and accents, and the oldest beyond the limit are dropped. */
export function addToHistory(history: readonly string[], typed: string): readonly string[] {
  const keyword = typed.trim()
  return keyword === '' ? history : [keyword, ...removeFromHistory(history, keyword)].slice(0, maxHistory)
}

/** Removes a keyword and those equal to it. */
export const removeFromHistory = (history: readonly string[], keyword: string): readonly string[] =>
  history.filter((one) => foldText(one) !== foldText(keyword))

/** Reads a stored history; empty if it is invalid. */
const readHistory = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string').slice(0, maxHistory)
    : []
