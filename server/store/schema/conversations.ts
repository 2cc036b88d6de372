import { sql } from 'drizzle-orm'
import {
  bigint,
  bit,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'
import { account } from './accounts.ts'

const number = (name: string) => bigint(name, { mode: 'number' })

/**
 * A conversation. A one-to-one conversation has its two people in ascending order of id, so that a pair has only one.
 */
export const conversation = pgTable(
  'conversation',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: ['direct', 'group'] })
      .notNull()
      .default('direct'),
    /** Null in a group. */
    lowerAccountId: number('lower_account_id').references(() => account.id),
    upperAccountId: number('upper_account_id').references(() => account.id),
    /** Sequence number of the newest message; incrementing it locks the row until the insert commits. */
    headSequence: number('head_sequence').notNull().default(0),
    /** The timer of disappearing messages: seconds from reading to expiry, 0 while it is off. */
    timerSeconds: number('timer_seconds').notNull().default(0),
    /** Counts the changes of its messages (docs/extensions.md). */
    changeVersion: number('change_version').notNull().default(0),
    /** Counts the changes of its pinned messages. */
    pinVersion: number('pin_version').notNull().default(0),
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
    /** The other person of a one-to-one conversation; null in a group. */
    peerId: number('peer_id').references(() => account.id),
    /** In a group: 0 member, 9 admin, 10 owner [ADMIN-01]. */
    role: integer('role').notNull().default(0),
    /** This person's name in the group; empty for the nickname. */
    memberName: exactText('member_name').notNull().default(''),
    /** May read but not write [GROUP-43]. */
    isBanned: boolean('is_banned').notNull().default(false),
    joinedAt: number('joined_at').notNull().default(0),
    /** Messages up to this id precede this person's joining and are hidden. */
    historyAfterId: number('history_after_id').notNull().default(0),
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
    /** The conversation's timer when this was sent, seconds from reading to expiry; null if it does not expire. */
    timerSeconds: number('timer_seconds'),
    /** When it expires; null until it is read. */
    expiresAt: number('expires_at'),
    quotedMessageId: number('quoted_message_id'),
    /** Ids of the mentioned people between bars, such as `|7|9|`; `|0|` is everyone [MSG-06]. */
    mentions: text('mentions').notNull().default(''),
    /** The conversation's version at its last change; 0 if it has not changed. */
    changeVersion: number('change_version').notNull().default(0),
    /** The conversation's version at its last edit; 0 if it was never edited. */
    editVersion: number('edit_version').notNull().default(0),
    /** When the sender wrote the last edit; null if it was never edited. */
    editedAt: number('edited_at'),
    /** The version of the conversation's pins at which it was pinned; 0 if it is not pinned. */
    pinVersion: number('pin_version').notNull().default(0),
  },
  (table) => [
    uniqueIndex('message_sequence').on(table.conversationId, table.sequence),
    uniqueIndex('message_client_id').on(table.senderId, table.clientMessageId),
    index('message_page').on(table.conversationId, table.id),
    index('message_deleted').on(table.conversationId, table.deletedAt).where(sql`deleted_at is not null`),
    index('message_changed').on(table.conversationId, table.changeVersion).where(sql`change_version > 0`),
    index('message_pinned').on(table.conversationId, table.pinVersion).where(sql`pin_version > 0`),
    index('message_quoted').on(table.quotedMessageId).where(sql`quoted_message_id is not null`),
    index('message_expiry').on(table.expiresAt).where(sql`expires_at is not null and body is not null`),
  ],
)

/** A person's reaction to a message; erased with the message. */
export const messageReaction = pgTable(
  'message_reaction',
  {
    messageId: number('message_id')
      .notNull()
      .references(() => message.id),
    accountId: number('account_id')
      .notNull()
      .references(() => account.id),
    emoji: text('emoji').notNull(),
    reactedAt: number('reacted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.accountId] })],
)

/** When a member of a group read up to a message; kept as long as clients keep messages. */
export const readMark = pgTable(
  'read_mark',
  {
    conversationId: number('conversation_id')
      .notNull()
      .references(() => conversation.id),
    accountId: number('account_id')
      .notNull()
      .references(() => account.id),
    messageId: number('message_id').notNull(),
    readAt: number('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.accountId, table.messageId] }),
    index('read_mark_age').on(table.readAt),
  ],
)

/** The last draft of a person in a conversation; empty once it was sent or removed. It goes with the membership. */
export const draft = pgTable(
  'draft',
  {
    accountId: number('account_id').notNull(),
    conversationId: number('conversation_id').notNull(),
    body: exactText('body').notNull(),
    /** The mentions in the wire's format, as JSON. */
    mentions: text('mentions').notNull(),
    quotedMessageId: number('quoted_message_id'),
    /** When it was written. The later of two drafts counts. */
    writtenAt: number('written_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.conversationId] }),
    foreignKey({
      columns: [table.conversationId, table.accountId],
      foreignColumns: [conversationMember.conversationId, conversationMember.accountId],
      name: 'draft_member',
    }).onDelete('cascade'),
  ],
)

/** The number of consecutive messages of a conversation that share a row of the search index. */
export const searchBlockLength = 64
/** The number of consecutive messages of a block that share a signature. */
export const searchSectionLength = 4
export const sectionsPerBlock = searchBlockLength / searchSectionLength
/** The bits of a section's signature. Four full blocks fill a page of the database, and are too short to be stored apart. */
export const sectionBits = 960

// No foreign key: its check would take a tenth of the time of an insert.
const blockColumns = () => ({
  conversationId: number('conversation_id').notNull(),
  /** Counted from 0: the predecessor of a sequence number divided by the length of blocks. */
  block: integer('block').notNull(),
  /** The edges of its messages that a search finds. */
  oldestId: number('oldest_id').notNull(),
  newestId: number('newest_id').notNull(),
  oldestAt: number('oldest_at').notNull(),
  newestAt: number('newest_at').notNull(),
})

/**
 * The search index: the facts that a search needs about each full block of messages. The signature has a number for each
 * bit, with a bit for each section that has it, the lowest one for the newest: one operation compares all sections.
 */
export const searchBlock = pgTable(
  'search_block',
  { ...blockColumns(), signature: smallint('signature').array().notNull() },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.block] }),
    index('search_block_newest').on(table.conversationId, table.newestId),
  ],
)

/**
 * The search index of the last block of each conversation, which grows with each message. The signature has one section
 * after another, so that a message changes a short part of it. Its pages are filled to 50 %, by a line that was added to
 * the migration by hand: PostgreSQL updates rows in place while their page has room for all of them twice. Without a
 * vacuum, the table would otherwise grow with each message.
 */
export const openSearchBlock = pgTable(
  'open_search_block',
  {
    ...blockColumns(),
    signature: bit('signature', { dimensions: sectionsPerBlock * sectionBits }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.conversationId] })],
)

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
