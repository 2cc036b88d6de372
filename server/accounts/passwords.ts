import { and, eq, gt, isNull } from 'drizzle-orm'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, signInSession } from '../store/schema/index.ts'
import type { Account } from './accounts.ts'
import { guessSource, type Visitor } from './known-devices.ts'
import { holdOpenSession, type Principal, revokeSessions } from './sign-in-sessions.ts'

/** How long after a proof the password may be changed, ms (DEC-16). */
const proofLife = 10 * 60_000

/**
 * Whether this is the account's password. Takes equally long without an account or a password, so that the duration
 * reveals nothing. Rejects after too many wrong attempts.
 */
export async function checkPasswordOf(
  services: Services,
  owner: { readonly telCode: string; readonly phone: string },
  found: Account | undefined,
  password: string,
  visitor: Visitor,
): Promise<boolean> {
  const { peer } = visitor
  const phone = `${owner.telCode} ${owner.phone}`
  const source = await guessSource(services, found?.id, visitor)
  const guess = `password ${phone} ${source.key}`
  await services.loginThrottle.countAttempt(guess)
  if (!source.isKnown) await services.limits.take('guessPerPhone', phone)
  if (!found?.passwordHash) {
    await hashing(services, phone, peer, () => services.passwords.hash(password))
    return false
  }
  const { passwordHash } = found
  const isRight = await hashing(services, phone, peer, () =>
    services.passwords.verify(password, passwordHash),
  )
  if (isRight) await services.loginThrottle.reset(guess)
  return isRight
}

/**
 * Whether this session may set the password now: either there is none yet, or the session has just proved its owner.
 */
export function maySetPassword(services: Services, principal: Principal, found: Account): boolean {
  if (found.passwordHash === null) return true
  return principal.provedAt !== null && services.clock.now() - principal.provedAt < proofLife
}

/**
 * Consumes the proof of a session, which serves one change.
 * @returns whether it is open and had a recent enough proof
 */
export async function consumePasswordProof(
  { clock }: Services,
  transaction: Database,
  { sessionId }: Principal,
): Promise<boolean> {
  const rows = await transaction
    .update(signInSession)
    .set({ provedAt: null })
    .where(
      and(
        eq(signInSession.id, sessionId),
        isNull(signInSession.revokedAt),
        gt(signInSession.provedAt, clock.now() - proofLife),
      ),
    )
    .returning({ id: signInSession.id })
  return rows.length > 0
}

/**
 * Stores a new password and ends all other sessions, and this one too if it may only reset the password. Consumes the
 * session's proof; rejects without one unless it is the first password.
 */
export async function setPassword(
  services: Services,
  principal: Principal,
  password: string,
  peer: Peer,
): Promise<void> {
  const { accountId } = principal
  const passwordHash = await hashing(services, `account ${accountId}`, peer, () =>
    services.passwords.hash(password),
  )
  const kept = principal.sessionKind === 'full' ? principal.sessionId : undefined
  const ended = await services.database.transaction(async (transaction) => {
    const [before] = await transaction
      .select({ passwordHash: account.passwordHash })
      .from(account)
      .where(eq(account.id, accountId))
      .for('update')
    // The session may have ended while the password was hashed.
    if (!(await holdOpenSession(transaction, principal.sessionId))) throw CallRefusal.notAuthenticated()
    const isProved = await consumePasswordProof(services, transaction, principal)
    if (!isProved && before?.passwordHash !== null)
      throw new CallRefusal(resultCode.forbidden, 'password-needs-proof')
    await transaction.update(account).set({ passwordHash }).where(eq(account.id, accountId))
    return revokeSessions(services, transaction, accountId, kept)
  })
  services.securityLog.write({ kind: 'password-set', accountId })
  for (const sessionId of ended) services.connections.endSession(sessionId, 'forced')
}

/** The time after which a client whose hash was rejected may retry, ms. */
const retryAfter = 2_000

/**
 * Runs a hash unless its address or account already has too many running. One client therefore cannot fill the shared
 * queue.
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
