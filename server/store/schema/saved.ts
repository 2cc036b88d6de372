import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { account, signInSession } from './accounts.ts'
import { conversation, message } from './conversations.ts'

const number = (name: string) => bigint(name, { mode: 'number' })

/** A message that shows a saved file; a saved file may be in any number of messages. */
export const savedFileUse = pgTable(
  'saved_file_use',
  {
    fileName: text('file_name')
      .notNull()
      .references(() => storedFile.name, { onDelete: 'cascade' }),
    messageId: number('message_id')
      .notNull()
      .references(() => message.id),
  },
  (table) => [
    primaryKey({ columns: [table.fileName, table.messageId] }),
    index('saved_file_use_message').on(table.messageId),
  ],
)

/** A sticker that a person added [STICK-07]. */
export const userSticker = pgTable(
  'user_sticker',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: number('account_id')
      .notNull()
      .references(() => account.id),
    url: text('url').notNull(),
    /** Its file; null for a built-in sticker. */
    fileName: text('file_name').references(() => storedFile.name),
    createdAt: number('created_at').notNull(),
  },
  (table) => [
    index('user_sticker_account').on(table.accountId),
    index('user_sticker_file').on(table.fileName),
  ],
)

/** A saved item of a person [COLL-10]. */
export const collection = pgTable(
  'collection',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: number('account_id')
      .notNull()
      .references(() => account.id),
    type: text('type', { enum: ['text', 'image', 'video', 'audio', 'file'] }).notNull(),
    /** The body in the format of its type, without the thumbnail. */
    content: exactText('content').notNull(),
    smallPicturePath: text('small_picture_path').notNull().default(''),
    /** Its files; null if there are none. */
    fileName: text('file_name').references(() => storedFile.name),
    smallFileName: text('small_file_name').references(() => storedFile.name),
    /** The person or group it came from, under the name that this person saw. */
    fromType: text('from_type', { enum: ['friend', 'group'] }).notNull(),
    fromId: number('from_id').notNull(),
    fromName: exactText('from_name').notNull(),
    createdAt: number('created_at').notNull(),
  },
  (table) => [
    index('collection_account').on(table.accountId),
    index('collection_file').on(table.fileName),
    index('collection_small_file').on(table.smallFileName),
  ],
)

/** A file uploaded for a message; the file store has the bytes under its name. */
export const storedFile = pgTable(
  'stored_file',
  {
    /** 40 hexadecimal digits and the extension of the detected type. */
    name: text('name').primaryKey(),
    ownerId: number('owner_id')
      .notNull()
      .references(() => account.id),
    /**
     * The conversation whose members see it with its message; null for a saved file, which any of the owner's messages
     * may show.
     */
    conversationId: number('conversation_id').references(() => conversation.id),
    /** The one message that shows it; absent before that is sent, and for a saved file. */
    messageId: number('message_id').references(() => message.id),
    contentType: text('content_type').notNull(),
    /** The type it may be shown as; only a file may be of any type. */
    kind: text('kind', { enum: ['image', 'video', 'audio', 'file'] })
      .notNull()
      .default('image'),
    /** The key of the bytes if this is a copy of another file; absent for its own name. */
    bytesName: text('bytes_name'),
    /** The client id of the message it was uploaded for, if known: it is stored once for that message. */
    clientMessageId: text('client_message_id'),
    /** Bytes; absent if unknown. */
    size: number('size'),
    createdAt: number('created_at').notNull(),
  },
  (table) => [
    index('stored_file_message').on(table.messageId),
    uniqueIndex('stored_file_client_id').on(table.ownerId, table.conversationId, table.clientMessageId),
    index('stored_file_bytes').on(table.bytesName).where(sql`bytes_name is not null`),
  ],
)

/** A browser's file cookie, stored as its digest. It ends with the sign-in session, or when it expires. */
export const filePass = pgTable(
  'file_pass',
  {
    digest: text('digest').primaryKey(),
    sessionId: number('session_id')
      .notNull()
      .references(() => signInSession.id),
    expiresAt: number('expires_at').notNull(),
  },
  (table) => [index('file_pass_expiry').on(table.expiresAt)],
)
