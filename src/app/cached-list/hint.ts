import { type UserId, userId } from '#schemas/ids.ts'

/** What to look for: whose list it was, and what dresses it. Never the truth, which the databases hold. */
export interface Hint {
  readonly account: UserId
  readonly sheets: readonly string[]
}

const hintKey = 'chat-cached-list'

/** There once something was stored to be painted: whoever was never signed in waits for no database. */
export function readHint(): Hint | undefined {
  const value = readStored(hintKey)
  if (typeof value !== 'object' || value === null || !('account' in value) || !('sheets' in value))
    return undefined
  const { account, sheets } = value
  if (typeof account !== 'number' || !Array.isArray(sheets)) return undefined
  return { account: userId(account), sheets: sheets.filter((sheet) => typeof sheet === 'string') }
}

/** From now on a start may look for the drawing of that account. */
export const keepHint = (hint: Hint): void =>
  attempt(() => localStorage.setItem(hintKey, JSON.stringify(hint)))

/** Nobody is signed in any more: the next start looks for nothing. */
export const forgetHint = (): void => attempt(() => localStorage.removeItem(hintKey))

/** Reads what is kept under a key as JSON; undefined where there is nothing. Throws where it cannot be read. */
export const readStored = (key: string): unknown => {
  const text = localStorage.getItem(key)
  return text === null ? undefined : JSON.parse(text)
}

/** A browser that keeps nothing starts as it always did. */
function attempt(change: () => void): void {
  try {
    change()
  } catch {
    // Nothing is lost but time.
  }
}
