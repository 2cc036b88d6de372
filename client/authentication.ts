import type { Subject } from 'rxjs'
import { waitFor } from 'xstate'
import { defaultSignOutKey } from '#domain/authentication/accounts.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { done, failureKey, rejectedBecause } from '#domain/http/rejection.ts'
import { type Notice, rejectionNotice } from '#domain/notification/toast.ts'
import type { AuthActor } from '#machines/auth/auth-machine.ts'
import { remainingAccounts } from '#machines/auth/auth-setup.ts'
import type { HandedSession } from '#schemas/env/host-message.ts'
import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { CodePurpose, PhoneNumber, SentCode } from '#streams/api/account.ts'
import * as api from '#streams/api/account.ts'
import { type CallResult, outcomeOf } from '#streams/http/call-result.ts'
import type { Caller } from '#streams/http/caller.ts'
import type { Credentials } from '#streams/http/request.ts'
import type { Clock, CryptoPort } from '#streams/ports.ts'
import { type Readable, untilValue } from '#streams/readable.ts'
import type { CodeCountdown } from './code-countdown.ts'
import { selectFromActor } from './select-from-actor.ts'

export interface AuthenticationView {
  readonly status: 'starting' | 'signed-out' | 'signed-in'
  readonly accounts: readonly StoredAccount[]
  readonly chosen: UserId | undefined
  /** Text key of the forced sign-out alert during an auth error state [AUTH-39 AUTH-42]. */
  readonly alertKey: string | undefined
}

/** Sign-in, sign-up and sign-out, and the accounts of this device. */
export interface Authentication {
  readonly view: Readable<AuthenticationView>
  /** Seconds until another code may be requested; 0 if one may be requested now [AUTH-30]. */
  readonly codeCountdown: Readable<number>
  /** Requests a one-time code. Success and failure are also shown as notices [AUTH-32]. */
  sendCode(phone: PhoneNumber, purpose: CodePurpose): Promise<Outcome<SentCode>>
  signInWithPassword(phone: PhoneNumber, password: string): Promise<Outcome>
  signInWithCode(phone: PhoneNumber, code: string): Promise<Outcome>
  signUp(phone: PhoneNumber, code: string): Promise<Outcome>
  /**
   * Signs in with the session of an embedding app. `mayEnter` gets the account that the server names, and decides whether
   * it becomes the tab's account (DEC-38). Rejects if the code for it cannot be loaded.
   */
  signInWithSession(
    session: HandedSession,
    mayEnter: (account: StoredAccount) => Promise<boolean>,
  ): Promise<Outcome>
  /** Confirms a phone number before `resetPassword`, the only call that accepts the resulting token (DEC-55). */
  verifyPhone(phone: PhoneNumber, code: string): Promise<Outcome>
  resetPassword(password: string): Promise<Outcome>
  /** Signs in with an account that is stored on this device. */
  choose(account: UserId): Promise<Outcome>
  /**
   * The number of unsent messages that a sign-out would discard; the screen asks for confirmation (DEC-115). Counts those
   * of the tab's account, of another account that runs in this tab, or of all of them.
   */
  unsentCount(account?: UserId | 'all'): number
  /** Signs out the tab's account, or another stored account while the tab's account goes on. */
  signOut(account?: UserId): Promise<void>
  /** Signs out all accounts of this device and discards their unsent messages [AUTH-38] (DEC-115). */
  signOutAll(): Promise<void>
  /**
   * Deletes the account on the server and wipes it here. Changes nothing if the server rejects it [AUTH-57 ME-20]
   * (DEC-115).
   */
  deleteAccount(): Promise<Outcome>
  /** Confirms the forced sign-out alert; the auth machine does so after 6 s without an answer [AUTH-40]. */
  acceptForcedSignOut(): void
  /** Screens report whether they are auth pages, which show no forced sign-out alert [AUTH-41]. */
  setOnAuthPage(isOnAuthPage: boolean): void
}

type AuthSnapshot = ReturnType<AuthActor['getSnapshot']>

interface AuthenticationServices {
  readonly auth: AuthActor
  readonly codeCountdown: CodeCountdown
  readonly caller: Caller
  readonly clock: Clock
  readonly crypto: CryptoPort
  /** The key that encrypts the `Token` of a code request (DEC-71). */
  readonly secret: string
  readonly notices$: Subject<Notice>
  readonly unsentCount: Authentication['unsentCount']
}

/** Returns the view of an auth machine snapshot [AUTH-39 AUTH-41 AUTH-42]. */
export function authenticationView(snapshot: AuthSnapshot): AuthenticationView {
  const { context } = snapshot
  const hasFailed = snapshot.matches({ session: 'errored' })
  const isSignedIn = hasFailed || snapshot.matches({ session: 'signedIn' })
  const isSwitching = snapshot.matches({ session: 'adopting' }) && context.account !== undefined
  const isStarting = isSwitching || snapshot.matches({ session: 'starting' })
  return {
    status: isStarting ? 'starting' : isSignedIn ? 'signed-in' : 'signed-out',
    accounts: remainingAccounts(context),
    chosen: isSignedIn ? context.account?.userId : undefined,
    alertKey: hasFailed ? (context.account?.error ?? defaultSignOutKey) : undefined,
  }
}

/** Waits until it is known whether anyone is signed in. */
export async function settledAuthentication({
  view,
}: Pick<Authentication, 'view'>): Promise<AuthenticationView> {
  await untilValue(view, ({ status }) => status !== 'starting')
  return view.get()
}

