import { type ConversationId, parseConversationId, type ServerId } from '#schemas/ids.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import {
  toMessageEdit,
  toMessageEdited,
  toMessagePinned,
  toMessageReacted,
} from '#schemas/translate/message-changes.ts'
import {
  type PinnedMessages,
  type Reaction,
  type Reader,
  toPinnedMessages,
  toReactions,
  toReaders,
} from '#schemas/translate/message-lists.ts'
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

/** A text to replace the one of an own message. */
interface NewText {
  readonly serverId: ServerId
  readonly body: string
  readonly mentions?: readonly number[] | undefined
  /** When it was written, server ms. */
  readonly at: number
}

/** Edits an own message. Returns its last edit, which may be a later one; its version is 0 if there is none. */
export const editMessage = async (
  caller: Caller,
  conversation: ConversationId,
  { serverId, body, mentions = [], at }: NewText,
  options?: CallOptions,
): Promise<CallResult<EventDataOf<'MessageEdited'>>> =>
  mapResult(
    await caller.call(
      calls.editMessage,
      {
        ...toPlace(conversation),
        ChatID: serverId,
        Message: body,
        AtIDs: mentions.join('|'),
        TimeStamp: Math.floor(at),
      },
      options,
    ),
    ({ SeqID: sequence, ...wire }) => ({
      serverId,
      sequence,
      edit: toMessageEdit(wire) ?? { version: 0, at, body },
    }),
  )

/** The changes of messages after a version, and the version up to which they are complete. */
interface MessageChanges {
  readonly through: number
  readonly reacted: readonly EventDataOf<'MessageReacted'>[]
  readonly edited: readonly EventDataOf<'MessageEdited'>[]
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
    ({ Version, Changes }) => ({
      through: Version,
      reacted: Changes.map(toMessageReacted),
      edited: Changes.flatMap(
        ({ ChatID, SeqID, Edit }) => (Edit && toMessageEdited({ ...Edit, ChatID, SeqID })) ?? [],
      ),
    }),
  )

/** Pins or unpins a message. Returns since which version of the pins it is so. */
export const pinMessage = async (
  caller: Caller,
  conversation: ConversationId,
  { serverId, isPinned }: { readonly serverId: ServerId; readonly isPinned: boolean },
  options?: CallOptions,
): Promise<CallResult<EventDataOf<'MessagePinned'>>> =>
  mapResult(
    await caller.call(
      calls.pinMessage,
      { ...toPlace(conversation), ChatID: serverId, IsPinned: isPinned },
      options,
    ),
    (wire) => toMessagePinned({ ...wire, ChatID: serverId }),
  )

/** Fetches the pinned messages of a conversation, the last pinned one first. */
export const getPinnedMessages = async (
  caller: Caller,
  conversation: ConversationId,
  options?: CallOptions,
): Promise<CallResult<PinnedMessages>> =>
  mapResult(await caller.call(calls.getPinnedMessages, toPlace(conversation), options), toPinnedMessages)
