import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { conversation } from './conversations.ts'

/** What a conversation of the kind `group` has beside its members and messages [GROUP-12]. */
export const chatGroup = pgTable('chat_group', {
  conversationId: bigint('conversation_id', { mode: 'number' })
    .primaryKey()
    .references(() => conversation.id),
  name: exactText('name').notNull(),
  avatarUrl: text('avatar_url').notNull().default(''),
  announcement: exactText('announcement').notNull().default(''),
  /** The public code by which a group is named outside of the app. */
  code: text('code').notNull().unique(),
  /** In a channel only managers write [VIEW-14]. */
  isChannel: boolean('is_channel').notNull().default(false),
  /** Anybody may join a public group; any other needs an application [GROUP-20]. */
  isPublic: boolean('is_public').notNull().default(true),
  /** Only managers may write for now [ADMIN-36]. */
  isAllBanned: boolean('is_all_banned').notNull().default(false),
  /** Whether members may add each other as friends [GROUP-45]. */
  mayAddFriends: boolean('may_add_friends').notNull().default(true),
})