/** True unless the machine is starting, signing in or signing out. */
const isSettled = (snapshot: AuthSnapshot): boolean =>
  ['signedIn', 'errored', 'signedOut'].some((state) => {
    // The array literal above holds exactly these three states; `matches` needs the literal type.
    const session = state as 'signedIn' | 'errored' | 'signedOut'
    return snapshot.matches({ session })
  })

/** Creates the operations on the auth machine and the code countdown. */
export function createAuthentication(services: AuthenticationServices): Authentication {
  const { auth, caller, clock, codeCountdown, notices$ } = services
  /** Valid for the next `resetPassword` only (DEC-55). */
  let resetCredentials: Credentials | undefined

  async function enter(signingIn: Promise<CallResult<StoredAccount | undefined>>): Promise<Outcome> {
    const result = await signingIn
    if (!result.isOk) return rejectedBecause(result.failure.rejection)
    const account = result.data
    if (!account) return rejectedBecause({ key: failureKey.generic })
    await waitFor(auth, isSettled)
    auth.send({ type: 'credentials.received', account })
    const snapshot = await waitFor(auth, isSettled)
    return snapshot.context.account?.userId === account.userId
      ? done
      : rejectedBecause({ key: failureKey.generic })
  }

  async function requestCode(phone: PhoneNumber, purpose: CodePurpose): Promise<Outcome<SentCode>> {
    codeCountdown.startCountdown()
    const plain = `${phone.phone}${clock.now()}`
    const token = await services.crypto.encrypt(plain, services.secret, 'code-request')
    const result = await api.requestCode(caller, { ...phone, token, purpose })
    const retryAfter = result.isOk ? undefined : result.failure.retryAfter
    codeCountdown.applyResponse({ isSent: result.isOk, retryAfter })
    notices$.next(
      result.isOk
        ? { kind: 'success', text: result.message, isSticky: result.data.isSticky }
        : rejectionNotice(result.failure.rejection),
    )
    return result.isOk ? { isOk: true, value: result.data } : rejectedBecause(result.failure.rejection)
  }

  return {
    view: selectFromActor(auth, authenticationView),
    codeCountdown: codeCountdown.secondsLeft,
    async sendCode(phone, purpose) {
      const seconds = codeCountdown.secondsLeft.get()
      if (seconds > 0) return rejectedBecause({ key: 'auth.code-throttled', values: { count: seconds } })
      return requestCode(phone, purpose)
    },
    signInWithPassword: (phone, password) => enter(api.signInWithPassword(caller, phone, password)),
    signInWithCode: (phone, oneTimeCode) => enter(api.signInWithCode(caller, phone, oneTimeCode)),
    signUp: (phone, oneTimeCode) => enter(api.signUp(caller, phone, oneTimeCode)),
    async signInWithSession(session, mayEnter) {
      const { getAccountOfSession } = await import('#streams/api/sign-ins.ts')
      const result = await getAccountOfSession(caller, session)
      const isDeclined = result.isOk && result.data !== undefined && !(await mayEnter(result.data))
      return isDeclined ? rejectedBecause({ key: failureKey.submission }) : enter(Promise.resolve(result))
    },
    async verifyPhone(phone, oneTimeCode) {
      const result = await api.verifyPhone(caller, phone, oneTimeCode)
      const account = result.isOk ? result.data : undefined
      resetCredentials = account && { userId: account.userId, token: account.token }
      return outcomeOf(result)
    },
    async resetPassword(password) {
      if (!resetCredentials) return rejectedBecause({ key: failureKey.notAuthenticated })
      const credentials = resetCredentials
      const result = await api.setPassword(caller, password, { credentials })
      if (result.isOk) resetCredentials = undefined
      return outcomeOf(result)
    },
    async choose(userId) {
      await waitFor(auth, isSettled)
      auth.send({ type: 'account.chosen', userId })
      const snapshot = await waitFor(auth, isSettled)
      return snapshot.context.account?.userId === userId
        ? done
        : rejectedBecause({ key: failureKey.notAuthenticated })
    },
    unsentCount: services.unsentCount,
    async signOut(userId) {
      await waitFor(auth, isSettled)
      const isOther = userId !== undefined && userId !== auth.getSnapshot().context.account?.userId
      auth.send(isOther ? { type: 'other.sign-out-requested', userId } : { type: 'sign-out.requested' })
      await waitFor(auth, (snapshot) => isSettled(snapshot) && snapshot.matches({ others: 'idle' }))
    },
    async signOutAll() {
      await waitFor(auth, isSettled)
      auth.send({ type: 'sign-out-all.requested' })
      await waitFor(auth, (snapshot) => isSettled(snapshot) && snapshot.matches({ others: 'idle' }))
    },
    async deleteAccount() {
      const userId = auth.getSnapshot().context.account?.userId
      if (userId === undefined) return rejectedBecause({ key: failureKey.notAuthenticated })
      const result = await api.deleteAccount(caller)
      if (!result.isOk) return rejectedBecause(result.failure.rejection)
      auth.send({ type: 'account.deleted', userId })
      await waitFor(auth, isSettled)
      return done
    },
    acceptForcedSignOut: () => auth.send({ type: 'alert.accepted' }),
    setOnAuthPage: (isOnAuthPage) => auth.send({ type: 'page.changed', isOnAuthPage }),
  }
}
