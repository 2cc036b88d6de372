import type { AuthSnapshot } from '#machines/auth/auth-machine.ts'
import { remainingAccounts } from '#machines/auth/auth-setup.ts'
import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'

/** Which accounts run in this tab, and which could. */
export interface AccountFacts {
  /** The tab's own account. */
  readonly userId: UserId | undefined
  /** Signed-in accounts of this device without the tab's own. */
  readonly others: readonly UserId[]
  /** Accounts whose actor runs. */
  readonly running: readonly UserId[]
  /** Whether others start. They do so after the tab's own account, which must not wait for them. */
  readonly hasOthersTime: boolean
  /** Accounts that a fault has stopped. */
  readonly broken: readonly UserId[]
}

/** Each running account has its own connection and memory. */
const mostOthers = 4

export type AccountActorId = `account-${number}`
/** The id of an account's actor. */
export const accountActorId = (account: UserId): AccountActorId => `account-${account}`

/**
 * Returns the tab's own account; undefined while signed out, signing in or signing out. A switch to another account
 * keeps the previous one until the next is stored, so that the screen changes once.
 */
export function userOf(snapshot: AuthSnapshot): UserId | undefined {
  const { account, arriving } = snapshot.context
  const isSwitching = snapshot.matches({ session: 'adopting' }) && arriving?.userId !== account?.userId
  const isSignedIn = snapshot.matches({ session: 'signedIn' }) || snapshot.matches({ session: 'errored' })
  return isSignedIn || isSwitching ? account?.userId : undefined
}

/**
 * The other signed-in accounts of this device, never the account that the tab is signing out. An account that has signed
 * in again starts with its new credentials.
 */
export function othersOf(snapshot: AuthSnapshot): readonly UserId[] {
  const { account: own, arriving } = snapshot.context
  const isReplaced = ({ userId, token }: StoredAccount) =>
    snapshot.matches({ session: 'adopting' }) && arriving?.userId === userId && arriving.token !== token
  return remainingAccounts(snapshot.context)
    .filter((account) => account.error === undefined && account.userId !== own?.userId)
    .filter((account) => !isReplaced(account))
    .map(({ userId }) => userId)
}

/** Returns the accounts that should run. Others that run already, as after a switch, continue. */
export function wantedAccounts(facts: AccountFacts, isLoaded: boolean): readonly UserId[] {
  const { broken, hasOthersTime, others, running, userId } = facts
  const own = isLoaded && userId !== undefined ? [userId] : []
  const started = others.filter((other) => hasOthersTime || running.includes(other))
  return [...own, ...started.slice(0, mostOthers)].filter((account) => !broken.includes(account))
}
