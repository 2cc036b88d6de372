import { type UserId, userId } from '#schemas/ids.ts'

/**
 * Which account's list snapshot the next start should look for, and its style sheets. Only a hint, to start both
 * downloads and reads at the same time: the databases decide.
 */
export interface SnapshotHint {
  readonly account: UserId
  readonly sheets: readonly string[]
}

const hintKey = 'chat-cached-list'

/** The tab's account over reloads, in session storage: a user id, or `none` after a sign-out. */
export const tabAccountKey = 'chat-tab-account'

/** The account that a tab has stored. Throws when session storage is forbidden. */
export function readTabAccount(): UserId | 'none' | undefined {
  const stored = sessionStorage.getItem(tabAccountKey)
  if (stored === null || stored === 'none') return stored ?? undefined
  return /^\d+$/.test(stored) ? userId(Number(stored)) : undefined
}

/**
 * The stored hint; undefined on a device without a snapshot, which then opens no database. Throws when local storage is
 * forbidden.
 */
export function readHint(): SnapshotHint | undefined {
  const value = readLocalJson(hintKey)
  if (typeof value !== 'object' || value === null || !('account' in value) || !('sheets' in value))
    return undefined
  const { account, sheets } = value
  if (typeof account !== 'number' || !Array.isArray(sheets)) return undefined
  return { account: userId(account), sheets: sheets.filter((sheet) => typeof sheet === 'string') }
}

/** Whether this device has shown an account's list before. False when local storage is forbidden. */
export const hasListHint = (): boolean => {
  try {
    return readHint() !== undefined
  } catch {
    return false
  }
}

/** Stores the hint for the next start. */
export const storeHint = (hint: SnapshotHint): void =>
  attempt(() => localStorage.setItem(hintKey, JSON.stringify(hint)))

/** Removes the hint unless `isSignedIn` is true of its account. */
export const removeHintUnless = (isSignedIn: (account: UserId) => boolean): void =>
  attempt(() => {
    const hint = readHint()
    if (hint && !isSignedIn(hint.account)) localStorage.removeItem(hintKey)
  })

/** The JSON value of a local storage key; undefined when it is not set. Throws when it cannot be read. */
export const readLocalJson = (key: string): unknown => {
  const text = localStorage.getItem(key)
  return text === null ? undefined : JSON.parse(text)
}

function attempt(change: () => void): void {
  try {
    change()
  } catch {
    // Without local storage, a start shows no snapshot.
  }
}
