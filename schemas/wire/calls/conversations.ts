import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import {
  clientMessageId,
  draftVersionFields,
  pageFields,
  sentMessage,
  timerFields,
  wireMessage,
} from '../message.ts'
import { optionalFlag, optionalText, wireId, wireTime } from '../primitives.ts'

const nothing = z.looseObject({})

/** The last-message fields that every row of the session list carries [SESS-21]. */
export const lastMessageFields = {
  LastMsgID: z.nullish(z.number()),
  LastMsg: optionalText,
  LastMsgTimeStamp: wireTime,
  LastMsgType: optionalText,
  LastAutoDeleteTime: z.nullish(z.number()),
  LastReadDelete: optionalFlag,
  LastReadStamp: wireTime,
  /** The sender and the sequence number of the last message. */
  LastMsgUserID: z.nullish(z.number()),
  LastMsgSeqID: z.nullish(z.number()),
  /** The time of the last deletion in the conversation; absent if a server omits it. */
  LastDeleteTimeStamp: wireTime,
  /** The version of the last change of a message; not in the specification (docs/extensions.md). */
  ChangeVersion: z.nullish(z.number()),
  /** The version of the pinned messages; not in the specification (docs/extensions.md). */
  PinVersion: z.nullish(z.number()),
  ...draftVersionFields,
}

/** This user's read marker: the message and its sequence number, which a server may omit. */
const ownReadFields = {
  SelfReadChatID: z.nullish(z.number()),
  SelfReadSeqID: z.nullish(z.number()),
}

/** A one-to-one conversation in the list [SESS-21]. */
export const wireChatSession = z.looseObject({
  ID: wireId,
  /** [SESS-22] */
  SessionType: z.optional(z.literal('session')),
  UserID: wireId,
  HeadImg: optionalText,
  NickName: optionalText,
  Status: z.nullish(z.number()),
  UnReadCount: z._default(z.nullish(z.number()), 0),
  /** The newest message that the count includes. Older pages start here. */
  UnReadMaxID: z.nullish(z.number()),
  IsTop: optionalFlag,
  IsNotDisturb: optionalFlag,
  IsNewSession: optionalFlag,
  /** The peer's read receipt. */
  ReadChatID: z.nullish(z.number()),
  ...ownReadFields,
  CreateTime: wireTime,
  ...timerFields,
  ...lastMessageFields,
})
export type WireChatSession = z.infer<typeof wireChatSession>

/** A single one-to-one conversation: the list's row with both people and the newest change [SESS-25]. */
export const wireSessionRecord = z.looseObject({
  ...wireChatSession.shape,
  UserAID: z.nullish(z.number()),
  UserANickName: optionalText,
  UserAHeadImg: optionalText,
  UserBID: z.nullish(z.number()),
  UserBNickName: optionalText,
  UserBHeadImg: optionalText,
  UpdateTime: wireTime,
})
export type WireSessionRecord = z.infer<typeof wireSessionRecord>

/** A group in the list [SESS-23 GROUP-12]. */
export const wireGroupSession = z.looseObject({
  ID: wireId,
  /** [SESS-22] */
  SessionType: z.optional(z.literal('group')),
  GroupName: optionalText,
  GroupImg: optionalText,
  /** 1 is a channel [GROUP-12]. */
  GroupType: z._default(z.nullish(z.number()), 0),
  /** The owner. */
  UserID: z.nullish(z.number()),
  UserCount: z._default(z.nullish(z.number()), 0),
  UnReadCount: z._default(z.nullish(z.number()), 0),
  UnReadMaxID: z.nullish(z.number()),
  IsTop: optionalFlag,
  IsNotDisturb: optionalFlag,
  IsNewSession: optionalFlag,
  GroupJoinApplyCount: z._default(z.nullish(z.number()), 0),
  /** The highest read receipt of the other members. */
  ReadGroupChatID: z.nullish(z.number()),
  ...ownReadFields,
  /** The time of the oldest unread mention of this user; unset if there is none [SESS-15]. */
  GotAt: wireTime,
  GroupCode: optionalText,
  /** The announcement. */
  Info: optionalText,
  AllBan: optionalFlag,
  /** This user's membership [GROUP-13]. */
  Self: z.nullish(
    z.looseObject({
      Role: z._default(z.nullish(z.number()), 0),
      Status: z._default(z.nullish(z.number()), 1),
      GroupMemberName: optionalText,
    }),
  ),
  /** When this user joined. */
  CreateTime: wireTime,
  /** The name of the last message's sender, for the preview. */
  LastMsgUserNickName: optionalText,
  ...lastMessageFields,
})
export type WireGroupSession = z.infer<typeof wireGroupSession>

