import {
  type ConversationId,
  conversationId,
  parseConversationId,
  type ServerId,
  serverId,
} from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { toConfirmedMessage } from '#schemas/translate/message.ts'
import { type MessageResponse, readSendChatResponse } from '#schemas/translate/message-response.ts'
import {
  type OutgoingMessage,
  toSendChatRequest,
  toSendGroupChatRequest,
} from '#schemas/translate/outgoing.ts'
import { getAllSessionData, getChatData, getDeleteChat, sendChat } from '#schemas/wire/calls/conversations.ts'
import { getDeleteGroupChat, getGroupChatData, sendGroupChat } from '#schemas/wire/calls/group-messages.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** A page of history: before a message (0 is the newest page), or after one (DEC-23). */
export type PageRequest = { readonly before: ServerId } | { readonly after: ServerId }

/** The conversation is gone or this user is no longer in it; the server's text says so [SESS-51]. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly text: string
}

export type HistoryPage =
  /** Ascending; empty at the beginning or the end of the conversation. */
  { readonly kind: 'page'; readonly messages: readonly ConfirmedMessage[] } | Unavailable

/** Fetches a page of history of a conversation [MSG-53 MSG-54]; `now` is server ms. */
export async function getHistoryPage(
  caller: Caller,
  now: () => number,
  id: ConversationId,
  place: PageRequest,
  options?: CallOptions,
): Promise<CallResult<HistoryPage>> {
  const { kind, wireId } = parseConversationId(id)
  const request = {
    TimeStamp: now(),
    ...('before' in place
      ? { Status: 2 as const, UnReadMaxID: place.before }
      : { Status: 1 as const, FromID: place.after }),
  }
  const result = await (kind === 'group'
    ? caller.call(getGroupChatData, { ...request, GroupID: wireId }, options)
    : caller.call(getChatData, { ...request, ChatSessionID: wireId }, options))
  if (result.isOk && result.code !== resultCode.ok)
    return { ...result, data: { kind: 'unavailable', text: result.message } }
  return mapResult(result, (page) => ({ kind: 'page', messages: toAscending(page ?? [], now()) }))
}

const toAscending = (page: readonly WireMessage[], now: number): readonly ConfirmedMessage[] =>
  page.map((wire) => toConfirmedMessage(wire, now)).sort((left, right) => left.serverId - right.serverId)

/** SessionType on the wire [SESS-28]. */
const sessionTypes = { direct: '1', group: '2' } as const

export interface NewestMessages {
  readonly conversationId: ConversationId
  readonly messages: readonly ConfirmedMessage[]
}

/** The newest messages of several conversations, at most 50 each, above the given ids [SESS-28]; `now` is server ms. */
export async function getNewestMessages(
  caller: Caller,
  now: () => number,
  wanted: readonly { readonly conversationId: ConversationId; readonly above: ServerId }[],
  options?: CallOptions,
): Promise<CallResult<readonly NewestMessages[]>> {
  const SessionInfos = wanted.map(({ conversationId: id, above }) => {
    const { kind, wireId } = parseConversationId(id)
    return { SessionType: sessionTypes[kind], ID: wireId, FromID: above }
  })
  return mapResult(await caller.call(getAllSessionData, { SessionInfos }, options), (sessions) => {
    const time = now()
    return sessions.map(({ SessionType, ID, Chats }) => ({
      conversationId: conversationId(SessionType === sessionTypes.group ? 'group' : 'direct', ID),
      messages: Chats.map((wire) => toConfirmedMessage(wire, time)),
    }))
  })
}

/** The messages of a conversation that were deleted since `since`, server ms [MSG-55 MSG-56]. */
export async function getDeletedMessages(
  caller: Caller,
  id: ConversationId,
  since: number,
  options?: CallOptions,
): Promise<CallResult<readonly ServerId[]>> {
  const { kind, wireId } = parseConversationId(id)
  const result = await (kind === 'group'
    ? caller.call(getDeleteGroupChat, { GroupID: wireId, UpdateTime: since }, options)
    : caller.call(getDeleteChat, { ChatSessionID: wireId, UpdateTime: since }, options))
  return mapResult(result, (ids) => ids.map(serverId))
}

/** Sends a message over HTTP [MSG-51 MSG-52 LIFE-05]; `now` is server ms. */
export async function postMessage(
  caller: Caller,
  now: () => number,
  message: OutgoingMessage,
  options?: CallOptions,
): Promise<CallResult<MessageResponse>> {
  const { kind } = parseConversationId(message.conversationId)
  const result = await (kind === 'group'
    ? caller.call(sendGroupChat, toSendGroupChatRequest(message), options)
    : caller.call(sendChat, toSendChatRequest(message), options))
  return result.isOk ? { ...result, data: readSendChatResponse(result, now()) } : result
}
