import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account, signInSession } from './accounts.ts'
import { conversation, message } from './conversations.ts'

const number = (name: string) => bigint(name, { mode: 'number' })

/** A file that was uploaded for a message; the bytes lie in the file store under its name. */
export const storedFile = pgTable(
  'stored_file',
  {
    /** 40 hexadecimal digits and the extension of what the bytes are. */
    name: text('name').primaryKey(),
    ownerId: number('owner_id')
      .notNull()
      .references(() => account.id),
    /**
     * Whose members see it with its message; null for a file that its owner keeps, which any of their messages may
     * show.
     */
    conversationId: number('conversation_id').references(() => conversation.id),
    /** The one message that shows it; absent until that is sent, and for a file that is kept. */
    messageId: number('message_id').references(() => message.id),
    contentType: text('content_type').notNull(),
    /** What it may be shown as; only a file may be anything. */
    kind: text('kind', { enum: ['image', 'video', 'audio', 'file'] })
      .notNull()
      .default('image'),
    /** Name under which the bytes lie, where this is a copy of another file; its own name when absent. */
    bytesName: text('bytes_name'),
    /** The client id of the message it was uploaded for, if that was told: it is stored once for it. */
    clientMessageId: text('client_message_id'),
    /** Bytes; absent for what was stored before sizes were kept. */
    size: number('size'),
    createdAt: number('created_at').notNull(),
  },
  (table) => [
    index('stored_file_message').on(table.messageId),
    uniqueIndex('stored_file_client_id').on(table.ownerId, table.conversationId, table.clientMessageId),
    index('stored_file_bytes').on(table.bytesName).where(sql`bytes_name is not null`),
  ],
)

/**
 * What a browser's file cookie proves, stored as its digest: it ends with the sign-in session, at the latest when it
 * expires.
 */
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
