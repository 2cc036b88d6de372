import {
  findAccount,
  hasSignedInAgain,
  type SignOutCleanup,
  signOutCleanup,
  withoutError,
} from '#domain/authentication/accounts.ts'
import { errorName } from '#domain/http/rejection.ts'
import type { UserId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { type RenewedTokens, renewToken, signOut } from '#streams/api/account.ts'
import { setDeviceToken } from '#streams/api/notifications.ts'
import { retryUntil } from '#streams/clock/retry.ts'
import { holdOrSteal, holdUntilDone } from '#streams/cross-tab/locks.ts'
import type { CallFailure } from '#streams/http/call-result.ts'
import type { Caller } from '#streams/http/caller.ts'
import type { PreservedOutbox } from '#streams/log/preserved-outbox.ts'
import type { Clock, LocksPort, PushPort, ReportPort, TabAccountPort } from '#streams/ports.ts'
import type { Storage } from '#streams/storage/storage.ts'

/** The services of the auth machine. */
export interface AuthServices {
  readonly storage: Storage
  readonly locks: LocksPort
  readonly clock: Clock
  readonly report: ReportPort
  readonly caller: Caller
  /** Present if the server may have a device token of this device. */
  readonly push?: Pick<PushPort, 'revokeToken'> | undefined
  /** Absent: the tab has the account that was chosen last on the device. */
  readonly tabAccount?: TabAccountPort | undefined
  /** Holds the unsent messages of a forced sign-out (DEC-115). */
  readonly preservedOutbox: PreservedOutbox
  /** Tells other tabs that the stored credentials changed [XTAB-10]. */
  notifyTabs(userId: UserId): void
}

export interface Directory {
  readonly accounts: readonly StoredAccount[]
  /** The account of this tab, or for a new tab the one chosen last on the device. */
  readonly chosen: UserId | undefined
  readonly pendingWipes: readonly UserId[]
}

export async function readDirectory({ storage, tabAccount }: AuthServices): Promise<Directory> {
  const { accounts } = storage
  const [list, lastChosen, pendingWipes] = await Promise.all([
    accounts.list(),
    accounts.chosen(),
    accounts.pendingWipes(),
  ])
  const ofTab = tabAccount?.read() ?? lastChosen
  return { accounts: list, chosen: ofTab === 'none' ? undefined : ofTab, pendingWipes }
}

/** How long a start retries a failing storage (DEC-100), ms. */
const startLimit = 6000

/**
 * Reads the directory at the start. Retries a failing storage, because giving up would show a signed-in user as
 * signed out.
 */
export function readDirectoryAtStart(services: AuthServices): Promise<Directory> {
  const { clock } = services
  const start = clock.monotonic()
  const isOver = () => clock.monotonic() - start > startLimit
  return retryUntil(services, 'account directory', () => readDirectory(services), isOver)
}

/**
 * Deletes an account's data if it is still marked for deletion. Tabs take turns, so that none deletes the data of a
 * new sign-in.
 */
export const wipe = (services: AuthServices, userId: UserId, signal: AbortSignal): Promise<void> =>
  services.locks.hold(`wipe-${userId}`, signal, async () => {
    const { accounts } = services.storage
    if (!(await accounts.pendingWipes()).includes(userId)) return
    if (await services.preservedOutbox.mustStay(userId)) return
    await services.storage.destroy(userId)
    await accounts.markForWipe(userId, false)
  })

/**
 * Runs sign-ins, sign-outs and changes of a stored account one after the other over all tabs. Otherwise a change
 * could write back an account that another tab has just removed.
 */
const takingTurns = <Result>(
  services: AuthServices,
  userId: UserId,
  signal: AbortSignal,
  change: () => Promise<Result>,
): Promise<Result> => holdOrSteal(services, `sign-in-${userId}`, signal, change)

/**
 * Reads the directory after another tab has changed it. Waits for the lock of that tab, so that a change in progress
 * is seen as well. Behind a frozen tab it waits without limit; that tab announces its change again when it continues.
 */
export async function readAfterChange(
  services: AuthServices,
  { userId }: StoredAccount,
  signal: AbortSignal,
): Promise<Directory> {
  const directory = await readDirectory(services)
  if (!findAccount(directory.accounts, userId)) return directory
  return services.locks.hold(`sign-in-${userId}`, signal, () => readDirectory(services))
}

/**
 * Stores new credentials and selects them, after finishing what an earlier sign-out left undone (DEC-56).
 * @param isListed whether the user has chosen a listed account. Then its stored credentials count, and nothing changes if
 * another tab has signed it out.
 */
export const adoptAccount = (
  services: AuthServices,
  account: StoredAccount,
  isListed: boolean,
  signal: AbortSignal,
): Promise<Directory> =>
  takingTurns(services, account.userId, signal, async () => {
    const { accounts } = services.storage
    const current = isListed ? findAccount(await accounts.list(), account.userId) : account
    if (!current) return readDirectory(services)
    await wipe(services, account.userId, signal)
    await accounts.put(withoutError(current))
    await accounts.choose(account.userId)
    services.tabAccount?.write(account.userId)
    services.notifyTabs(account.userId)
    return readDirectory(services)
  })

/**
 * Removes the credentials now and marks the data for deletion [AUTH-36] (DEC-56). Keeps a newer sign-in of the same
 * account, unless the user asked for the sign-out.
 */
export const leaveAccount = (
  services: AuthServices,
  account: StoredAccount,
  isSignOutRequested: boolean,
  signal: AbortSignal,
): Promise<Directory> =>
  takingTurns(services, account.userId, signal, async () => {
    const directory = await readDirectory(services)
    if (!isSignOutRequested && hasSignedInAgain(directory.accounts, account)) return directory
    const { userId } = account
    // Announced before and after, because this tab may die in between. The other tabs wait for the lock before they
    // read.
    services.notifyTabs(userId)
    await applyOutboxCleanup(services, userId, signOutCleanup(account, isSignOutRequested))
    await services.storage.accounts.retire(userId)
    services.notifyTabs(userId)
    return readDirectory(services)
  })

/** The end of the sign-in of a stored account that is not the tab's own. */
export interface Departure {
  readonly account: StoredAccount
  /** Whether the user asked for it. Then no unsent message is preserved (DEC-115). */
  readonly isRequested: boolean
}

/** Signs stored accounts out, one after the other, and returns the directory without them. */
export async function leaveOthers(
  services: AuthServices,
  departures: readonly Departure[],
  signal: AbortSignal,
): Promise<Directory> {
  for (const { account, isRequested } of departures)
    await leaveAccount(services, account, isRequested, signal)
  return readDirectory(services)
}

/** A failure must not keep the user signed in, so it is only reported. */
async function applyOutboxCleanup(
  { preservedOutbox, report }: AuthServices,
  userId: UserId,
  ending: SignOutCleanup,
): Promise<void> {
  try {
    if (ending === 'wipe-all') await preservedOutbox.forget(userId)
    if (ending === 'preserve-outbox') await preservedOutbox.keep(userId)
  } catch (cause) {
    report.fault({ kind: 'sign-out cleanup', detail: 'could not be settled at the sign-out', cause })
  }
}

/** How long the sign-out waits for the removal of the device token, ms. */
const takingBackLimit = 3000

/**
 * Revokes the sign-in at the server; the sign-out does not wait for it [AUTH-45]. Removes the device token first
 * [AUTH-36]. Falls back to the refresh token if the access token has expired. If the server does not hear of it, the
 * device token is revoked at the push service, because the server would push to it for weeks. Never rejects.
 */
export async function revokeSignIn(
  { caller, push }: AuthServices,
  { userId, token, refreshToken }: StoredAccount,
): Promise<void> {
  const leave = (used: string) => {
    const options = { credentials: { userId, token: used }, retries: 0 }
    const go = () => signOut(caller, options)
    if (!push) return go()
    const takingBack = { ...options, timeLimit: takingBackLimit }
    return setDeviceToken(caller, '', takingBack).then(go)
  }
  const leaveOrRenew = async () => {
    const said = await leave(token)
    if (said.isOk || said.failure.code !== resultCode.notAuthenticated || !refreshToken) return said
    const renewed = await renewToken(caller, { userId, refreshToken }, { retries: 0 })
    return renewed.isOk ? leave(renewed.data.token) : renewed
  }
  const { isOk } = await leaveOrRenew()
  // If the browser cannot revoke it, pushes end when the server's sign-in expires.
  if (!isOk) await push?.revokeToken().catch(() => undefined)
}

/**
 * Changes the stored copy of an account. Does nothing if the account is gone, if another tab has refreshed its
 * tokens, or if it has signed in again.
 */
export const amendAccount = (
  services: AuthServices,
  { userId, token }: StoredAccount,
  change: Partial<StoredAccount>,
): Promise<void> =>
  holdUntilDone(services.locks, `refresh-${userId}`, new AbortController().signal, () =>
    takingTurns(services, userId, new AbortController().signal, async () => {
      const stored = findAccount(await services.storage.accounts.list(), userId)
      if (!stored || (change.error !== undefined && stored.token !== token)) return
      await services.storage.accounts.put({ ...stored, ...change })
      services.notifyTabs(userId)
    }),
  )

export type RefreshResult =
  | { readonly kind: 'renewed'; readonly account: StoredAccount }
  | { readonly kind: 'unreachable' }
  /** The server rejected the refresh, or no refresh token is stored. */
  | { readonly kind: 'rejected' }
  | { readonly kind: 'missing' }
  /** Another tab signed this account out. */
  | { readonly kind: 'gone' }

/** Whether the server has rejected the refresh token. Limits and faults do not count (DEC-101). */
const isClearNo = (failure: CallFailure): boolean =>
  failure.kind === 'rejected' && failure.code !== resultCode.limited && failure.code !== resultCode.failed

/**
 * Refreshes a `rejected` token once for all tabs. The second tab to get the lock finds the new token and uses it
 * [AUTH-34 AUTH-44].
 */
export const refreshTokens = (
  services: AuthServices,
  userId: UserId,
  rejected: string,
  signal: AbortSignal,
): Promise<RefreshResult> =>
  holdOrSteal(services, `refresh-${userId}`, signal, async () => {
    const stored = findAccount(await services.storage.accounts.list(), userId)
    if (!stored) return { kind: 'gone' }
    if (stored.token !== rejected) return { kind: 'renewed', account: stored }
    if (!stored.refreshToken) return { kind: 'missing' }
    const request = { userId, refreshToken: stored.refreshToken }
    const result = await renewToken(services.caller, request, { signal })
    if (result.isOk) {
      return takingTurns(services, userId, signal, () => storeTokens(services, stored, result.data))
    }
    if (!isClearNo(result.failure)) return { kind: 'unreachable' }
    // Another tab has refreshed the tokens while this one slept. The rejection concerns the old ones.
    const known = findAccount(await services.storage.accounts.list(), userId)
    if (!known) return { kind: 'gone' }
    if (known.token !== rejected) return { kind: 'renewed', account: known }
    services.report.fault({ kind: errorName.cannotRefreshToken, detail: `code ${result.failure.code}` })
    return { kind: 'rejected' }
  })

/** Another tab may have refreshed the tokens while this page was frozen. The tokens that were stored first stay. */
async function storeTokens(
  services: AuthServices,
  stored: StoredAccount,
  tokens: RenewedTokens,
): Promise<RefreshResult> {
  const known = findAccount(await services.storage.accounts.list(), stored.userId)
  if (!known) return { kind: 'gone' }
  if (known.token !== stored.token) return { kind: 'renewed', account: known }
  const account: StoredAccount = {
    ...known,
    ...tokens,
  }
  await services.storage.accounts.put(account)
  services.notifyTabs(account.userId)
  return { kind: 'renewed', account }
}
