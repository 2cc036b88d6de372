import * as z from 'zod/mini'
import { messageTypes } from '../../message-types.ts'
import { defineCall } from '../define-call.ts'
import { maxUnits, minUnits, optionalFlag, optionalText, wireId, wireTime } from '../primitives.ts'

const optionalId = z.optional(z.nullish(wireId))
/** Milliseconds since 1970. */
const optionalTime = z.optional(z.int().check(z.minimum(0)))

/** The maximum number of hits of one page; also the default. */
export const searchPageSize = 100

/** The maximum number of hits of one conversation in a page of all conversations. */
export const hitsPerConversation = 20

/** Our kinds of messages that a search can be limited to: pictures and videos, files, and texts with a web address. */
export const searchKinds = ['picture', 'file', 'link'] as const
export type SearchKind = (typeof searchKinds)[number]

/** A message that a search has found [SEARCH-08]. */
export const wireSearchHit = z.looseObject({
  Id: wireId,
  UserId: wireId,
  HeaderImg: optionalText,
  /** The body; a long text is cut to a part with a hit. */
  Message: z.string(),
  CreateTime: wireTime,
  SeqId: z.nullish(z.number()),
  /** The sender's name in the group, or their nickname. */
  NickName: optionalText,
  MsgType: z._default(z.enum(messageTypes), 'txt'),
})
export type WireSearchHit = z.infer<typeof wireSearchHit>

/** The hits of one conversation, newest first [SEARCH-08 SEARCH-12]. */
export const wireSearchResult = z.looseObject({
  DisplayImg: optionalText,
  SessionName: optionalText,
  /** Null for a group. */
  ChatSessionId: z.nullish(wireId),
  /** Null for a one-to-one conversation. */
  GroupId: z.nullish(wireId),
  /** The other person of a one-to-one conversation. */
  SessionNameUserId: z.nullish(wireId),
  SearchResultDetails: z.array(wireSearchHit),
  /** Our extension: whether the conversation has older hits than the last one listed. */
  HasMore: optionalFlag,
})
export type WireSearchResult = z.infer<typeof wireSearchResult>

/**
 * Searches the messages of one or of all conversations [SEARCH-10 SEARCH-12]. All fields but Keyword, ChatSessionID and
 * GroupID are our extension. The next page is before the smallest Id of a page; a page with fewer hits than PageSize is
 * the last one. Code 20 is an empty page.
 */
export const getChatSearchResult = defineCall({
  path: '/GetChatSearchResult',
  kind: 'query',
  allowedCodes: [0, 1, 20],
  request: z.looseObject({
    /** Words that must all occur. May be empty together with SenderID, Kind, FromTime or ToTime. */
    Keyword: z.string().check(z.trim(), maxUnits(100)),
    ChatSessionID: optionalId,
    GroupID: optionalId,
    SenderID: optionalId,
    Kind: z.optional(z.enum(searchKinds)),
    FromTime: optionalTime,
    /** Exclusive. */
    ToTime: optionalTime,
    /** Only messages with a smaller id; 0 or absent for the first page. */
    BeforeID: z.optional(z.int().check(z.minimum(0))),
    PageSize: z.optional(z.int().check(z.minimum(1), z.maximum(searchPageSize))),
  }),
  data: z.nullish(z.array(wireSearchResult)),
})

/** A group of the caller whose name or members match a keyword [SEARCH-09]. */
export const wireGroupHit = z.looseObject({
  GroupID: wireId,
  GroupImg: optionalText,
  GroupName: optionalText,
  /** The matching members; empty if only the group's name matches. */
  Users: z._default(
    z.nullish(z.array(z.looseObject({ UserID: wireId, MatchedName: optionalText, HeadImg: optionalText }))),
    [],
  ),
})
export type WireGroupHit = z.infer<typeof wireGroupHit>

/**
 * Searches the caller's groups by their names and by their members' nicknames, names in the group and the caller's
 * remarks [SEARCH-14]. MatchedName is the name with the keyword.
 */
export const searchMyGroupAllUsers = defineCall({
  path: '/SearchMyGroupAllUsers',
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({ Keyword: z.string().check(z.trim(), minUnits(1), maxUnits(100)) }),
  data: z.nullish(z.array(wireGroupHit)),
})

/** Another person as a search result [FRIEND-48 USER-06]. */
export const wirePerson = z.looseObject({
  UID: wireId,
  NickName: optionalText,
  HeadImg: optionalText,
  LastLoginTime: wireTime,
  VChatID: optionalText,
  Gender: z.nullish(z.number()),
  Sign: optionalText,
  IsFriend: z.nullish(z.union([z.number(), z.boolean()])),
  IsBlackByFriend: z.nullish(z.union([z.number(), z.boolean()])),
})
export type WirePerson = z.infer<typeof wirePerson>

/** [FRIEND-57] (DEC-42) */
export const searchUser = defineCall({
  path: '/SearchUserByPhoneAndID',
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({ Keyword: z.string().check(z.trim(), minUnits(2), maxUnits(64)) }),
  data: z.nullish(z.array(wirePerson)),
})
