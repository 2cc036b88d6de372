import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { account } from './accounts.ts'

const number = (name: string) => bigint(name, { mode: 'number' })

/** A one-to-one conversation; its two people in ascending order of id, so that a pair has only one. */
export const conversation = pgTable(
  'conversation',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    lowerAccountId: number('lower_account_id')
      .notNull()
      .references(() => account.id),
    upperAccountId: number('upper_account_id')
      .notNull()
      .references(() => account.id),
    /** Sequence number of the newest message; counting it up locks the row until the insert commits. */
    headSequence: number('head_sequence').notNull().default(0),
    createdAt: number('created_at').notNull(),
  },
  (table) => [uniqueIndex('conversation_pair').on(table.lowerAccountId, table.upperAccountId)],
)

/** One person's side of a conversation. */
export const conversationMember = pgTable(
  'conversation_member',
  {
    conversationId: number('conversation_id')
      .notNull()
      .references(() => conversation.id),
    accountId: number('account_id')
      .notNull()
      .references(() => account.id),
    peerId: number('peer_id')
      .notNull()
      .references(() => account.id),
    /** Everything up to this message id is read. */
    readMessageId: number('read_message_id').notNull().default(0),
    isNew: boolean('is_new').notNull().default(true),
    isPinned: boolean('is_pinned').notNull().default(false),
    isMuted: boolean('is_muted').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.accountId] }),
    index('conversation_member_account').on(table.accountId),
  ],
)

/** A message, or its tombstone once `body` is null (DEC-106). */
export const message = pgTable(
  'message',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    conversationId: number('conversation_id')
      .notNull()
      .references(() => conversation.id),
    /** Contiguous from 1 in its conversation. */
    sequence: number('sequence').notNull(),
    senderId: number('sender_id')
      .notNull()
      .references(() => account.id),
    clientMessageId: text('client_message_id').notNull(),
    type: text('type').notNull(),
    body: exactText('body'),
    sentAt: number('sent_at').notNull(),
    /** When the other side read it. */
    readAt: number('read_at'),
    deletedAt: number('deleted_at'),
    quotedMessageId: number('quoted_message_id'),
  },
  (table) => [
    uniqueIndex('message_sequence').on(table.conversationId, table.sequence),
    uniqueIndex('message_client_id').on(table.senderId, table.clientMessageId),
    index('message_page').on(table.conversationId, table.id),
    index('message_deleted').on(table.conversationId, table.deletedAt).where(sql`deleted_at is not null`),
  ],
)
