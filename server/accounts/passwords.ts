import { eq } from 'drizzle-orm'
import { CallRefusal } from '../calls/refusal.ts'
import type { Peer } from '../ports.ts'
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
  peer: Peer,
): Promise<boolean> {
  const guess = `password ${owner.telCode} ${owner.phone}`
  await services.loginThrottle.countAttempt(guess)
  if (!found?.passwordHash) {
    await hashing(services, guess, peer, () => services.passwords.hash(password))
    return false
  }
  const { passwordHash } = found
  const isRight = await hashing(services, guess, peer, () =>
    services.passwords.verify(password, passwordHash),
  )
  if (isRight) await services.loginThrottle.reset(guess)
  return isRight
}

/** Whether this session may set the password now: there is none yet, or it has just proved who holds it. */
export function maySetPassword(services: Services, principal: Principal, found: Account): boolean {
  if (found.passwordHash === null) return true
  return principal.provedAt !== null && services.clock.now() - principal.provedAt < proofLife
}

/** Stores a new password and ends all other sessions; a session that served only for this ends as well. */
export async function setPassword(
  services: Services,
  principal: Principal,
  password: string,
  peer: Peer,
): Promise<void> {
  const passwordHash = await hashing(services, `account ${principal.accountId}`, peer, () =>
    services.passwords.hash(password),
  )
  const kept = principal.sessionKind === 'full' ? principal.sessionId : undefined
  const ended = await services.database.transaction(async (transaction) => {
    await transaction.update(account).set({ passwordHash }).where(eq(account.id, principal.accountId))
    return revokeSessions(services, transaction, principal.accountId, kept)
  })
  for (const sessionId of ended) services.connections.endSession(sessionId, 'forced')
}

/** Time after which a client whose hash was refused may try again, ms. */
const retryAfter = 2_000

/**
 * Runs a hash unless its address or its owner has too many under way, so that nobody fills the queue of all.
 * @throws CallRefusal with the ms to wait
 */
async function hashing<Result>(
  { hashing: running }: Services,
  owner: string,
  { address, isLocal }: Peer,
  hash: () => Promise<Result>,
): Promise<Result> {
  const end = running.enter(isLocal ? undefined : address, [owner])
  if (!end) throw CallRefusal.limited(retryAfter)
  try {
    return await hash()
  } finally {
    end()
  }
}
