import { and, eq, sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { account } from '../store/schema/index.ts'
import { createChatId } from './secrets.ts'

export type Account = typeof account.$inferSelect

/** The type of every account so far [USER-01]. */
export const normalAccount = 1

/** The country code of deleted accounts; no phone has it. */
export const deletedTelCode = ''

const accountByPhone = preparedQuery((database) =>
  database
    .select()
    .from(account)
    .where(and(eq(account.telCode, sql.placeholder('telCode')), eq(account.phone, sql.placeholder('phone'))))
    .prepare('account_by_phone'),
)

/** The account of a phone, if there is one. */
export async function findAccountByPhone(
  services: Services,
  telCode: string,
  phone: string,
): Promise<Account | undefined> {
  const [row] = await accountByPhone(services.database).execute({ telCode, phone })
  return row
}

const accountById = preparedQuery((database) =>
  database
    .select()
    .from(account)
    .where(eq(account.id, sql.placeholder('accountId')))
    .prepare('account_by_id'),
)

/** Returns an account that is known to exist, such as that of a principal. */
export async function getAccount(database: Database, accountId: number): Promise<Account> {
  const [row] = await accountById(database).execute({ accountId })
  if (!row) throw new Error('An account with a session does not exist')
  return row
}

/** Creates the account of a phone; returns undefined if the phone has one already. */
export async function createAccount(
  services: Services,
  telCode: string,
  phone: string,
): Promise<Account | undefined> {
  const now = services.clock.now()
  const [row] = await services.database
    .insert(account)
    .values({
      telCode,
      phone,
      chatId: createChatId(services.random),
      nickname: `User${phone.slice(-4)}`,
      createdAt: now,
      lastSeenAt: now,
    })
    .onConflictDoNothing({ target: [account.telCode, account.phone] })
    .returning()
  return row
}

/** Records that this person was online now. */
export async function markSeen(database: Database, now: number, accountId: number): Promise<void> {
  await database.update(account).set({ lastSeenAt: now }).where(eq(account.id, accountId))
}
