import { lte } from 'drizzle-orm'
import { removeExpiredPasses } from '../files/file-passes.ts'
import type { Services } from '../services.ts'
import { accessToken, oneTimeCode, refreshToken } from '../store/schema/index.ts'

/** How often what has expired is looked for, ms; it is worth nothing from its moment on, removed or not. */
export const expiryInterval = 10 * 60_000

/** Forgets tokens, codes and passes that nobody can use any more. */
export async function removeExpired(services: Services): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  await database.delete(accessToken).where(lte(accessToken.expiresAt, now))
  await database.delete(refreshToken).where(lte(refreshToken.expiresAt, now))
  await database.delete(oneTimeCode).where(lte(oneTimeCode.expiresAt, now))
  await removeExpiredPasses(services)
}
