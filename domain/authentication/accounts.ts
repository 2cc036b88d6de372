import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'

/** Text key of a forced sign-out that has no reason of its own [AUTH-42]. */
export const defaultSignOutKey = 'errors.log-out'
/** How long the forced sign-out alert stays before it signs out by itself [AUTH-40], ms. */
export const alertTimeLimit = 6000
/** How long after a sign-out the account's data goes [AUTH-37], ms. */
export const wipeDelay = 3000

export const findAccount = (
  accounts: readonly StoredAccount[],
  userId: UserId | undefined,
): StoredAccount | undefined => accounts.find((account) => account.userId === userId)

/** The list with this account in its place, or at the end when it is new. */
export function withAccount(
  accounts: readonly StoredAccount[],
  account: StoredAccount,
): readonly StoredAccount[] {
  const isKnown = accounts.some(({ userId }) => userId === account.userId)
  return isKnown
    ? accounts.map((other) => (other.userId === account.userId ? account : other))
    : [...accounts, account]
}

export const withoutAccount = (
  accounts: readonly StoredAccount[],
  userId: UserId,
): readonly StoredAccount[] => accounts.filter((account) => account.userId !== userId)

/** An account whose forced sign-out is over, or that has just proved itself. */
export function withoutError({ error: _, mayKeepUnsent: __, ...account }: StoredAccount): StoredAccount {
  return account
}

/** Whether somebody has signed in anew with the account of a sign-in that is over. */
export function isSignedInAnew(
  accounts: readonly StoredAccount[],
  ended: StoredAccount | undefined,
): boolean {
  const stored = findAccount(accounts, ended?.userId)
  return stored !== undefined && stored.error === undefined && stored.token !== ended?.token
}

/** What becomes of an account's data at its end (DEC-115): it always goes, but unsent messages may outlive it. */
export type Ending = 'everything' | 'keeps-unsent' | 'as-it-is'

/**
 * A person who asks for it, deletes the account or was kicked out leaves nothing. After a disconnect or a refused refresh
 * the unsent messages stay. Where another tab has settled it, this one changes nothing.
 */
export function endingOf({ error, mayKeepUnsent }: StoredAccount, isAskedFor: boolean): Ending {
  if (isAskedFor) return 'everything'
  if (mayKeepUnsent) return 'keeps-unsent'
  return error === undefined ? 'as-it-is' : 'everything'
}

/** Type of an admin's account [USER-01]. */
const adminType = 2

/** Whether this is the type of an admin's account [USER-01]. */
export const isAdminType = (accountType: number | undefined): boolean => accountType === adminType

/** Whether somebody of this account type is an internal user: everybody is where they are not told apart [USER-02 USER-03]. */
export const isInternalUser = (areToldApart: boolean, accountType: number): boolean =>
  !areToldApart || accountType === adminType
