import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { account } from './accounts.ts'
import { conversation } from './conversations.ts'

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
