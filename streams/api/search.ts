import type { HitFilter, HitGroup, MessageHit } from '#domain/search/message-hits.ts'
import {
  type ConversationId,
  conversationId,
  parseConversationId,
  type ServerId,
  serverId,
  type UserId,
  userId,
} from '#schemas/ids.ts'
import { type FoundPerson, toFoundPerson } from '#schemas/translate/contacts.ts'
import * as calls from '#schemas/wire/calls/search.ts'
import { readFlag, readWireTime } from '#schemas/wire/primitives.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** What the server searches for. */
export interface ServerQuery {
  readonly keyword: string
  readonly filter: HitFilter
  /** The searched conversation; undefined for all. */
  readonly conversation?: ConversationId | undefined
  /** Only messages with smaller ids; undefined for the newest. */
  readonly before?: ServerId | undefined
}

/** A page of hits by conversation. */
export interface HitPage {
  readonly groups: readonly HitGroup[]
  /** The id before which the next page begins; undefined on the last page. */
  readonly next: ServerId | undefined
}

/** Searches the messages on the server; `self` is the account [SEARCH-08 SEARCH-10]. */
export async function searchMessages(
  caller: Caller,
  self: UserId,
  query: ServerQuery,
  options?: CallOptions,
): Promise<CallResult<HitPage>> {
  const { senderId, kind, from, to } = query.filter
  const request = {
    Keyword: query.keyword,
    ...conversationField(query.conversation),
    ...(senderId === undefined ? {} : { SenderID: senderId }),
    ...(kind === undefined ? {} : { Kind: kind }),
    ...(from === undefined ? {} : { FromTime: from }),
    ...(to === undefined ? {} : { ToTime: to }),
    ...(query.before === undefined ? {} : { BeforeID: query.before }),
  }
  return mapResult(await caller.call(calls.getChatSearchResult, request, options), (results) =>
    toPage(results ?? [], self),
  )
}

function conversationField(id: ConversationId | undefined) {
  if (id === undefined) return {}
  const { kind, wireId } = parseConversationId(id)
  return kind === 'group' ? { GroupID: wireId } : { ChatSessionID: wireId }
}

function toPage(results: readonly calls.WireSearchResult[], self: UserId): HitPage {
  const ids = results.flatMap(({ SearchResultDetails }) => SearchResultDetails.map(({ Id }) => Id))
  const isLast = ids.length < calls.searchPageSize
  return {
    groups: results.flatMap((result) => toGroup(result, self)),
    next: isLast ? undefined : serverId(Math.min(...ids)),
  }
}

function toGroup(wire: calls.WireSearchResult, self: UserId): HitGroup[] {
  const { GroupId, ChatSessionId, SearchResultDetails, SessionNameUserId } = wire
  const wireId = GroupId ?? ChatSessionId
  if (!wireId || SearchResultDetails.length === 0) return []
  return [
    {
      conversation: conversationId(GroupId ? 'group' : 'direct', wireId),
      title: wire.SessionName ?? '',
      avatarUrl: wire.DisplayImg ?? '',
      ...(SessionNameUserId ? { peerId: userId(SessionNameUserId) } : {}),
      hits: SearchResultDetails.map((hit) => toHit(hit, self)),
      hasMore: readFlag(wire.HasMore),
    },
  ]
}

const toHit = (wire: calls.WireSearchHit, self: UserId): MessageHit => ({
  serverId: serverId(wire.Id),
  senderId: userId(wire.UserId),
  senderName: wire.NickName ?? '',
  senderAvatarUrl: wire.HeaderImg ?? '',
  isOwn: wire.UserId === self,
  type: wire.MsgType,
  body: wire.Message,
  sentAt: readWireTime(wire.CreateTime) ?? 0,
})

/** A group whose name or members match a keyword [SEARCH-09]. */
export interface FoundGroup {
  readonly conversation: ConversationId
  readonly title: string
  readonly avatarUrl: string
  /** The matching members by the name that matches; empty if only the group's name matches. */
  readonly members: readonly { readonly userId: UserId; readonly name: string }[]
}

/** Searches the names and members of the account's groups [SEARCH-14]. */
export const searchGroups = async (
  caller: Caller,
  keyword: string,
  options?: CallOptions,
): Promise<CallResult<readonly FoundGroup[]>> =>
  mapResult(await caller.call(calls.searchMyGroupAllUsers, { Keyword: keyword }, options), (groups) =>
    (groups ?? []).map(({ GroupID, GroupName, GroupImg, Users }) => ({
      conversation: conversationId('group', GroupID),
      title: GroupName ?? '',
      avatarUrl: GroupImg ?? '',
      members: (Users ?? []).map(({ UserID, MatchedName }) => ({
        userId: userId(UserID),
        name: MatchedName ?? '',
      })),
    })),
  )

/** Finds people by phone number or chat id [FRIEND-57]. */
export const findPeople = async (
  caller: Caller,
  keyword: string,
  options?: CallOptions,
): Promise<CallResult<readonly FoundPerson[]>> =>
  mapResult(await caller.call(calls.searchUser, { Keyword: keyword }, options), (people) =>
    (people ?? []).map(toFoundPerson),
  )
