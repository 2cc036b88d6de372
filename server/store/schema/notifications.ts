import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { account, signInSession } from './accounts.ts'

const id = (name: string) => bigint(name, { mode: 'number' })

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
})

/** The push address of a signed-in device; removed with the session [AUTH-36 NOTIF-15]. */
export const deviceToken = pgTable('device_token', {
  sessionId: id('session_id')
    .primaryKey()
    .references(() => signInSession.id),
  token: text('token').notNull(),
  deviceType: text('device_type').notNull(),
})
