import type { Subject } from 'rxjs'
import { type ActorRefFrom, waitFor } from 'xstate'
import { selectFrom } from '#client/actor-readable.ts'
import type { Authentication, AuthenticationView, PhoneNumber } from '#client/client.ts'
import { defaultSignOutKey } from '#domain/authentication/accounts.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { done, failureKey, refusedBecause } from '#domain/http/refusal.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { AuthActor } from '#machines/auth/auth-machine.ts'
import { type codeMachine, secondsLeft } from '#machines/auth/code-machine.ts'
import { toStoredAccount } from '#schemas/translate/account.ts'
import {
  cancelAccount,
  checkPhoneCode,
  phoneLogin,
  phoneRegister,
  sendCode,
  updatePassword,
} from '#schemas/wire/calls/account.ts'
import type { AnyCall, DataOf, RequestOf } from '#schemas/wire/define-call.ts'
import { readFlag } from '#schemas/wire/primitives.ts'
import { outcomeOf } from '#streams/http/call-result.ts'
import type { Caller } from '#streams/http/caller.ts'
import type { Credentials } from '#streams/http/request.ts'
import type { Clock, CryptoPort } from '#streams/ports.ts'

type AuthSnapshot = ReturnType<AuthActor['getSnapshot']>

export interface AuthenticationParts {
  readonly auth: AuthActor
  readonly code: ActorRefFrom<typeof codeMachine>
  readonly caller: Caller
  readonly clock: Clock
  readonly crypto: CryptoPort
  /** What the code request's Token is encrypted with (DEC-71). */
  readonly secret: string
  readonly notices$: Subject<Notice>
  /** Messages that were not sent yet (DEC-115). */
  unsentCount(): number
}

/** What screens see of the auth machine [AUTH-39 AUTH-41 AUTH-42]. */
export function authenticationView(snapshot: AuthSnapshot): AuthenticationView {
  const { context } = snapshot
  const hasFailed = snapshot.matches({ session: 'errored' })
  const isSignedIn = hasFailed || snapshot.matches({ session: 'signedIn' })
  const isSwitching = snapshot.matches({ session: 'adopting' }) && context.account !== undefined
  const isStarting = isSwitching || snapshot.matches({ session: 'starting' })
  return {
    status: isStarting ? 'starting' : isSignedIn ? 'signed-in' : 'signed-out',
    accounts: context.accounts,
    chosen: isSignedIn ? context.account?.userId : undefined,
    alertKey: hasFailed ? (context.account?.error ?? defaultSignOutKey) : undefined,
  }
}

/** Whether the directory is at rest: neither starting nor on the way in or out. */
const isSettled = (snapshot: AuthSnapshot): boolean =>
  ['signedIn', 'errored', 'signedOut'].some((state) => {
    // The three are top states of the session region; `matches` takes them one by one.
    const session = state as 'signedIn' | 'errored' | 'signedOut'
    return snapshot.matches({ session })
  })

type CredentialsCall = typeof phoneLogin | typeof phoneRegister

