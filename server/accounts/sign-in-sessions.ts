import { and, desc, eq, inArray, isNull, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { accessToken, account, deviceToken, refreshToken, signInSession } from '../store/schema/index.ts'
import { deletedTelCode } from './accounts.ts'
import { createToken } from './secrets.ts'

const minute = 60_000
export const accessTokenLife = 15 * minute
const refreshTokenLife = 30 * 24 * 60 * minute

export type SessionKind = 'full' | 'password-reset'

/** The authenticated person of a request, and their sign-in session. */
export interface Principal {
  readonly accountId: number
  readonly sessionId: number
  readonly sessionKind: SessionKind
  /** The expiry of the access token that was used, ms. */
  readonly expiresAt: number
  /** When this session last proved a password or a code, ms. */
  readonly provedAt: number | null
}

export interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** The services that issuing tokens needs. */
export type TokenPorts = Pick<Services, 'database' | 'clock' | 'random' | 'digest'>

/** How long a session can be extended, ms; after that its owner signs in again. */
export const sessionLife = 180 * 24 * 60 * minute
/** The maximum number of sessions of one account; the oldest ends when another begins. */
const maxSessions = 20
/**
 * The maximum number of access tokens of one account, and of refresh tokens with the same predecessor. The oldest
 * expire when others are issued.
 */
const maxTokens = 20

interface SignInFacts {
  /** When the password or the code was verified, ms. */
  readonly provedAt: number | null
  readonly device: string
  /** The hash that the password was verified against; undefined without a password. */
  readonly passwordHash?: string | null | undefined
}

/**
 * Starts a sign-in session. The number of full sessions of an account is limited.
 * @returns its tokens, and the oldest sessions, which it ended; undefined if the account was deleted or its password
 * changed since it was verified
 */
export async function openSignInSession(
  services: TokenPorts,
  accountId: number,
  kind: SessionKind,
  { provedAt, device, passwordHash }: SignInFacts,
): Promise<{ readonly tokens: IssuedTokens; readonly ended: readonly number[] } | undefined> {
  return services.database.transaction(async (transaction) => {
    // A change of the password and a deletion lock the account, so that they end this session too.
    const [found] = await transaction
      .select({ telCode: account.telCode, passwordHash: account.passwordHash })
      .from(account)
      .where(eq(account.id, accountId))
      .for('share')
    if (!found || found.telCode === deletedTelCode) return undefined
    if (passwordHash !== undefined && passwordHash !== found.passwordHash) return undefined
    const [session] = await transaction
      .insert(signInSession)
      .values({ accountId, kind, createdAt: services.clock.now(), provedAt, device })
      .returning({ id: signInSession.id })
    if (!session) throw new Error('An inserted session was not returned')
    const tokens = await issueTokenPair(services, transaction, { accountId, sessionId: session.id }, null)
    return { tokens, ended: await endOldest(services, transaction, accountId) }
  })
}

async function endOldest(
  { clock }: Pick<TokenPorts, 'clock'>,
  transaction: Database,
  accountId: number,
): Promise<readonly number[]> {
  const open = await transaction
    .select({ id: signInSession.id })
    .from(signInSession)
    .where(and(eq(signInSession.accountId, accountId), isNull(signInSession.revokedAt)))
    .orderBy(desc(signInSession.id))
    .limit(100)
  const ended = open.slice(maxSessions).map(({ id }) => id)
  if (ended.length === 0) return []
  await transaction
    .update(signInSession)
    .set({ revokedAt: clock.now() })
    .where(inArray(signInSession.id, ended))
  await forgetDevices(transaction, ended)
  return ended
}

/** Whether a session is open, and its tokens can still be exchanged at `now`, ms. */
export const isUsableSession = (now: number | Placeholder) =>
  and(
    eq(signInSession.kind, 'full'),
    isNull(signInSession.revokedAt),
    sql`${signInSession.createdAt} > ${now}::bigint - ${sessionLife}::bigint`,
    sql`greatest(${signInSession.createdAt}, ${signInSession.lastUsedAt}) > ${now}::bigint - ${refreshTokenLife}::bigint`,
  )

/** Returns the open sessions of an account whose tokens can still be exchanged, newest first. */
export const readSessions = ({ database, clock }: Services, accountId: number) =>
  database
    .select({
      id: signInSession.id,
      device: signInSession.device,
      createdAt: signInSession.createdAt,
      lastUsedAt: signInSession.lastUsedAt,
    })
    .from(signInSession)
    .where(and(eq(signInSession.accountId, accountId), isUsableSession(clock.now())))
    .orderBy(desc(signInSession.id))
    .limit(maxSessions)

interface TokenOwner {
  readonly accountId: number
  readonly sessionId: number
}

/**
 * Issues an access token and a refresh token of one generation. Access tokens issued earlier stay valid until they
 * expire. Nothing else issues an access token.
 * @param issuedFor the digest of the refresh token that was used; null at the sign-in
 */
export async function issueTokenPair(
  services: TokenPorts,
  database: Database,
  { accountId, sessionId }: TokenOwner,
  issuedFor: string | null,
): Promise<IssuedTokens> {
  const { clock, digest, random } = services
  const pair = { accessToken: createToken(random), refreshToken: createToken(random) }
  const [access, refresh] = [await digest.hash(pair.accessToken), await digest.hash(pair.refreshToken)]
  await database
    .insert(accessToken)
    .values({ digest: access, sessionId, expiresAt: clock.now() + accessTokenLife })
  const sessions = database
    .select({ id: signInSession.id })
    .from(signInSession)
    .where(eq(signInSession.accountId, accountId))
  const isOfAccount = sql`${accessToken.sessionId} = any(array(${sessions}))`
  await endOldestTokens(database, accessToken, access, isOfAccount)
  await database
    .insert(refreshToken)
    .values({ digest: refresh, sessionId, issuedFor, expiresAt: clock.now() + refreshTokenLife })
  const isSibling =
    issuedFor === null ? isNull(refreshToken.issuedFor) : eq(refreshToken.issuedFor, issuedFor)
  await endOldestTokens(
    database,
    refreshToken,
    refresh,
    and(eq(refreshToken.sessionId, sessionId), isSibling),
  )
  return pair
}

/** Deletes the oldest of these tokens, but never the newest one, because the clock may not tell them apart. */
async function endOldestTokens(
  database: Database,
  table: typeof accessToken | typeof refreshToken,
  newest: string,
  are: SQL | undefined,
): Promise<void> {
  const oldest = database
    .select({ digest: table.digest })
    .from(table)
    .where(and(are, ne(table.digest, newest)))
    .orderBy(desc(table.expiresAt))
    .offset(maxTokens - 1)
  // The planner reads all tokens to join them with a subquery, but looks up those of an array.
  await database.delete(table).where(sql`${table.digest} = any(array(${oldest}))`)
}

const principalByToken = preparedQuery((database) =>
  database
    .select({
      sessionId: signInSession.id,
      sessionKind: signInSession.kind,
      expiresAt: accessToken.expiresAt,
      provedAt: signInSession.provedAt,
    })
    .from(accessToken)
    .innerJoin(signInSession, eq(signInSession.id, accessToken.sessionId))
    .where(
      and(
        eq(accessToken.digest, sql.placeholder('digest')),
        eq(signInSession.accountId, sql.placeholder('accountId')),
        isNull(signInSession.revokedAt),
      ),
    )
    .prepare('caller_by_token'),
)

/**
 * Finds the principal that an account id and an access token prove; undefined if the token is wrong, expired or
 * revoked.
 */
export async function authenticate(
  services: Services,
  accountId: number,
  token: string,
): Promise<Principal | undefined> {
  const digest = await services.digest.hash(token)
  const [row] = await principalByToken(services.database).execute({ digest, accountId })
  if (!row || row.expiresAt <= services.clock.now()) return undefined
  return { accountId, ...row }
}

/** Returns whether a session is open. */
export async function isSessionOpen({ database }: Services, sessionId: number): Promise<boolean> {
  const rows = await database
    .select({ id: signInSession.id })
    .from(signInSession)
    .where(and(eq(signInSession.id, sessionId), isNull(signInSession.revokedAt)))
  return rows.length > 0
}

/** Whether a session is open; it then stays open until the end of the transaction. */
export async function holdOpenSession(transaction: Database, sessionId: number): Promise<boolean> {
  const rows = await transaction
    .select({ id: signInSession.id })
    .from(signInSession)
    .where(and(eq(signInSession.id, sessionId), isNull(signInSession.revokedAt)))
    .for('update')
  return rows.length > 0
}

/**
 * Ends one session and invalidates its tokens.
 * @param accountId the account that it must belong to, if given
 * @returns whether it was open, and an account's if one is given
 */
export async function revokeSession(
  services: Services,
  sessionId: number,
  accountId?: number,
): Promise<boolean> {
  const isOwn = accountId === undefined ? undefined : eq(signInSession.accountId, accountId)
  const rows = await services.database
    .update(signInSession)
    .set({ revokedAt: services.clock.now() })
    .where(and(eq(signInSession.id, sessionId), isOwn, isNull(signInSession.revokedAt)))
    .returning({ id: signInSession.id })
  if (rows.length > 0) await forgetDevices(services.database, [sessionId])
  return rows.length > 0
}

/** Ends all sessions of an account except one. Returns the ended ones. */
export async function revokeSessions(
  services: Services,
  database: Database,
  accountId: number,
  keptSessionId: number | undefined,
): Promise<readonly number[]> {
  const rows = await database
    .update(signInSession)
    .set({ revokedAt: services.clock.now() })
    .where(
      and(
        eq(signInSession.accountId, accountId),
        keptSessionId === undefined ? undefined : ne(signInSession.id, keptSessionId),
        isNull(signInSession.revokedAt),
      ),
    )
    .returning({ id: signInSession.id })
  const ids = rows.map((row) => row.id)
  await forgetDevices(database, ids)
  return ids
}

/** A signed-out device receives no push messages any more [AUTH-36]. */
export const forgetDevices = (database: Database, sessionIds: readonly number[]): Promise<unknown> =>
  database.delete(deviceToken).where(inArray(deviceToken.sessionId, [...sessionIds]))

/** Records that this session has just proved its owner. */
export async function markProved(services: Services, sessionId: number): Promise<void> {
  await services.database
    .update(signInSession)
    .set({ provedAt: services.clock.now() })
    .where(eq(signInSession.id, sessionId))
}
