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
import type { Clock, LocksPort, ReportPort } from '#streams/ports.ts'
import type { Storage } from '#streams/storage/storage.ts'

/** What the auth machine works with. */
export interface AuthServices {
  readonly storage: Storage
  readonly locks: LocksPort
  readonly clock: Clock
  readonly report: ReportPort
  readonly caller: Caller
  /** Whether the server may hold a device token of this device; left out, it does not. */
  readonly hasPush?: boolean
  /** Unsent messages that outlive a forced sign-out (DEC-115). */
  readonly preservedOutbox: PreservedOutbox
  /** Tells other tabs that the stored credentials changed [XTAB-10]. */
  notifyTabs(userId: UserId): void
}

export interface Directory {
  readonly accounts: readonly StoredAccount[]
  readonly chosen: UserId | undefined
  readonly pendingWipes: readonly UserId[]
}

export async function readDirectory({ storage }: AuthServices): Promise<Directory> {
  const { accounts } = storage
  const [list, chosen, pendingWipes] = await Promise.all([
    accounts.list(),
    accounts.chosen(),
    accounts.pendingWipes(),
  ])
  return { accounts: list, chosen, pendingWipes }
}

/** How long a start asks a failing storage again (DEC-100), ms. */
const startLimit = 6000

/** Reads the directory at the start. A storage that fails is asked again: giving up would show a signed-in person out. */
export function readDirectoryAtStart(services: AuthServices): Promise<Directory> {
  const { clock } = services
  const start = clock.monotonic()
  const isOver = () => clock.monotonic() - start > startLimit
  return retryUntil(services, 'account directory', () => readDirectory(services), isOver)
}

/** Deletes an account's data if it still has to go; tabs take turns, so none deletes what another has begun anew. */
export const wipe = (services: AuthServices, userId: UserId, signal: AbortSignal): Promise<void> =>
  services.locks.hold(`wipe-${userId}`, signal, async () => {
    const { accounts } = services.storage
    if (!(await accounts.pendingWipes()).includes(userId)) return
    if (await services.preservedOutbox.mustStay(userId)) return
    await services.storage.destroy(userId)
    await accounts.markForWipe(userId, false)
  })

/**
 * Arriving at an account, leaving it and changing what is stored of it take turns over all tabs, so that none changes what
 * another has looked at: what is changed while it is taken away would be there again.
 */
const takingTurns = <Result>(
  services: AuthServices,
  userId: UserId,
  signal: AbortSignal,
  change: () => Promise<Result>,
): Promise<Result> => holdOrSteal(services, `sign-in-${userId}`, signal, change)

/**
 * Reads what another tab has changed, or is still changing: an account that is there yet is looked at again once that tab has
 * done it or died over it. It waits for ever behind a frozen page, which tells again when it is done; nothing is taken from it.
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

/** Stores fresh credentials and chooses them; what an earlier sign-out left undone is done first (DEC-56). */
export const adoptAccount = (
  services: AuthServices,
  account: StoredAccount,
  signal: AbortSignal,
): Promise<Directory> =>
  takingTurns(services, account.userId, signal, async () => {
    await wipe(services, account.userId, signal)
    await services.storage.accounts.put(withoutError(account))
    await services.storage.accounts.choose(account.userId)
    services.notifyTabs(account.userId)
    return readDirectory(services)
  })

/**
 * Takes the credentials away at once and marks the data to go [AUTH-36] (DEC-56). Where somebody has signed in anew nothing
 * goes, unless the end was asked for: only a person's wish ends a newer sign-in as well.
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
    // A tab that dies on the way leaves nobody to tell the others: who is told now looks when this turn is over.
    services.notifyTabs(userId)
    await applyOutboxCleanup(services, userId, signOutCleanup(account, isSignOutRequested))
    await services.storage.accounts.retire(userId)
    services.notifyTabs(userId)
    return readDirectory(services)
  })

/** A failure to keep them must not keep anybody signed in: it is reported. */
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

/** How long the logout waits for the device token to be taken back, ms. */
const takingBackLimit = 3000

/**
 * Tells the server, which may be out of reach: signing out does not wait for it [AUTH-45]. The device token is taken back
 * first [AUTH-36]. Where the access token is over the refresh token says it, for the server's sign-in would live on. Never rejects.
 */
export async function revokeSignIn(
  { caller, hasPush }: AuthServices,
  { userId, token, refreshToken }: StoredAccount,
): Promise<void> {
  const leave = (used: string) => {
    const options = { credentials: { userId, token: used }, retries: 0 }
    const go = () => signOut(caller, options)
    if (!hasPush) return go()
    const takingBack = { ...options, timeLimit: takingBackLimit }
    return setDeviceToken(caller, '', takingBack).then(go)
  }
  const said = await leave(token)
  if (said.isOk || said.failure.code !== resultCode.notAuthenticated || !refreshToken) return
  const renewed = await renewToken(caller, { userId, refreshToken }, { retries: 0 })
  if (renewed.isOk) await leave(renewed.data.token)
}

/**
 * Changes the stored copy of an account that is still there; a refresh elsewhere is never overwritten, and the end of one
 * sign-in is not written to the next.
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
  /** The server said no, or no refresh token is stored. */
  | { readonly kind: 'rejected' }
  | { readonly kind: 'missing' }
  /** Another tab signed this account out. */
  | { readonly kind: 'gone' }

/** Only a clear no of the server is one; limits and faults are not (DEC-101). */
const isClearNo = (failure: CallFailure): boolean =>
  failure.kind === 'rejected' && failure.code !== resultCode.limited && failure.code !== resultCode.failed

/**
 * Gets a new token for the account whose `rejected` one the server rejected, once for all tabs: whoever gets the
 * lock second finds it done [AUTH-34 AUTH-44].
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
    // A tab that took over from this one while it slept has renewed them: the no is for the old ones.
    const known = findAccount(await services.storage.accounts.list(), userId)
    if (!known) return { kind: 'gone' }
    if (known.token !== rejected) return { kind: 'renewed', account: known }
    services.report.fault({ kind: errorName.cannotRefreshToken, detail: `code ${result.failure.code}` })
    return { kind: 'rejected' }
  })

/** This page may have been frozen meanwhile and another tab have done it: the tokens stored first stay. */
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
