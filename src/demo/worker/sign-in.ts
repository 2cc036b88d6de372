import { and, eq } from 'drizzle-orm'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { toStoredAccount } from '#schemas/translate/account.ts'
import { openSession, type TokenPorts } from '#server/accounts/sign-in-sessions.ts'
import { account } from '#server/store/schema/index.ts'

export interface Phone {
  readonly telCode: string
  readonly phone: string
}

/**
 * Starts a sign-in session of somebody in the world, as a sign-in does once it has proved who it is. No one-time code
 * is spent: a phone gets one a minute, and the next is for whoever sits before the screen to ask for.
 */
export async function signIn(ports: TokenPorts, { telCode, phone }: Phone): Promise<StoredAccount> {
  const [found] = await ports.database
    .select()
    .from(account)
    .where(and(eq(account.telCode, telCode), eq(account.phone, phone)))
  if (!found) throw new Error('Nobody in this world has that phone')
  const { accessToken, refreshToken } = await openSession(ports, found.id, 'full', null)
  const stored = toStoredAccount({
    UID: found.id,
    AccessToken: accessToken,
    RefreshToken: refreshToken,
    NickName: found.nickname,
    HeadImg: found.avatarUrl,
  })
  if (!stored) throw new Error('A session was opened without a token')
  return stored
}
