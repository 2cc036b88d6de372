import { resultCode } from '#schemas/result-codes.ts'
import type { CredentialsData } from '#schemas/wire/calls/account.ts'
import * as calls from '#schemas/wire/calls/account.ts'
import * as signIns from '#schemas/wire/calls/sign-ins.ts'
import type { AnyCall } from '#schemas/wire/define-call.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { type Account, createAccount, findAccountByPhone, getAccount } from '../accounts/accounts.ts'
import { deleteAccount } from '../accounts/delete-account.ts'
import { deviceName, guessSource, rememberDevice } from '../accounts/known-devices.ts'
import { createOneTimeCode, spendOneTimeCode, wrongCode } from '../accounts/one-time-codes.ts'
import { checkPasswordOf, maySetPassword, setPassword } from '../accounts/passwords.ts'
import { rotateRefreshToken } from '../accounts/refresh.ts'
import {
  markProved,
  openSignInSession,
  readSessions,
  revokeSession,
  revokeSessions,
  type SessionKind,
} from '../accounts/sign-in-sessions.ts'
import type { CodeDelivery, CodeToDeliver } from '../ports.ts'
import type { Services } from '../services.ts'
import { say } from '../texts/say.ts'
import { done, guarded, open, type PublicRequest } from './handler.ts'
import { CallRefusal, refuseInvalid } from './refusal.ts'

const sendCode = open(calls.sendCode, async ({ fields, services, peer, locale }) => {
  await services.limits.takeByAddress('codePerAddress', peer)
  const phone = `${fields.TelCode} ${fields.Phone}`
  await services.limits.take('codePerPhone', phone)
  await services.limits.take('codePerPhoneAndDay', phone)
  const owner = {
    telCode: fields.TelCode,
    phone: fields.Phone,
    purpose: fields.Type === '1' ? ('sign-up' as const) : ('other' as const),
  }
  const code = await createOneTimeCode(services, owner)
  const way = await deliver(services, { telCode: fields.TelCode, phone: fields.Phone, code, peer })
  if (way === 'sent') return done(null, say(locale, 'code-sent'))
  if (way === 'printed') return done({ IsPrinted: 1 }, say(locale, 'code-printed'))
  return done({ IsSticky: 1 }, say(locale, 'code-shown', { code }))
})

async function deliver(services: Services, code: CodeToDeliver): ReturnType<CodeDelivery['deliver']> {
  try {
    return await services.codeDelivery.deliver(code)
  } catch (cause) {
    services.faults.report({ kind: 'code-delivery', detail: 'a one-time code was not delivered', cause })
    throw new CallRefusal(resultCode.failed, 'code-undelivered')
  }
}

const phoneRegister = open(calls.phoneRegister, async ({ fields, ...request }) => {
  const { services, peer } = request
  await services.limits.takeByAddress('signInPerAddress', peer)
  const { TelCode: telCode, Phone: phone } = fields
  const source = await guessSource(services, undefined, request)
  await spendOneTimeCode(services, { telCode, phone, purpose: 'sign-up' }, fields.Code, source)
  // Only the proven owner of the phone learns that the number is taken.
  const created = await createAccount(services, telCode, phone)
  if (!created) throw CallRefusal.wrongValue('Phone', 'phone-unusable')
  return done(await credentialsOf(request, created, 'full', wrongCode))
})

const phoneLogin = open(calls.phoneLogin, async ({ fields, ...request }) => {
  const { services, peer } = request
  await services.limits.takeByAddress('signInPerAddress', peer)
  const { TelCode: telCode, Phone: phone, Password: password, Code: code } = fields
  if (code !== undefined)
    return done(
      await credentialsOf(request, await accountByCode(request, telCode, phone, code), 'full', wrongCode),
    )
  if (password === undefined) throw refuseInvalid({ field: 'Password', kind: 'short', count: 1 })
  const found = await findAccountByPhone(services, telCode, phone)
  const isRight = await checkPasswordOf(services, { telCode, phone }, found, password, request)
  if (!found || !isRight) {
    services.securityLog.write({ kind: 'sign-in-failed', accountId: found?.id })
    throw wrongPassword()
  }
  return done(await credentialsOf(request, found, 'full', wrongPassword, found.passwordHash))
})

const checkPhoneCode = open(calls.checkPhoneCode, async ({ fields, ...request }) => {
  await request.services.limits.takeByAddress('signInPerAddress', request.peer)
  const found = await accountByCode(request, fields.TelCode, fields.Phone, fields.Code)
  return done(await credentialsOf(request, found, 'password-reset', wrongCode))
})

const wrongPassword = () => CallRefusal.wrongValue('Password', 'sign-in-wrong')

type SignInRequest = Omit<PublicRequest<AnyCall>, 'fields'>

// A phone without an account gets the same response as a wrong code.
async function accountByCode(
  request: SignInRequest,
  telCode: string,
  phone: string,
  code: string,
): Promise<Account> {
  const { services } = request
  const found = await findAccountByPhone(services, telCode, phone)
  const source = await guessSource(services, found?.id, request)
  await spendOneTimeCode(services, { telCode, phone, purpose: 'other' }, code, source)
  if (!found) throw wrongCode()
  return found
}

