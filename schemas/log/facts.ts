import * as z from 'zod/mini'
import { applicationIdSchema, conversationIdSchema, userIdSchema } from './id-schemas.ts'

/** What makes a group of a conversation [GROUP-12 GROUP-13]. */
export const groupFacts = z.object({
  isChannel: z.boolean(),
  memberCount: z.number(),
  announcement: z.string(),
  /** Only managers may write for now. */
  isAllBanned: z.boolean(),
  /** This user's own role, and whether this user may not write. */
  role: z.number(),
  isBanned: z.boolean(),
  /** Open applications to join, for the badge [SESS-12]. */
  applicationCount: z.number(),
  /** When this user came into the group, server ms; absent when the server does not say. */
  joinedAt: z.optional(z.number()),
})
export type GroupFacts = z.infer<typeof groupFacts>

/** What the server knows of a conversation besides its messages. */
export const conversationFacts = z.object({
  conversationId: conversationIdSchema,
  peerId: z.optional(userIdSchema),
  title: z.string(),
  avatarUrl: z.string(),
  isPinned: z.boolean(),
  isMuted: z.boolean(),
  isNew: z.boolean(),
  /** Server time, ms; orders a conversation that has no message yet. */
  createdAt: z.number(),
  /** Present in a group, and only there. */
  group: z.optional(groupFacts),
  /** Vanish mode: seconds from reading until a message vanishes; absent or 0 while it is off. */
  burnsAfter: z.optional(z.number()),
})
export type ConversationFacts = z.infer<typeof conversationFacts>

export const friendFacts = z.object({
  userId: userIdSchema,
  nickname: z.string(),
  avatarUrl: z.string(),
  /** The name this user gave the friend; empty when none. */
  remark: z.string(),
  signature: z.string(),
  chatId: z.string(),
  gender: z.number(),
  /** 1 a user, 2 an admin [USER-01]; absent where the server does not say. */
  accountType: z.optional(z.number()),
  conversationId: z.optional(conversationIdSchema),
})
export type FriendFacts = z.infer<typeof friendFacts>

export const applicationFacts = z.object({
  applicationId: applicationIdSchema,
  userId: userIdSchema,
  nickname: z.string(),
  avatarUrl: z.string(),
  remark: z.string(),
  createdAt: z.number(),
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

/** What one sets for a conversation for oneself, on all devices [SESS-45 SESS-46]. */
export const ownSetting = z.enum(['pinned', 'muted'])
export type OwnSetting = z.infer<typeof ownSetting>
