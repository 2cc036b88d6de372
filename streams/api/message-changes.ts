import { type ConversationId, parseConversationId, type ServerId } from '#schemas/ids.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import {
  type Reaction,
  type Reader,
  toMessageReacted,
  toReactions,
  toReaders,
} from '#schemas/translate/message-changes.ts'
import { toPlace } from '#schemas/translate/outgoing.ts'
import * as calls from '#schemas/wire/calls/message-changes.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** Sets or removes the own reaction to a message. Returns the reactions after that. */
export const reactToMessage = async (
  caller: Caller,
  conversation: ConversationId,
  { serverId, emoji }: { readonly serverId: ServerId; readonly emoji: string },
  options?: CallOptions,
): Promise<CallResult<EventDataOf<'MessageReacted'>>> =>
  mapResult(
    await caller.call(
      calls.reactToMessage,
      { ...toPlace(conversation), ChatID: serverId, Emoji: emoji },
      options,
    ),
    (wire) => toMessageReacted({ ...wire, ChatID: serverId, OwnReaction: emoji }),
  )

/** Fetches the people who have reacted to a message, the first one first. */
export const getMessageReactions = async (
  caller: Caller,
  conversation: ConversationId,
  message: ServerId,
  options?: CallOptions,
): Promise<CallResult<readonly Reaction[]>> =>
  mapResult(
    await caller.call(calls.getMessageReactions, { ...toPlace(conversation), ChatID: message }, options),
    toReactions,
  )

/** Fetches the members of a group who have read an own message, the first one first. */
export const getMessageReaders = async (
  caller: Caller,
  group: ConversationId,
  message: ServerId,
  options?: CallOptions,
): Promise<CallResult<readonly Reader[]>> =>
  mapResult(
    await caller.call(
      calls.getMessageReaders,
      { GroupID: parseConversationId(group).wireId, ChatID: message },
      options,
    ),
    toReaders,
  )

/** The changes of messages after a version, and the version up to which they are complete. */
interface MessageChanges {
  readonly through: number
  readonly changes: readonly EventDataOf<'MessageReacted'>[]
}

/** Fetches the messages of a conversation that changed after a version, the oldest change first. */
export const getMessageChanges = async (
  caller: Caller,
  conversation: ConversationId,
  after: number,
  options?: CallOptions,
): Promise<CallResult<MessageChanges>> =>
  mapResult(
    await caller.call(calls.getMessageChanges, { ...toPlace(conversation), Version: after }, options),
    ({ Version, Changes }) => ({ through: Version, changes: Changes.map(toMessageReacted) }),
  )
