import * as z from 'zod/mini'
import { optionalText, wireId } from './primitives.ts'

/** The body of a `card` message, as JSON text: a shared contact [MSG-12]. */
export const contactCard = z.looseObject({
  HeadImg: optionalText,
  UserID: wireId,
  NickName: z.string(),
  VChatID: optionalText,
})
export type WireContactCard = z.infer<typeof contactCard>

/** The fields of a group invitation [MSG-13]. */
export const inviteFields = {
  GroupID: wireId,
  GroupName: optionalText,
  GroupImg: optionalText,
  JoinType: z._default(z.nullish(z.number()), 0),
  Info: optionalText,
  UserCount: z._default(z.nullish(z.number()), 0),
  MaxUserCount: z.nullish(z.number()),
} as const

/** The body of an `invite` message, as JSON text [MSG-13]. */
export const groupInvite = z.looseObject(inviteFields)
export type WireGroupInvite = z.infer<typeof groupInvite>

/** The kinds of group notices. Each client writes the sentence in its own language. */
export const noticeKinds = [
  'created',
  'joined',
  'added',
  'left',
  'removed',
  'renamed',
  'pictured',
  'announced',
  'all-banned',
  'all-unbanned',
  'pinned',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The body of GroupJoin, GroupLeave, notice and noticeallban messages, as JSON text. */
export const groupNotice = z.looseObject({
  Kind: z.enum(noticeKinds),
  /** Names of the people concerned at that time; at most ten. */
  Names: z._default(z.array(z.string()), []),
  /** The ids of these people, in the same order. */
  UserIDs: z._default(z.array(wireId), []),
  /** The number of people concerned. */
  Count: z._default(z.number(), 1),
  /** The new name, if the group was renamed. */
  Text: z._default(z.string(), ''),
  /** The join method [ADMIN-26]. */
  JoinMethod: z._default(z.number(), 0),
})
export type WireGroupNotice = z.infer<typeof groupNotice>

/** What the bodies of all structured notices have, also those that a later version adds. */
export const anyNotice = z.looseObject({ Kind: z.string() })

/** The body of the notice that the timer of disappearing messages changed; `Seconds` is 0 if it was turned off [BURN-07]. */
export const timerNotice = z.looseObject({
  Kind: z.literal('vanish'),
  Seconds: z.int().check(z.minimum(0)),
})
export type WireTimerNotice = z.infer<typeof timerNotice>
