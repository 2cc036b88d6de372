import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { clientMessageId, pageFields, sentMessage, wireMessage } from '../message.ts'
import { optionalText, wireId, wireTime } from '../primitives.ts'

/** A page of a group [MSG-54]. */
export const getGroupChatData = defineCall({
  path: '/GetGroupChatData',
  kind: 'query',
  allowedCodes: [0, 11, 21],
  request: z.looseObject({
    GroupID: wireId,
    ...pageFields,
  }),
  data: z.nullish(z.array(wireMessage)),
})

/** Ids deleted since a time [MSG-56]. UpdateTime is the server time of the last response. */
export const getDeleteGroupChat = defineCall({
  path: '/GetDeleteGroupChat',
  kind: 'query',
  request: z.looseObject({ GroupID: wireId, UpdateTime: wireTime }),
  data: z.array(z.number()),
})

/** Sends to a group over HTTP if the socket fails [MSG-52 LIFE-05]. */
export const sendGroupChat = defineCall({
  path: '/SendGroupChat',
  kind: 'repeatable',
  allowedCodes: [0, 3],
  request: z.looseObject({
    GroupID: wireId,
    Message: z.string(),
    MsgType: z.string(),
    TimeStamp: z.number(),
    AtIDs: optionalText,
    QuoteGroupChatID: z.nullish(z.number()),
    ClientMsgId: clientMessageId,
  }),
  data: sentMessage,
})

/** Marks the whole group as read [SESS-36]. */
export const readAllGroupChat = defineCall({
  path: '/ReadAllGroupChat',
  kind: 'repeatable',
  request: z.looseObject({ GroupID: wireId, GroupChatId: z._default(z.literal(0), 0) }),
  data: z.looseObject({ MaxReadID: z.nullish(z.number()) }),
})
