import { foldText } from '../formats/folding.ts'

/** The maximum number of kept keywords [SEARCH-05]. */
export const maxHistory = 20

/** Adds a keyword in front. An equal one, apart from case and accents, and the oldest beyond the limit are dropped. */
export function addToHistory(history: readonly string[], typed: string): readonly string[] {
  const keyword = typed.trim()
  return keyword === '' ? history : [keyword, ...removeFromHistory(history, keyword)].slice(0, maxHistory)
}

/** Removes a keyword and those equal to it. */
export const removeFromHistory = (history: readonly string[], keyword: string): readonly string[] =>
  history.filter((one) => foldText(one) !== foldText(keyword))

/** Reads a stored history; empty if it is invalid. */
export const readHistory = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string').slice(0, maxHistory)
    : []