/**
 * Starts a session, which counts as a proof of its owner. A full one is announced to the account's other devices, and its
 * browser is remembered.
 * @param refuse the refusal if the account was deleted meanwhile, or its password changed
 * @param passwordHash the hash that the password was verified against, if there was a password
 */
async function credentialsOf(
  { services, peer, userAgent, setCookie }: SignInRequest,
  account: Account,
  kind: SessionKind,
  refuse: () => CallRefusal,
  passwordHash?: string | null,
): Promise<CredentialsData> {
  const device = deviceName(userAgent)
  const provedAt = services.clock.now()
  const opened = await openSignInSession(services, account.id, kind, { provedAt, device, passwordHash })
  if (!opened) throw refuse()
  const { tokens, ended } = opened
  for (const sessionId of ended) services.connections.endSession(sessionId, 'forced')
  services.securityLog.write({ kind: 'signed-in', accountId: account.id })
  if (kind === 'full') {
    services.connections.deliver({ accountIds: [account.id] }, { Cmd: 'NewSignIn', Device: device })
    setCookie(await rememberDevice(services, account.id, peer))
  }
  return {
    UID: account.id,
    Token: tokens.accessToken,
    AccessToken: tokens.accessToken,
    RefreshToken: tokens.refreshToken,
    NickName: account.nickname,
    HeadImg: account.avatarUrl,
    VChatID: account.chatId,
  }
}

const updateToken = open(calls.updateToken, async ({ fields, services, peer }) => {
  await services.limits.takeByAddress('refreshPerAddress', peer)
  const tokens = await rotateRefreshToken(services, fields.UserID, fields.RefreshToken)
  return done({ AccessToken: tokens.accessToken, RefreshToken: tokens.refreshToken })
})

const logout = guarded(
  calls.logout,
  async ({ services, principal }) => {
    await revokeSession(services, principal.sessionId)
    services.connections.endSession(principal.sessionId, 'own')
    return done(null)
  },
  { sessionKinds: ['full', 'password-reset'] },
)

const cancelAccount = guarded(calls.cancelAccount, async ({ services, principal }) => {
  await deleteAccount(services, principal)
  return done(null)
})

const getSignIns = guarded(signIns.getSignIns, async ({ services, principal }) => {
  const { accountId, sessionId } = principal
  const sessions = await readSessions(services, accountId)
  const connected = await services.connections.sessionsOf(accountId)
  return done(
    sessions.map(({ id, device, createdAt, lastUsedAt }) => ({
      ID: id,
      Device: device,
      CreateTime: createdAt,
      LastTime: connected.has(id) ? services.clock.now() : Math.max(createdAt, lastUsedAt),
      IsCurrent: writeFlag(id === sessionId),
    })),
  )
})

const endSignIn = guarded(signIns.endSignIn, async ({ fields, services, principal }) => {
  const isOwn = await revokeSession(services, fields.ID, principal.accountId)
  if (!isOwn) throw new CallRefusal(resultCode.notFound, 'not-found')
  services.securityLog.write({ kind: 'sessions-ended', accountId: principal.accountId })
  services.connections.endSession(fields.ID, fields.ID === principal.sessionId ? 'own' : 'forced')
  return done(null)
})

const endOtherSignIns = guarded(signIns.endOtherSignIns, async ({ services, principal }) => {
  const { accountId, sessionId } = principal
  const ended = await revokeSessions(services, services.database, accountId, sessionId)
  for (const id of ended) services.connections.endSession(id, 'forced')
  services.securityLog.write({ kind: 'sessions-ended', accountId })
  return done(null)
})

export const signInRoutes = [
  sendCode,
  phoneRegister,
  phoneLogin,
  checkPhoneCode,
  updateToken,
  logout,
  cancelAccount,
  getSignIns,
  endSignIn,
  endOtherSignIns,
] as const

const isSetPassword = guarded(calls.isSetPassword, async ({ services, principal }) => {
  const account = await getAccount(services.database, principal.accountId)
  return done({ IsSetPwd: account.passwordHash === null ? 0 : 1 })
})

const checkPassword = guarded(calls.checkPassword, async ({ fields, services, principal, peer, cookies }) => {
  const account = await getAccount(services.database, principal.accountId)
  const isRight = await checkPasswordOf(services, account, account, fields.Password, {
    peer,
    cookies,
  })
  if (!isRight) throw CallRefusal.wrongValue('Password', 'password-wrong')
  await markProved(services, principal.sessionId)
  return done(null)
})

const updatePassword = guarded(
  calls.updatePassword,
  async ({ fields, services, principal, locale, peer }) => {
    const account = await getAccount(services.database, principal.accountId)
    if (!maySetPassword(services, principal, account)) {
      throw new CallRefusal(resultCode.forbidden, 'password-needs-proof')
    }
    await setPassword(services, principal, fields.Password, peer)
    return done(null, say(locale, 'password-saved'))
  },
  { sessionKinds: ['full', 'password-reset'] },
)

export const passwordRoutes = [isSetPassword, checkPassword, updatePassword] as const
