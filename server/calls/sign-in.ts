import { resultCode } from '#schemas/result-codes.ts'
import type { CredentialsData } from '#schemas/wire/calls/account.ts'
import * as calls from '#schemas/wire/calls/account.ts'
import { type Account, createAccount, findAccountByPhone, getAccount } from '../accounts/accounts.ts'
import { deleteAccount } from '../accounts/delete-account.ts'
import { createOneTimeCode, spendOneTimeCode, wrongCode } from '../accounts/one-time-codes.ts'
import { checkPasswordOf, maySetPassword, setPassword } from '../accounts/passwords.ts'
import { rotateRefreshToken } from '../accounts/refresh.ts'
import { markProved, openSession, revokeSession, type SessionKind } from '../accounts/sign-in-sessions.ts'
import type { CodeDelivery, CodeToDeliver } from '../ports.ts'
import type { Services } from '../services.ts'
import { say } from '../texts/say.ts'
import { done, guarded, open } from './handler.ts'
import { CallRefusal, refuseInvalid } from './refusal.ts'

const sendCode = open(calls.sendCode, async ({ fields, services, peer, locale }) => {
  await services.limits.takeByAddress('codePerAddress', peer)
  await services.limits.take('codePerPhone', `${fields.TelCode} ${fields.Phone}`)
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

const phoneRegister = open(calls.phoneRegister, async ({ fields, services, peer }) => {
  await services.limits.takeByAddress('signInPerAddress', peer)
  const { TelCode: telCode, Phone: phone } = fields
  await spendOneTimeCode(services, { telCode, phone, purpose: 'sign-up' }, fields.Code)
  // Only the proven owner of the phone learns that it is taken.
  const created = await createAccount(services, telCode, phone)
  if (!created) throw CallRefusal.wrongValue('Phone', 'phone-unusable')
  return done(await credentialsOf(services, created, 'full', null))
})

const phoneLogin = open(calls.phoneLogin, async ({ fields, services, peer }) => {
  await services.limits.takeByAddress('signInPerAddress', peer)
  const { TelCode: telCode, Phone: phone, Password: password, Code: code } = fields
  if (code !== undefined) {
    return done(
      await credentialsOf(services, await accountByCode(services, telCode, phone, code), 'full', null),
    )
  }
  if (password === undefined) throw refuseInvalid({ field: 'Password', kind: 'short', count: 1 })
  const found = await findAccountByPhone(services, telCode, phone)
  const isRight = await checkPasswordOf(services, { telCode, phone }, found, password, peer)
  if (!found || !isRight) throw CallRefusal.wrongValue('Password', 'sign-in-wrong')
  return done(await credentialsOf(services, found, 'full', null))
})

const checkPhoneCode = open(calls.checkPhoneCode, async ({ fields, services, peer }) => {
  await services.limits.takeByAddress('signInPerAddress', peer)
  const found = await accountByCode(services, fields.TelCode, fields.Phone, fields.Code)
  return done(await credentialsOf(services, found, 'password-reset', services.clock.now()))
})

// A phone without an account answers exactly like a wrong code.
async function accountByCode(
  services: Services,
  telCode: string,
  phone: string,
  code: string,
): Promise<Account> {
  await spendOneTimeCode(services, { telCode, phone, purpose: 'other' }, code)
  const found = await findAccountByPhone(services, telCode, phone)
  if (!found) throw wrongCode()
  return found
}

async function credentialsOf(
  services: Services,
  account: Account,
  kind: SessionKind,
  provedAt: number | null,
): Promise<CredentialsData> {
  const tokens = await openSession(services, account.id, kind, provedAt)
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

export const signInRoutes = [
  sendCode,
  phoneRegister,
  phoneLogin,
  checkPhoneCode,
  updateToken,
  logout,
  cancelAccount,
] as const

const isSetPassword = guarded(calls.isSetPassword, async ({ services, principal }) => {
  const account = await getAccount(services.database, principal.accountId)
  return done({ IsSetPwd: account.passwordHash === null ? 0 : 1 })
})

const checkPassword = guarded(calls.checkPassword, async ({ fields, services, principal, peer }) => {
  const account = await getAccount(services.database, principal.accountId)
  const isRight = await checkPasswordOf(services, account, account, fields.Password, peer)
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
