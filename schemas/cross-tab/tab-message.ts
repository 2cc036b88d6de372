import * as z from 'zod/mini'
import { conversationIdSchema, serverIdSchema, userIdSchema } from '../log/id-schemas.ts'
import { notificationSettings } from '../storage/notification-settings.ts'
import { describeIssues } from '../wire/parse-response.ts'
import { isLogUnsaved, readLogAdvanced } from './log-messages.ts'

/** The channel's name [XTAB-01]. */
export const channelName = 'chat-intercom-channel'
/** A tab's random id on the channel has 4 characters [XTAB-03]. */
export const tabIdLength = 4

const tab = z.string().check(z.length(tabIdLength))

const connectionView = z.discriminatedUnion('status', [
  z.object({ status: z.literal('connecting') }),
  z.object({ status: z.literal('catching-up') }),
  z.object({ status: z.literal('connected') }),
  z.object({ status: z.literal('offline'), since: z.number() }),
])

const activity = z.optional(z.enum(['typing', 'recording']))

/** A toast. Server texts come in `text`, own ones as a catalog key. */
const notice = z.object({
  kind: z.enum(['info', 'success', 'warning', 'error']),
  text: z.optional(z.string()),
  key: z.optional(z.string()),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  isSticky: z.optional(z.boolean()),
  action: z.optional(z.object({ key: z.string(), page: z.literal('security') })),
})

/**
 * Creates the schema of the messages between tabs about the connection and the stored accounts. It has so many parts
 * that a start, which may be of the only tab, does not create it.
 */
