import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { account } from './accounts.ts'
import { message } from './conversations.ts'
import { storedFile } from './files.ts'

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
