import { foldText } from '#domain/formats/folding.ts'
import type { OwnRows } from '../log/account-log.ts'
import type { ReportPort } from '../ports.ts'
import { createWritable, type Readable } from '../readable.ts'

/** The keywords that this account has searched for on this device, newest first [SEARCH-01 SEARCH-05]. */
export interface SearchHistory extends Readable<readonly string[]> {
  add(keyword: string): Promise<void>
  remove(keyword: string): Promise<void>
  clear(): Promise<void>
}

/** The maximum number of kept keywords [SEARCH-05]. */
export const maxHistory = 20

const model = { name: 'search-history', version: 1 } as const
const rowKey = 'keywords'
/** How often a write is tried while other tabs rewrite the log. */
const attempts = 3

/**
 * Opens the history in the account's database, which is deleted at the sign-out. Its methods never reject: if the
 * storage fails, a change holds for this page.
 */
export function openSearchHistory(storage: OwnRows, report: ReportPort): SearchHistory {
  const keywords = createWritable<readonly string[]>([])
  let last: Promise<void> = Promise.resolve()

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((cause: unknown) => {
      report.fault({ kind: 'log.model', detail: 'the search history was not stored', cause })
    })
    return last
  }
  const read = async () => keywords.set(readHistory(await storage.readRow(model.name, rowKey)))
  const write = async (value: readonly string[]) => {
    const checkpoint = { segment: 0, version: model.version }
    const rows = [{ key: rowKey, value }]
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const epoch = await storage.epoch()
      if (await storage.writeModel({ model: model.name, checkpoint, epoch, rows, isRebuild: false })) return
    }
  }
  /** Other tabs write too, so the stored keywords are read before each change. */
  const change = (apply: (before: readonly string[]) => readonly string[]) => {
    keywords.set(apply(keywords.get()))
    return inTurn(async () => {
      const next = apply(readHistory(await storage.readRow(model.name, rowKey)))
      await write(next)
      keywords.set(next)
    })
  }

  return {
    get: keywords.get,
    subscribe(listener) {
      void inTurn(read)
      return keywords.subscribe(listener)
    },
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
