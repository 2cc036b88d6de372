import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'

/** Text key of a forced sign-out without a reason [AUTH-42]. */
export const defaultSignOutKey = 'errors.log-out'
/** How long the forced sign-out alert waits before it signs out automatically [AUTH-40], ms. */
export const alertTimeLimit = 6000
/** How long after a sign-out the account's data is wiped [AUTH-37], ms. */
export const wipeDelay = 3000

export const findAccount = (
  accounts: readonly StoredAccount[],
  userId: UserId | undefined,
): StoredAccount | undefined => accounts.find((account) => account.userId === userId)

/** Returns the list with this account replaced, or appended if it is new. */
export function withAccount(
  accounts: readonly StoredAccount[],
  account: StoredAccount,
): readonly StoredAccount[] {
  const isKnown = accounts.some(({ userId }) => userId === account.userId)
  return isKnown
    ? accounts.map((other) => (other.userId === account.userId ? account : other))
    : [...accounts, account]
}

/** Returns an account without its forced sign-out, after it was handled or the account signed in again. */
export function withoutError({ error: _, mayPreserveOutbox: __, ...account }: StoredAccount): StoredAccount {
  return account
}

/** Whether a person has signed in again with the account of a sign-in that has ended. */
export function hasSignedInAgain(
  accounts: readonly StoredAccount[],
  ended: StoredAccount | undefined,
): boolean {
  const stored = findAccount(accounts, ended?.userId)
  return stored !== undefined && stored.error === undefined && stored.token !== ended?.token
}

/** What happens to an account's data at sign-out (DEC-115): it is always wiped, but the outbox may be preserved. */
export type SignOutCleanup = 'wipe-all' | 'preserve-outbox' | 'nothing'

/**
 * A sign-out by the person, a deleted account and a kick-out leave nothing. After a disconnect or a rejected refresh
 * the outbox is preserved. If another tab has handled the sign-out, this tab changes nothing.
 */
export function signOutCleanup(
  { error, mayPreserveOutbox }: StoredAccount,
  isRequested: boolean,
): SignOutCleanup {
  if (isRequested) return 'wipe-all'
  if (mayPreserveOutbox) return 'preserve-outbox'
  return error === undefined ? 'nothing' : 'wipe-all'
}

/** Type of an admin's account [USER-01]. */
const adminType = 2

/** Whether this is the type of an admin's account [USER-01]. */
export const isAdminType = (accountType: number | undefined): boolean => accountType === adminType

/** Whether this account type is an internal user. Everyone is, unless the server distinguishes them [USER-02 USER-03]. */
export const isInternalUser = (hasAccountTypes: boolean, accountType: number): boolean =>
  !hasAccountTypes || accountType === adminType
