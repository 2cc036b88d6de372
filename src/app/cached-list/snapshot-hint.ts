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

/** The stored hint; undefined on a device without a snapshot, which then opens no database. Never throws. */
export function readHint(): SnapshotHint | undefined {
  const value = readLocalJson(hintKey)
  if (typeof value !== 'object' || value === null || !('account' in value) || !('sheets' in value))
    return undefined
  const { account, sheets } = value
  if (typeof account !== 'number' || !Array.isArray(sheets)) return undefined
  return { account: userId(account), sheets: sheets.filter((sheet) => typeof sheet === 'string') }
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

/** The JSON value of a local storage key; undefined when it is not set or cannot be read. */
export const readLocalJson = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '')
  } catch {
    // Local storage is forbidden, or a stranger has written there.
    return undefined
  }
}

function attempt(change: () => void): void {
  try {
    change()
  } catch {
    // Without local storage, a start shows no snapshot.
  }
}