const createTabMessage = () =>
  z.discriminatedUnion('type', [
    /** The leader's connection, for tabs without one. Presence is never stored. */
    z.object({
      type: z.literal('leader-state'),
      tab,
      account: userIdSchema,
      connection: connectionView,
      presence: z.array(
        z.object({ userId: userIdSchema, isOnline: z.boolean(), lastSeenAt: z.optional(z.number()) }),
      ),
      hasLoaded: z.boolean(),
      isVisible: z.boolean(),
      /** Server time minus the device's wall clock, ms. */
      clockOffset: z.number(),
      /** Whether a server timestamp has arrived since the start; absent means no. */
      isClockTrusted: z.optional(z.boolean()),
    }),
    z.object({ type: z.literal('ask-leader-state'), tab, account: userIdSchema }),
    /** A person requested a reconnection in a tab without a connection. */
    z.object({ type: z.literal('reconnect'), tab, account: userIdSchema }),
    /** A person deletes messages for everyone in a tab without a connection (DEC-20). */
    z.object({
      type: z.literal('delete-for-everyone'),
      tab,
      account: userIdSchema,
      conversation: conversationIdSchema,
      messages: z.array(serverIdSchema),
    }),
    /** Another person types or records, or has stopped if there is no activity. Never stored. */
    z.object({
      type: z.literal('typing'),
      tab,
      account: userIdSchema,
      conversation: conversationIdSchema,
      user: userIdSchema,
      name: z.string(),
      activity,
    }),
    /** This user types or records, or has stopped, in a tab without a connection. */
    z.object({
      type: z.literal('own-typing'),
      tab,
      account: userIdSchema,
      conversation: conversationIdSchema,
      activity,
    }),
    /** Whether this person shows typing and sees it of others, changed or fetched in a tab. */
    z.object({
      type: z.literal('typing-setting'),
      tab,
      account: userIdSchema,
      settings: z.object({ isShown: z.boolean() }),
    }),
    /** The tab became visible or hidden. A hidden leader hands over to a visible tab (DEC-110). */
    z.object({ type: z.literal('tab-visibility'), tab, account: userIdSchema, isVisible: z.boolean() }),
    /** The account's notification settings, changed or fetched in a tab [NOTIF-05]. */
    z.object({
      type: z.literal('notification-settings'),
      tab,
      account: userIdSchema,
      settings: notificationSettings,
    }),
    /** Whether this person confirms friend requests and additions to groups, changed or fetched in a tab [SET-18]. */
    z.object({
      type: z.literal('verification-settings'),
      tab,
      account: userIdSchema,
      settings: z.object({ friend: z.boolean(), group: z.boolean() }),
    }),
    /** The collections changed in a tab. The other tabs refetch them [XTAB-05]. */
    z.object({ type: z.literal('update-collection'), tab, account: userIdSchema }),
    /** The stickers changed in a tab. */
    z.object({ type: z.literal('update-stickers'), tab, account: userIdSchema }),
    /** The tags changed in a tab. */
    z.object({ type: z.literal('update-tags'), tab, account: userIdSchema }),
    /** A conversation was left or the page hidden. The leader sends drafts without waiting for a pause in typing. */
    z.object({ type: z.literal('send-drafts'), tab, account: userIdSchema }),
    /** The blacklist may have changed, here or on another device. */
    z.object({ type: z.literal('update-blacklist'), tab, account: userIdSchema }),
    /** A group or its members changed, or any may have if none is named. Tabs that show them refetch them. */
    z.object({
      type: z.literal('update-group'),
      tab,
      account: userIdSchema,
      group: z.optional(conversationIdSchema),
      /** The member who changed their name in the group. */
      renamed: z.optional(z.object({ userId: userIdSchema, name: z.string() })),
    }),
    /** The setting for Enter changed on this device [XTAB-08]. */
    z.object({ type: z.literal('update-enter-as-submit'), tab, value: z.boolean() }),
    /** A notice of an account that this tab does not show. A tab that shows it, or switches to it, shows the notice. */
    z.object({ type: z.literal('notice'), tab, account: userIdSchema, notice }),
    /** The tab has shown the notices of the account, so that other tabs do not. */
    z.object({ type: z.literal('notices-shown'), tab, account: userIdSchema }),
    /** A person sent or discarded the preserved outbox (DEC-115). */
    z.object({ type: z.literal('preserved-outbox-settled'), tab, account: userIdSchema }),
    /** Without a user: asks which account a tab has open. With a user: the account that is open here [XTAB-09]. */
    z.object({ type: z.literal('auth-credential-in-use'), tab, userId: z.optional(userIdSchema) }),
    /** A conversation left the list, named by its id or its peer. Tabs that show it close it [XTAB-11]. */
    z.object({
      type: z.literal('leave-session'),
      tab,
      account: userIdSchema,
      left: z.object({ type: z.enum(['group', 'user', 'session']), id: z.number() }),
    }),
    /**
     * A person clears all conversations of this device from a follower tab. `requestedAt` is device time, ms; the reply
     * carries the same `requestId` [XTAB-06].
     */
    z.object({
      type: z.literal('clear-all-device-session'),
      tab,
      userId: userIdSchema,
      requestId: z.string(),
      requestedAt: z.number(),
    }),
    /** The leader tab cleared all conversations [XTAB-06]. */
    z.object({
      type: z.literal('clear-all-device-session-success'),
      tab,
      userId: userIdSchema,
      requestId: z.string(),
    }),
    /** The leader tab could not clear the conversations [XTAB-06]. */
    z.object({
      type: z.literal('clear-all-device-session-failed'),
      tab,
      userId: userIdSchema,
      requestId: z.string(),
    }),
    /** A group was joined in a tab [XTAB-07]. */
    z.object({ type: z.literal('join-group'), tab, account: userIdSchema, group: conversationIdSchema }),
    /** The stored credentials changed: signed in, out, or refreshed [XTAB-10]. */
    z.object({ type: z.literal('update-auth-credentials'), tab, userId: z.optional(userIdSchema) }),
  ])
let tabMessage: ReturnType<typeof createTabMessage> | undefined

export type TabMessage = z.infer<ReturnType<typeof createTabMessage>>

/** A message without the tab's id. */
export type UnsignedTabMessage = TabMessage extends infer One
  ? One extends TabMessage
    ? Omit<One, 'tab'>
    : never
  : never

export type TabMessageReading =
  | { readonly kind: 'message'; readonly message: TabMessage }
  /** The log uses the same channel and reads its own messages. */
  | { readonly kind: 'of-the-log' }
  | { readonly kind: 'invalid'; readonly detail: string }

/** Reads a message of another tab. Never throws [XTAB-04]. */
export function readTabMessage(value: unknown): TabMessageReading {
  tabMessage ??= createTabMessage()
  const parsed = z.safeParse(tabMessage, value)
  if (parsed.success) return { kind: 'message', message: parsed.data }
  if (readLogAdvanced(value) || isLogUnsaved(value)) return { kind: 'of-the-log' }
  return { kind: 'invalid', detail: describeIssues(parsed.error.issues) }
}
