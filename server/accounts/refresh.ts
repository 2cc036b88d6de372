import { and, eq, isNull } from 'drizzle-orm'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { refreshToken, signInSession } from '../store/schema/index.ts'
import { forgetDevices, type IssuedTokens, issueTokenPair, sessionLife } from './sign-in-sessions.ts'

type Verdict =
  | { readonly kind: 'rotated'; readonly tokens: IssuedTokens }
  | { readonly kind: 'refused' }
  | { readonly kind: 'reused'; readonly sessionId: number }

/**
 * Exchanges a refresh token for new tokens [AUTH-44].
 *
 *   first ──used──▶ current ──▶ issues any number of children
 *                      ▲             │ the first child used
 *                      └─────────────┘ becomes current
 *
 * The current token may be used again until one of its children is used, so that a lost response does not sign the
 * device out. An older token, or the sibling of a used child, must be a copy: the session is revoked.
 */
export async function rotateRefreshToken(
  services: Services,
  accountId: number,
  shown: string,
): Promise<IssuedTokens> {
  const digest = await services.digest.hash(shown)
  const verdict = await services.database.transaction((transaction) =>
    judge(services, transaction, accountId, digest),
  )
  if (verdict.kind === 'rotated') return verdict.tokens
  if (verdict.kind === 'reused') {
    services.securityLog.write({ kind: 'refresh-token-reused', accountId })
    services.connections.endSession(verdict.sessionId, 'forced')
  }
  throw CallRefusal.notAuthenticated()
}

async function judge(
  services: Services,
  transaction: Database,
  accountId: number,
  digest: string,
): Promise<Verdict> {
  const session = await lockSession(transaction, accountId, digest)
  const now = services.clock.now()
  const isOver = session && (session.expiresAt <= now || session.createdAt + sessionLife <= now)
  if (!session || isOver) return { kind: 'refused' }
  const isCurrent = session.refreshedWith === digest
  const isChild = session.refreshedWith === session.issuedFor
  if (!isCurrent && !isChild) {
    await setSession(transaction, session.id, { revokedAt: services.clock.now() })
    await forgetDevices(transaction, [session.id])
    return { kind: 'reused', sessionId: session.id }
  }
  await setSession(transaction, session.id, { lastUsedAt: now, ...(isChild && { refreshedWith: digest }) })
  const owner = { accountId, sessionId: session.id }
  return { kind: 'rotated', tokens: await issueTokenPair(services, transaction, owner, digest) }
}

// Locked, so that two simultaneous uses are checked one after the other.
async function lockSession(transaction: Database, accountId: number, digest: string) {
  const [row] = await transaction
    .select({
      id: signInSession.id,
      refreshedWith: signInSession.refreshedWith,
      issuedFor: refreshToken.issuedFor,
      expiresAt: refreshToken.expiresAt,
      createdAt: signInSession.createdAt,
    })
    .from(refreshToken)
    .innerJoin(signInSession, eq(signInSession.id, refreshToken.sessionId))
    .where(
      and(
        eq(refreshToken.digest, digest),
        eq(signInSession.accountId, accountId),
        isNull(signInSession.revokedAt),
      ),
    )
    .for('update', { of: signInSession })
  return row
}

async function setSession(
  transaction: Database,
  sessionId: number,
  change: { readonly revokedAt?: number; readonly refreshedWith?: string; readonly lastUsedAt?: number },
): Promise<void> {
  await transaction.update(signInSession).set(change).where(eq(signInSession.id, sessionId))
}