/** [SESS-26] */
export const getAllSessionList = defineCall({
  path: '/GetAllSessionList',
  kind: 'query',
  request: nothing,
  data: z.looseObject({ ChatSessions: z.array(wireChatSession), Groups: z.array(wireGroupSession) }),
})

/** The newest messages of several conversations [SESS-28]: at most 50 each, from FromID on. */
export const getAllSessionData = defineCall({
  path: '/GetAllSessionData',
  kind: 'query',
  request: z.looseObject({
    SessionInfos: z
      .array(
        z.looseObject({ SessionType: z.enum(['1', '2']), ID: wireId, FromID: z.int().check(z.minimum(0)) }),
      )
      .check(z.maxLength(100)),
  }),
  data: z.array(z.looseObject({ SessionType: z.enum(['1', '2']), ID: wireId, Chats: z.array(wireMessage) })),
})

/** [SESS-29]. Returns the record of a one-to-one conversation [SESS-25] or the list's row of a group. */
export const getChatSession = defineCall({
  path: '/GetChatSessionByID',
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({ ChatSessionID: z.optional(wireId), GroupID: z.optional(wireId) }),
  data: z.nullish(z.union([wireSessionRecord, wireGroupSession])),
})

/** [SESS-30]. Idempotent: returns the existing conversation if there is one. */
export const createChatSession = defineCall({
  path: '/CreateChatSession',
  kind: 'repeatable',
  request: z.looseObject({ UserID: wireId }),
  data: wireSessionRecord,
})

/** A page of one conversation [MSG-53]. */
export const getChatData = defineCall({
  path: '/GetChatData',
  kind: 'query',
  allowedCodes: [0, 11, 21],
  request: z.looseObject({
    ChatSessionID: wireId,
    ...pageFields,
  }),
  data: z.nullish(z.array(wireMessage)),
})

/** Ids deleted since a time [MSG-55]. UpdateTime is the server time of the last response. */
export const getDeleteChat = defineCall({
  path: '/GetDeleteChat',
  kind: 'query',
  request: z.looseObject({ ChatSessionID: wireId, UpdateTime: wireTime }),
  data: z.array(z.number()),
})

/** Sends over HTTP if the socket fails [MSG-51 LIFE-05]. */
export const sendChat = defineCall({
  path: '/SendChat',
  kind: 'repeatable',
  allowedCodes: [0, 3],
  request: z.looseObject({
    ChatSessionID: wireId,
    Message: z.string(),
    MsgType: z.string(),
    TimeStamp: z.number(),
    QuoteChatID: z.nullish(z.number()),
    ClientMsgId: clientMessageId,
  }),
  data: sentMessage,
})

/**
 * Sets the timer of a one-to-one conversation [SESS-33]. The server snaps the seconds; 0 or ReadDelete 0 is off.
 * Returns the record.
 */
export const updateChatSession = defineCall({
  path: '/UpdateChatSession',
  kind: 'repeatable',
  request: z.looseObject({
    ChatSessionID: wireId,
    ReadDelete: z.union([z.literal(0), z.literal(1), z.boolean()]),
    AutoDeleteTime: z.int().check(z.minimum(0)),
  }),
  data: wireSessionRecord,
})

/** Marks messages as read up to one [SESS-34]. */
export const readChat = defineCall({
  path: '/ReadChat',
  kind: 'repeatable',
  request: z.looseObject({
    ChatSessionID: z.optional(wireId),
    GroupID: z.optional(wireId),
    ChatID: wireId,
  }),
  data: noData,
})

/** Marks the whole conversation as read [SESS-35]. */
export const readAllChat = defineCall({
  path: '/ReadAllChat',
  kind: 'repeatable',
  request: z.looseObject({ ChatSessionID: wireId, ChatID: z.literal(0) }),
  data: noData,
})

/** A conversation of either kind, in the calls for one's own settings. */
export const eitherKind = { ChatSessionID: z.optional(wireId), GroupID: z.optional(wireId) }

/** Pins a conversation for oneself [SESS-31]. */
export const updateSessionTop = defineCall({
  path: '/UpdateSessionTop',
  kind: 'repeatable',
  request: z.looseObject({ ...eitherKind, IsTop: z.union([z.literal(0), z.literal(1)]) }),
  data: noData,
})

/** Mutes a conversation for oneself [SESS-32]. */
export const updateSessionDoNotDisturb = defineCall({
  path: '/UpdateSessionDoNotDisturb',
  kind: 'repeatable',
  request: z.looseObject({ ...eitherKind, IsNotDisturb: z.union([z.literal(0), z.literal(1)]) }),
  data: noData,
})
