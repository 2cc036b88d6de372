import * as z from 'zod/mini'
import { messageTypes } from '../../message-types.ts'
import { defineCall } from '../define-call.ts'
import { editFields, messageChangeFields, pinFields, reactionFields } from '../message.ts'
import { optionalText, wireId } from '../primitives.ts'
import { eitherKind } from './conversations.ts'

// None of these calls is in the specification (docs/extensions.md).

/** Reacts to a message with one emoji, which replaces this person's earlier one; an empty one removes it. */
export const reactToMessage = defineCall({
  path: '/ReactToMessage',
  kind: 'repeatable',
  request: z.looseObject({ ...eitherKind, ChatID: wireId, Emoji: z.string().check(z.maxLength(50)) }),
  data: z.looseObject({ SeqID: wireId, ...reactionFields }),
})

/** The people who have reacted to a message, the first one first. */
export const getMessageReactions = defineCall({
  path: '/GetMessageReactions',
  kind: 'query',
  request: z.looseObject({ ...eitherKind, ChatID: wireId }),
  data: z.array(
    z.looseObject({
      UserID: wireId,
      UserNickName: optionalText,
      UserHeadImg: optionalText,
      Emoji: z.string(),
      TimeStamp: z.number(),
    }),
  ),
})

/** The members of a group who have read one of this person's messages, the first one first. */
export const getMessageReaders = defineCall({
  path: '/GetMessageReaders',
  kind: 'query',
  request: z.looseObject({ GroupID: wireId, ChatID: wireId }),
  data: z.array(
    z.looseObject({
      UserID: wireId,
      UserNickName: optionalText,
      /** The name in the group. */
      UserDisplayName: optionalText,
      UserHeadImg: optionalText,
      /** When this person read the message. */
      TimeStamp: z.number(),
    }),
  ),
})

/**
 * Replaces the text and the mentions of an own text message. An edit that was written before the last one changes
 * nothing; the response is the last one. Its version is 0 if the message was never edited.
 */
export const editMessage = defineCall({
  path: '/EditMessage',
  kind: 'repeatable',
  request: z.looseObject({
    ...eitherKind,
    ChatID: wireId,
    Message: z.string(),
    AtIDs: optionalText,
    /** When the person wrote it, server ms. */
    TimeStamp: z.number(),
  }),
  data: z.looseObject({ SeqID: wireId, ...editFields }),
})

/**
 * The messages of a conversation that have changed after a version, the oldest change first, at most 200. `Version` is
 * the version up to which the changes are complete.
 */
export const getMessageChanges = defineCall({
  path: '/GetMessageChanges',
  kind: 'query',
  request: z.looseObject({ ...eitherKind, Version: z.int().check(z.minimum(0)) }),
  data: z.looseObject({
    Version: z.number(),
    Changes: z.array(z.looseObject({ ChatID: wireId, SeqID: wireId, ...messageChangeFields })),
  }),
})

/** Pins or unpins a message for all members. Nothing happens to one that is so already. */
export const pinMessage = defineCall({
  path: '/PinMessage',
  kind: 'repeatable',
  request: z.looseObject({ ...eitherKind, ChatID: wireId, IsPinned: z.boolean() }),
  data: z.looseObject(pinFields),
})

/** The pinned messages that this person may read, the last pinned one first, at most 50. Long texts are cut. */
export const getPinnedMessages = defineCall({
  path: '/GetPinnedMessages',
  kind: 'query',
  request: z.looseObject(eitherKind),
  data: z.looseObject({
    /** The version up to which the list is complete. */
    Version: z.number(),
    Messages: z.array(
      z.looseObject({
        ChatID: wireId,
        PinVersion: z.number(),
        UserID: wireId,
        UserNickName: optionalText,
        /** The name in the group. */
        UserDisplayName: optionalText,
        MsgType: z._default(z.enum(messageTypes), 'txt'),
        Message: z.string(),
      }),
    ),
  }),
})
