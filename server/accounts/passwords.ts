import { eq } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { account } from '../store/schema/index.ts'
import type { Account } from './accounts.ts'
import { type Principal, revokeSessions } from './sign-in-sessions.ts'

/** How long after a proof the password may be changed, ms (DEC-16). */
const proofLife = 10 * 60_000

/**
 * Whether this is the account's password. Slow on purpose, and just as slow when there is no account or no password,
 * so that the time taken tells nothing. Refuses while too many were wrong.
 */
export async function checkPasswordOf(
  services: Services,
  owner: { readonly telCode: string; readonly phone: string },
  found: Account | undefined,
  password: string,
): Promise<boolean> {
  const guess = `password ${owner.telCode} ${owner.phone}`
  await services.loginThrottle.countAttempt(guess)
  if (!found?.passwordHash) {
    await services.passwords.hash(password)
    return false
  }
  const isRight = await services.passwords.verify(password, found.passwordHash)
  if (isRight) await services.loginThrottle.reset(guess)
  return isRight
}

/** Whether this session may set the password now: there is none yet, or it has just proved who holds it. */
export function maySetPassword(services: Services, principal: Principal, found: Account): boolean {
  if (found.passwordHash === null) return true
  return principal.provedAt !== null && services.clock.now() - principal.provedAt < proofLife
}

/** Stores a new password and ends all other sessions; a session that served only for this ends as well. */
export async function setPassword(services: Services, principal: Principal, password: string): Promise<void> {
  const passwordHash = await services.passwords.hash(password)
  const kept = principal.sessionKind === 'full' ? principal.sessionId : undefined
  const ended = await services.database.transaction(async (transaction) => {
    await transaction.update(account).set({ passwordHash }).where(eq(account.id, principal.accountId))
    return revokeSessions(services, transaction, principal.accountId, kept)
  })
  for (const sessionId of ended) services.connections.endSession(sessionId, 'forced')
}
