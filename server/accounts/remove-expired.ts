import { lte } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { accessToken, oneTimeCode, refreshToken } from '../store/schema/index.ts'

/** Forgets tokens and codes that nobody can use any more. */
export async function removeExpired({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  await database.delete(accessToken).where(lte(accessToken.expiresAt, now))
  await database.delete(refreshToken).where(lte(refreshToken.expiresAt, now))
  await database.delete(oneTimeCode).where(lte(oneTimeCode.expiresAt, now))
}
