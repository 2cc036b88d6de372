import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { account } from './accounts.ts'
import { conversation } from './conversations.ts'

/** The columns of a group in addition to those of its conversation [GROUP-12]. */
export const chatGroup = pgTable('chat_group', {
  conversationId: bigint('conversation_id', { mode: 'number' })
    .primaryKey()
    .references(() => conversation.id),
  name: exactText('name').notNull(),
  avatarUrl: text('avatar_url').notNull().default(''),
  announcement: exactText('announcement').notNull().default(''),
  /** The public code that identifies a group outside of the app. */
  code: text('code').notNull().unique(),
  /** The code of its QR code, which members hand on (DEC-200). Absent until one is requested. */
  qrCode: text('qr_code').unique(),
  /** In a channel only managers write [VIEW-14]. */
  isChannel: boolean('is_channel').notNull().default(false),
  /** Anybody may join a public group; a private one needs an application [GROUP-20]. */
  isPublic: boolean('is_public').notNull().default(true),
  /** Only managers may write for now [ADMIN-36]. */
  isAllBanned: boolean('is_all_banned').notNull().default(false),
  /** Whether members may add each other as friends [GROUP-45]. */
  mayAddFriends: boolean('may_add_friends').notNull().default(true),
})

/** A person who left a group or was removed from it. A disbanded group has only the person who disbanded it. */
export const formerMember = pgTable(
  'former_member',
  {
    groupId: bigint('group_id', { mode: 'number' })
      .notNull()
      .references(() => conversation.id),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => account.id),
    /** The ban applies again if they rejoin. */
    isBanned: boolean('is_banned').notNull(),
    /** A manager removed them; they rejoin only by an invitation. */
    isRemoved: boolean('is_removed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.accountId] })],
)

/** A request to join a group, by the person or proposed by a member; at most one pending for each person and group. */
export const groupApplication = pgTable(
  'group_application',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    groupId: bigint('group_id', { mode: 'number' })
      .notNull()
      .references(() => conversation.id),
    applicantId: bigint('applicant_id', { mode: 'number' })
      .notNull()
      .references(() => account.id),
    /** How they came to it, with the wire's numbers [ADMIN-26]. */
    joinMethod: integer('join_method').notNull(),
    /** The member who invited them. */
    inviterId: bigint('inviter_id', { mode: 'number' }).references(() => account.id),
    remark: exactText('remark').notNull(),
    /** The status, with the numbers of a friend application. */
    status: integer('status').notNull(),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    answeredAt: bigint('answered_at', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('group_application_pending').on(table.groupId, table.applicantId).where(sql`status = 0`),
    index('group_application_group').on(table.groupId, table.status, table.id),
    index('group_application_applicant').on(table.applicantId),
  ],
)
