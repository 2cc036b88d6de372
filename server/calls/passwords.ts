import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/account.ts'
import { getAccount } from '../accounts/accounts.ts'
import { checkPasswordOf, maySetPassword, setPassword } from '../accounts/passwords.ts'
import { markProved } from '../accounts/sign-in-sessions.ts'
import { say } from '../texts/say.ts'
import { done, guarded } from './handler.ts'
import { CallRefusal } from './refusal.ts'

const isSetPassword = guarded(calls.isSetPassword, async ({ services, caller }) => {
  const account = await getAccount(services.database, caller.accountId)
  return done({ IsSetPwd: account.passwordHash === null ? 0 : 1 })
})

const checkPassword = guarded(calls.checkPassword, async ({ fields, services, caller }) => {
  const account = await getAccount(services.database, caller.accountId)
  const isRight = await checkPasswordOf(services, account, account, fields.Password)
  if (!isRight) throw CallRefusal.wrongValue('Password', 'password-wrong')
  await markProved(services, caller.sessionId)
  return done(null)
})

const updatePassword = guarded(
  calls.updatePassword,
  async ({ fields, services, caller, locale }) => {
    const account = await getAccount(services.database, caller.accountId)
    if (!maySetPassword(services, caller, account)) {
      throw new CallRefusal(resultCode.forbidden, 'password-needs-proof')
    }
    await setPassword(services, caller, fields.Password)
    return done(null, say(locale, 'password-saved'))
  },
  ['full', 'password-reset'],
)

export const passwordRoutes = [isSetPassword, checkPassword, updatePassword] as const
