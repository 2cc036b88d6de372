import * as z from 'zod/mini'
import { applicationIdSchema, conversationIdSchema, userIdSchema } from './id-schemas.ts'

/** The group part of a conversation [GROUP-12 GROUP-13]. */
export const groupFacts = z.object({
  isChannel: z.boolean(),
  memberCount: z.number(),
  announcement: z.string(),
  /** Only managers may write at present. */
  isAllBanned: z.boolean(),
  /** This user's own role, and whether this user may not write. */
  role: z.number(),
  isBanned: z.boolean(),
  /** Pending join requests, for the badge [SESS-12]. */
  applicationCount: z.number(),
  /** When this user joined the group, server ms; absent if the server omits it. */
  joinedAt: z.optional(z.number()),
})
export type GroupFacts = z.infer<typeof groupFacts>

/** The server's data of a conversation except its messages. */
export const conversationFacts = z.object({
  conversationId: conversationIdSchema,
  peerId: z.optional(userIdSchema),
  title: z.string(),
  avatarUrl: z.string(),
  isPinned: z.boolean(),
  isMuted: z.boolean(),
  isNew: z.boolean(),
  /** Server time, ms. Orders a conversation without messages. */
  createdAt: z.number(),
  /** Present only for groups. */
  group: z.optional(groupFacts),
  /** The timer: seconds from reading to expiry; absent or 0 if it is off. */
  timerSeconds: z.optional(z.number()),
})
export type ConversationFacts = z.infer<typeof conversationFacts>

export const friendFacts = z.object({
  userId: userIdSchema,
  nickname: z.string(),
  avatarUrl: z.string(),
  /** This user's remark for the friend; empty if none. */
  remark: z.string(),
  signature: z.string(),
  chatId: z.string(),
  gender: z.number(),
  /** 1 for a user, 2 for an admin [USER-01]; absent if the server omits it. */
  accountType: z.optional(z.number()),
  conversationId: z.optional(conversationIdSchema),
  /** The groups of both, as of the last list of friends [FRIEND-28]. */
  commonGroups: z.optional(z.array(conversationIdSchema)),
})
export type FriendFacts = z.infer<typeof friendFacts>

/** A reply in the thread of an application (DEC-222). */
const applicationReply = z.object({
  id: z.number(),
  isOwn: z.boolean(),
  text: z.string(),
  /** Server ms. */
  createdAt: z.number(),
})
export type ApplicationReply = z.infer<typeof applicationReply>

/** A friend request: received, or sent by this account. */
export const applicationFacts = z.object({
  applicationId: applicationIdSchema,
  /** The other person: the sender, or the receiver of a sent one. */
  userId: userIdSchema,
  nickname: z.string(),
  avatarUrl: z.string(),
  remark: z.string(),
  createdAt: z.number(),
  /** How the sender found this person, in the words of the wire [FRIEND-59]; absent if the server omits it. */
  source: z.optional(z.string()),
  isSent: z.optional(z.boolean()),
  /** Oldest first; absent if the server has no replies. */
  replies: z.optional(z.array(applicationReply)),
})
export type ApplicationFacts = z.infer<typeof applicationFacts>

export const profileFacts = z.object({
  userId: userIdSchema,
  type: z.number(),
  nickname: z.string(),
  avatarUrl: z.string(),
  phone: z.string(),
  telCode: z.string(),
  signature: z.string(),
  chatId: z.string(),
})
export type ProfileFacts = z.infer<typeof profileFacts>

/** A person's own settings of a conversation, for all their devices [SESS-45 SESS-46]. */
export const ownSetting = z.enum(['pinned', 'muted'])
export type OwnSetting = z.infer<typeof ownSetting>
