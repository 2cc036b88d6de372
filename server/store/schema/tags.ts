import { bigint, foreignKey, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { account } from './accounts.ts'
import { friendship } from './contacts.ts'

const number = (name: string) => bigint(name, { mode: 'number' })

/** A name that a person gave to some of their friends [TAG-15]. */
export const friendTag = pgTable(
  'friend_tag',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: number('account_id')
      .notNull()
      .references(() => account.id),
    name: exactText('name').notNull(),
  },
  (table) => [uniqueIndex('friend_tag_name').on(table.accountId, table.name)],
)

/** A friend in a tag; removed when the friendship ends [FRIEND-50]. */
export const friendTagMember = pgTable(
  'friend_tag_member',
  {
    tagId: number('tag_id')
      .notNull()
      .references(() => friendTag.id, { onDelete: 'cascade' }),
    accountId: number('account_id').notNull(),
    friendId: number('friend_id').notNull(),
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
