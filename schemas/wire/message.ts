import * as z from 'zod/mini'
import { messageTypes } from '../message-types.ts'
import { optionalFlag, optionalText, wireId, wireTime } from './primitives.ts'

/** The timer of a message: whether it disappears after reading, and after how many seconds [MSG-01]. */
export const timerFields = { ReadDelete: optionalFlag, AutoDeleteTime: z.nullish(z.number()) } as const
export interface WireTimer {
  readonly ReadDelete?: 0 | 1 | boolean | null | undefined
  readonly AutoDeleteTime?: number | null | undefined
}

/** The sender's id of a message, the same for socket, HTTP and every retry [MSG-40]. */
export const clientMessageId = z.string().check(z.regex(/^[A-Za-z0-9]{20}$/))

/** The reactions to a message: each emoji with the number of people, and the version of their last change, 0 if none. */
export const reactionFields = {
  Version: z.int().check(z.minimum(0)),
  Reactions: z.array(z.looseObject({ Emoji: z.string(), Count: z.number() })),
} as const

/**
 * The last edit of a message: the version and when it was written, ms. The text and the mentions follow unless the
 * message itself has them.
 */
export const editFields = {
  Version: z.int().check(z.minimum(0)),
  TimeStamp: z.number(),
  Message: optionalText,
  AtIDs: optionalText,
} as const

/** Whether a message is pinned, and the version of the conversation's pins since which it is so. */
export const pinFields = { IsPinned: z.boolean(), PinVersion: z.int().check(z.minimum(0)) } as const

/** The changes of a message as one person sees them; not in the specification (docs/extensions.md). */
export const messageChangeFields = {
  ...reactionFields,
  /** The own reaction; empty if there is none. */
  OwnReaction: z.string(),
  /** Absent if the text was never edited. */
  Edit: z.nullish(z.looseObject(editFields)),
} as const

/**
 * The last draft of a conversation, which all devices of the account share; not in the specification
 * (docs/extensions.md). An empty text without a quote is no draft.
 */
export const draftFields = {
  /** When it was written, server ms; 0 if there never was one. Of two drafts the later one counts. */
  TimeStamp: z.number(),
  Message: optionalText,
  /** The ranges of the mentions in UTF-16 units; 0 is everyone. */
  Mentions: z.nullish(z.array(z.looseObject({ UserID: z.number(), At: z.number(), Length: z.number() }))),
  /** The quoted message, as in a message. */
  Quote: z.nullish(z.unknown()),
} as const

/** What list rows and frames say about a draft. No text, because frames are stored in a cluster for minutes. */
export const draftVersionFields = {
  /** When it was written, 0 if there never was one; absent if the server has no drafts. */
  DraftTimeStamp: z.nullish(z.number()),
  /** Whether it has a text or a quote; otherwise it was sent or removed. */
  HasDraft: z.nullish(z.boolean()),
} as const

/** A confirmed message as frames and history carry it [MSG-01]: of a one-to-one [MSG-04] or of a group [MSG-05]. */
export const wireMessage = z.looseObject({
  ID: wireId,
  ChatSessionID: z.nullish(z.number()),
  UserID: wireId,
  UserNickName: optionalText,
  UserHeadImg: optionalText,
  /** Null for a tombstone, that is a deleted, recalled or expired message (DEC-106). */
  Message: optionalText,
  MsgType: z._default(z.enum(messageTypes), 'txt'),
  TimeStamp: wireTime,
  /** When the server stored the message, and when it was recalled, deleted or expired. */
  CreateTime: wireTime,
  RetrieveTime: wireTime,
  /** Without effect: a message with an ID is confirmed (DEC-66). */
  Status: z.nullish(z.unknown()),
  IsRead: optionalFlag,
  ...timerFields,
  ReadStamp: wireTime,
  Quote: z.nullish(z.unknown()),
  QuoteChatID: z.nullish(z.number()),
  GroupID: z.nullish(z.number()),
  QuoteGroupChatID: z.nullish(z.number()),
  /** The sender's role in the group at the time of the request [MSG-19]. */
  UserRole: z.nullish(z.number()),
  /** The sender's name in the group. */
  UserDisplayName: optionalText,
  /** Ids of the mentioned people, joined by bars; 0 is everyone [MSG-06]. */
  AtIDs: optionalText,
  SeqID: z.nullish(z.number()),
  ClientMsgId: optionalText,
  /** An alternative name of `ClientMsgId`, used if that is missing. */
  ClientID: z.nullish(z.union([z.string(), z.number()])),
  IsDeleted: optionalFlag,
  /** Absent if the message has not changed; not in the specification (docs/extensions.md). */
  Changes: z.nullish(z.looseObject(messageChangeFields)),
})
export type WireMessage = z.infer<typeof wireMessage>

/** The requested page of a conversation: Status 2 with UnReadMaxID is older, Status 1 with FromID is newer (DEC-23). */
export const pageFields = {
  TimeStamp: wireTime,
  Status: z.union([z.literal(1), z.literal(2)]),
  UnReadMaxID: z.optional(z.int().check(z.minimum(0))),
  FromID: z.optional(z.int().check(z.minimum(0))),
}

/** The response data of sending over HTTP. */
export const sentMessage = z.nullish(
  z.looseObject({
    ID: wireId,
    TimeStamp: z.number(),
    SeqID: z.nullish(z.number()),
    IsDuplicated: z._default(z.nullish(z.boolean()), false),
    ...timerFields,
  }),
)