export function createAuthentication(parts: AuthenticationParts): Authentication {
  const { auth, caller, clock, code, notices$ } = parts
  /** Serves only the next `resetPassword` (DEC-55). */
  let resetCredentials: Credentials | undefined

  async function enter<Call extends CredentialsCall>(call: Call, request: RequestOf<Call>): Promise<Outcome> {
    const result = await caller.call<AnyCall>(call, request)
    if (!result.isOk) return refusedBecause(result.failure.refusal)
    // Both calls answer credentials; their schema has checked them.
    const account = toStoredAccount(result.data as DataOf<CredentialsCall>)
    if (!account) return refusedBecause({ key: failureKey.generic })
    await waitFor(auth, isSettled)
    auth.send({ type: 'credentials.received', account })
    const snapshot = await waitFor(auth, isSettled)
    return snapshot.context.account?.userId === account.userId
      ? done
      : refusedBecause({ key: failureKey.generic })
  }

  async function requestCode(phone: PhoneNumber, purpose: 'sign-up' | 'other'): Promise<Outcome> {
    code.send({ type: 'code.requested' })
    const plain = `${phone.phone}${clock.now()}`
    const Token = await parts.crypto.encrypt(plain, parts.secret, 'code-request')
    const Type = purpose === 'sign-up' ? '1' : '2'
    const result = await caller.call(sendCode, { Phone: phone.phone, TelCode: phone.telCode, Token, Type })
    const retryAfter = result.isOk ? undefined : result.failure.retryAfter
    code.send({ type: 'code.answered', isSent: result.isOk, retryAfter })
    notices$.next(
      result.isOk
        ? { kind: 'success', text: result.message, isSticky: readFlag(result.data?.IsSticky) }
        : { kind: 'error', ...noticeOf(result.failure.refusal) },
    )
    return outcomeOf(result)
  }

  return {
    view: selectFrom(auth, authenticationView),
    codeCountdown: selectFrom(code, (snapshot) => secondsLeft(snapshot.context)),
    async sendCode(phone, purpose) {
      const seconds = secondsLeft(code.getSnapshot().context)
      if (seconds > 0) return refusedBecause({ key: 'auth.code-throttled', values: { count: seconds } })
      return requestCode(phone, purpose)
    },
    signInWithPassword: (phone, password) =>
      enter(phoneLogin, { Phone: phone.phone, TelCode: phone.telCode, Password: password }),
    signInWithCode: (phone, oneTimeCode) =>
      enter(phoneLogin, { Phone: phone.phone, TelCode: phone.telCode, Code: oneTimeCode }),
    signUp: (phone, oneTimeCode) =>
      enter(phoneRegister, { Phone: phone.phone, TelCode: phone.telCode, Code: oneTimeCode }),
    async verifyPhone(phone, oneTimeCode) {
      const request = { Phone: phone.phone, TelCode: phone.telCode, Code: oneTimeCode }
      const result = await caller.call(checkPhoneCode, request)
      const account = result.isOk ? toStoredAccount(result.data) : undefined
      resetCredentials = account && { userId: account.userId, token: account.token }
      return outcomeOf(result)
    },
    async resetPassword(password) {
      if (!resetCredentials) return refusedBecause({ key: failureKey.notAuthenticated })
      const credentials = resetCredentials
      const result = await caller.call(updatePassword, { Password: password }, { credentials })
      if (result.isOk) resetCredentials = undefined
      return outcomeOf(result)
    },
    async choose(userId) {
      await waitFor(auth, isSettled)
      auth.send({ type: 'account.chosen', userId })
      const snapshot = await waitFor(auth, isSettled)
      return snapshot.context.account?.userId === userId
        ? done
        : refusedBecause({ key: failureKey.notAuthenticated })
    },
    unsentCount: parts.unsentCount,
    async signOut() {
      auth.send({ type: 'sign-out.requested' })
      await waitFor(auth, isSettled)
    },
    async deleteAccount() {
      const userId = auth.getSnapshot().context.account?.userId
      if (userId === undefined) return refusedBecause({ key: failureKey.notAuthenticated })
      const result = await caller.call(cancelAccount, {})
      if (!result.isOk) return refusedBecause(result.failure.refusal)
      auth.send({ type: 'account.deleted', userId })
      await waitFor(auth, isSettled)
      return done
    },
    acceptForcedSignOut: () => auth.send({ type: 'alert.accepted' }),
    setOnAuthPage: (isOnAuthPage) => auth.send({ type: 'page.changed', isOnAuthPage }),
  }
}

/** The server's text wins over the key [ERR-02]. */
const noticeOf = ({ key, text, values }: { key: string; text?: string; values?: Notice['values'] }) => ({
  ...(text ? { text } : { key }),
  ...(values ? { values } : {}),
})
