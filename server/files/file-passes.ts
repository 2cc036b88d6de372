import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { createToken } from '../accounts/secrets.ts'
import type { Principal } from '../accounts/sign-in-sessions.ts'
import { readCookies, writeCookie } from '../http/cookies.ts'
import type { Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import { filePass, signInSession } from '../store/schema/index.ts'

/** How long a browser may fetch files without a new pass, s; the end of the sign-in session ends it earlier. */
const passLife = 24 * 60 * 60
/** One cookie per account, so that two accounts of a browser do not overwrite each other's. */
const cookieName = /^files-\d+$/
/** No browser has more accounts; more cookies are an attack. */
const mostPasses = 20

/**
 * Issues a cookie that lets the principal's browser fetch message files for a day (DEC-114). Scripts cannot read it. It
 * is sent only to this site's file path, and never with a request that another site started.
 * @returns the Set-Cookie value
 */
export async function issueFilePass(services: Services, principal: Principal, peer: Peer): Promise<string> {
  const token = createToken(services.random)
  await services.database.insert(filePass).values({
    digest: await services.digest.hash(token),
    sessionId: principal.sessionId,
    expiresAt: services.clock.now() + passLife * 1000,
  })
  const name = `files-${principal.accountId}`
  return writeCookie({ name, value: token, path: '/files/messages', maxAge: passLife }, peer)
}

/** Returns the accounts whose passes a Cookie header has, without those of ended sessions. */
export async function readFilePasses(services: Services, cookies: string): Promise<readonly number[]> {
  const digests = await Promise.all(
    readCookies(cookies, cookieName)
      .slice(0, mostPasses)
      .map((token) => services.digest.hash(token)),
  )
  if (digests.length === 0) return []
  const rows = await services.database
    .select({ accountId: signInSession.accountId })
    .from(filePass)
    .innerJoin(signInSession, eq(signInSession.id, filePass.sessionId))
    .where(
      and(
        inArray(filePass.digest, digests),
        gt(filePass.expiresAt, services.clock.now()),
        isNull(signInSession.revokedAt),
      ),
    )
  return [...new Set(rows.map((row) => row.accountId))]
}

/** Removes expired passes. */
export async function removeExpiredPasses({ database, clock }: Services): Promise<void> {
  await database.delete(filePass).where(lte(filePass.expiresAt, clock.now()))
}
