import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { account } from './accounts.ts'

const accountReference = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => account.id)

/** Two rows per friendship, one for each side. */
export const friendship = pgTable(
  'friendship',
  {
    accountId: accountReference('account_id'),
    friendId: accountReference('friend_id'),
    remarkName: exactText('remark_name').notNull().default(''),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.friendId] })],
)

/** The status of an application, with the wire's numbers [FRIEND-45]. */
export const applicationStatus = { pending: 0, accepted: 1, rejected: 2 } as const

/** A request to be friends; at most one pending in each direction. */
export const friendApplication = pgTable(
  'friend_application',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    senderId: accountReference('sender_id'),
    receiverId: accountReference('receiver_id'),
    remark: exactText('remark').notNull(),
    source: exactText('source').notNull(),
    status: integer('status').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    answeredAt: bigint('answered_at', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('friend_application_pending').on(table.senderId, table.receiverId).where(sql`status = 0`),
    index('friend_application_receiver').on(table.receiverId, table.status, table.id),
  ],
)
