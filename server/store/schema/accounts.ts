import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { exactText } from '../exact-text.ts'

// Times are ms since 1970 by the server's clock port; SQL never uses its own clock.
const time = (name: string) => bigint(name, { mode: 'number' })
const id = (name: string) => bigint(name, { mode: 'number' })

/** A person with a phone number. */
export const account = pgTable(
  'account',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 100_001 }),
    telCode: text('tel_code').notNull(),
    phone: text('phone').notNull(),
    chatId: text('chat_id').notNull().unique(),
    nickname: exactText('nickname').notNull(),
    avatarUrl: text('avatar_url').notNull().default(''),
    gender: integer('gender').notNull().default(0),
    signature: exactText('signature').notNull().default(''),
    /** Whether this person approves requests to become a friend or a member of a group [SET-15]. */
    verifiesFriends: boolean('verifies_friends').notNull().default(true),
    verifiesGroups: boolean('verifies_groups').notNull().default(false),
    /** Whether this person shows that they type or record, and sees it of others. */
    showsTyping: boolean('shows_typing').notNull().default(true),
    /** Absent until a password was set. */
    passwordHash: text('password_hash'),
    /** The codes by which others find and befriend this person (DEC-200). Absent until one is requested. */
    qrCode: text('qr_code').unique(),
    registerCode: text('register_code').unique(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
  },
  // The phone first, because people are also searched without a country code.
  (table) => [uniqueIndex('account_phone').on(table.phone, table.telCode)],
)

/** One sign-in on one device; its tokens end with it. */
export const signInSession = pgTable(
  'sign_in_session',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: id('account_id')
      .notNull()
      .references(() => account.id),
    /** `full`, or `password-reset`, which may only set a password (DEC-55). */
    kind: text('kind', { enum: ['full', 'password-reset'] }).notNull(),
    createdAt: time('created_at').notNull(),
    revokedAt: time('revoked_at'),
    /** The browser and system, from its own User-Agent. */
    device: text('device').notNull().default(''),
    /** The time of its last token exchange; 0 if there was none. */
    lastUsedAt: time('last_used_at').notNull().default(0),
    /** When this session last proved a password or a code. */
    provedAt: time('proved_at'),
    /** Hash of the refresh token used last; tokens issued for it are the newest generation. */
    refreshedWith: text('refreshed_with'),
  },
  (table) => [index('sign_in_session_account').on(table.accountId)],
)

/** A short-lived token, stored as its digest; several may be valid for one session. */
export const accessToken = pgTable(
  'access_token',
  {
    digest: text('digest').primaryKey(),
    sessionId: id('session_id')
      .notNull()
      .references(() => signInSession.id),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('access_token_expiry').on(table.expiresAt),
    index('access_token_session').on(table.sessionId),
  ],
)

/** A refresh token, stored as its digest. It stays after use, so that a second use is detected. */
export const refreshToken = pgTable(
  'refresh_token',
  {
    digest: text('digest').primaryKey(),
    sessionId: id('session_id')
      .notNull()
      .references(() => signInSession.id),
    /** Digest of its predecessor; absent for the first of a session. */
    issuedFor: text('issued_for'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('refresh_token_expiry').on(table.expiresAt),
    index('refresh_token_session').on(table.sessionId, table.issuedFor),
  ],
)

/** A browser that an account has signed in from; its guesses are counted separately. */
export const knownDevice = pgTable(
  'known_device',
  {
    digest: text('digest').primaryKey(),
    accountId: id('account_id')
      .notNull()
      .references(() => account.id),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('known_device_expiry').on(table.expiresAt)],
)

/** A code of a phone and purpose; deleted once used. */
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    telCode: text('tel_code').notNull(),
    phone: text('phone').notNull(),
    purpose: text('purpose', { enum: ['sign-up', 'other'] }).notNull(),
    codeHash: text('code_hash').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.telCode, table.phone, table.purpose, table.codeHash] })],
)

/** The notifications that an account has muted on all its devices; no row means none [NOTIF-02]. */
export const notificationSettings = pgTable('notification_settings', {
  accountId: id('account_id')
    .primaryKey()
    .references(() => account.id),
  isAllMuted: boolean('is_all_muted').notNull(),
  isMessageMuted: boolean('is_message_muted').notNull(),
  isSoundOff: boolean('is_sound_off').notNull(),
  isVibrationOff: boolean('is_vibration_off').notNull(),
  isCallMuted: boolean('is_call_muted').notNull(),
  isNameHidden: boolean('is_name_hidden').notNull().default(false),
  isTextShown: boolean('is_text_shown').notNull().default(false),
})

/** The push address of a signed-in device; removed with the session [AUTH-36 NOTIF-15]. */
export const deviceToken = pgTable('device_token', {
  sessionId: id('session_id')
    .primaryKey()
    .references(() => signInSession.id),
  token: text('token').notNull(),
  deviceType: text('device_type').notNull(),
  /** The language of its notifications. */
  locale: text('locale').notNull().default('en-US'),
})
