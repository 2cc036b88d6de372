import { type ConversationId, parseConversationId, type ServerId, type UserId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import {
  type ListedConversation,
  toListedConversation,
  toListedGroup,
  toListedRow,
} from '#schemas/translate/conversation.ts'
import { toPlace } from '#schemas/translate/outgoing.ts'
import * as calls from '#schemas/wire/calls/conversations.ts'
import { readAllGroupChat } from '#schemas/wire/calls/group-messages.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** Fetches the conversation list [SESS-26]; `now` is server ms, read when the response has arrived. */
export const getConversations = async (
  caller: Caller,
  now: () => number,
  options?: CallOptions,
): Promise<CallResult<readonly ListedConversation[]>> =>
  mapResult(await caller.call(calls.getAllSessionList, {}, options), ({ ChatSessions, Groups }) => {
    const time = now()
    return [
      ...ChatSessions.map((row) => toListedConversation(row, time)),
      ...Groups.map((row) => toListedGroup(row, time)),
    ]
  })

/** Fetches one conversation [SESS-29]; undefined if this user has no access [SESS-48]. `now` is server ms. */
export const getConversation = async (
  caller: Caller,
  now: () => number,
  id: ConversationId,
  options?: CallOptions,
): Promise<CallResult<ListedConversation | undefined>> =>
  mapResult(await caller.call(calls.getChatSession, toPlace(id), options), (row, code) =>
    code === resultCode.unavailable ? undefined : toListedRow(parseConversationId(id).kind, row, now()),
  )

/** Opens the one-to-one conversation with a friend, or returns the existing one [SESS-30]; `now` is server ms. */
export const openDirectConversation = async (
  caller: Caller,
  now: () => number,
  friend: UserId,
): Promise<CallResult<ListedConversation>> =>
  mapResult(await caller.call(calls.createChatSession, { UserID: friend }), (row) =>
    toListedConversation(row, now()),
  )

/**
 * Sets the timer of disappearing messages of a one-to-one conversation, seconds; 0 is off. The server rounds it
 * [SESS-33]. `now` is server ms.
 */
export const setConversationTimer = async (
  caller: Caller,
  now: () => number,
  conversation: ConversationId,
  seconds: number,
): Promise<CallResult<ListedConversation>> =>
  mapResult(
    await caller.call(calls.updateChatSession, {
      ChatSessionID: parseConversationId(conversation).wireId,
      ReadDelete: writeFlag(seconds > 0),
      AutoDeleteTime: seconds,
    }),
    (row) => toListedConversation(row, now()),
  )

/** [SESS-34] */
export const markReadUpTo = (
  caller: Caller,
  conversation: ConversationId,
  upTo: ServerId,
  options?: CallOptions,
): Promise<CallResult<unknown>> =>
  caller.call(calls.readChat, { ...toPlace(conversation), ChatID: upTo }, options)

/** Marks a whole conversation of either kind as read [SESS-35 SESS-36 SESS-41]. */
export function markAllRead(
  caller: Caller,
  conversation: ConversationId,
  options?: CallOptions,
): Promise<CallResult<unknown>> {
  const { kind, wireId } = parseConversationId(conversation)
  return kind === 'group'
    ? caller.call(readAllGroupChat, { GroupID: wireId, GroupChatId: 0 }, options)
    : caller.call(calls.readAllChat, { ChatSessionID: wireId, ChatID: 0 }, options)
}

/** Pins a conversation for this user [SESS-31]. */
export const setPinned = (
  caller: Caller,
  conversation: ConversationId,
  isOn: boolean,
  options?: CallOptions,
): Promise<CallResult<unknown>> =>
  caller.call(calls.updateSessionTop, { ...toPlace(conversation), IsTop: writeFlag(isOn) }, options)

/** Mutes a conversation for this user [SESS-32]. */
export const setMuted = (
  caller: Caller,
  conversation: ConversationId,
  isOn: boolean,
  options?: CallOptions,
): Promise<CallResult<unknown>> =>
  caller.call(
    calls.updateSessionDoNotDisturb,
    { ...toPlace(conversation), IsNotDisturb: writeFlag(isOn) },
    options,
  )
