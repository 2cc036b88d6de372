import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { account } from './accounts.ts'
import { conversation } from './conversations.ts'

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

/**
 * The status of an application, with the wire's numbers [FRIEND-45]. The receiver never sees a withheld one; for its
 * sender it is pending (DEC-222).
 */
export const applicationStatus = { pending: 0, accepted: 1, rejected: 2, withheld: 3 } as const

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
    /**
     * Whether its sender sees it as open: all such requests to one receiver are one thread for them (DEC-222). A rejection
     * changes nothing. A pending one is always open.
     */
    isOpenForSender: boolean('is_open_for_sender').notNull().default(true),
  },
  (table) => [
    uniqueIndex('friend_application_pending').on(table.senderId, table.receiverId).where(sql`status = 0`),
    index('friend_application_receiver').on(table.receiverId, table.status, table.id),
    index('friend_application_sender').on(table.senderId, table.id),
  ],
)

/** A reply of the sender or the receiver of an application (DEC-222). The sender may reply after a rejection. */
export const applicationReply = pgTable(
  'application_reply',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    applicationId: bigint('application_id', { mode: 'number' })
      .notNull()
      .references(() => friendApplication.id, { onDelete: 'cascade' }),
    senderId: accountReference('sender_id'),
    content: exactText('content').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('application_reply_application').on(table.applicationId, table.id)],
)

/** A person whom another one has blocked [BLOCK-03]. */
export const blockedPerson = pgTable(
  'blocked_person',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: accountReference('account_id'),
    blockedId: accountReference('blocked_id'),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    uniqueIndex('blocked_person_pair').on(table.accountId, table.blockedId),
    index('blocked_person_blocked').on(table.blockedId),
  ],
)

/** A name that a person gave to some of their friends [TAG-15]. */
export const friendTag = pgTable(
  'friend_tag',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: accountReference('account_id'),
    name: exactText('name').notNull(),
  },
  (table) => [uniqueIndex('friend_tag_name').on(table.accountId, table.name)],
)

/** A friend in a tag; removed when the friendship ends [FRIEND-50]. */
export const friendTagMember = pgTable(
  'friend_tag_member',
  {
    tagId: bigint('tag_id', { mode: 'number' })
      .notNull()
      .references(() => friendTag.id, { onDelete: 'cascade' }),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    friendId: bigint('friend_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tagId, table.friendId] }),
    foreignKey({
      name: 'friend_tag_member_friendship',
      columns: [table.accountId, table.friendId],
      foreignColumns: [friendship.accountId, friendship.friendId],
    }).onDelete('cascade'),
    index('friend_tag_member_friend').on(table.accountId, table.friendId),
  ],
)

const number = (name: string) => bigint(name, { mode: 'number' })

/** A report for the operator of the service: a person or a group, the reason, and a picture. */
export const report = pgTable(
  'report',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    reporterId: number('reporter_id')
      .notNull()
      .references(() => account.id),
    /** The reported person; null when it is a group. */
    accountId: number('account_id').references(() => account.id),
    /** The reported group; null when it is a person. */
    groupId: number('group_id').references(() => conversation.id),
    reasonId: integer('reason_id').notNull(),
    description: exactText('description').notNull(),
    /** Key of the screenshot in the file store; empty without one. */
    imageKey: text('image_key').notNull().default(''),
    createdAt: number('created_at').notNull(),
  },
  (table) => [index('report_reporter').on(table.reporterId)],
)
