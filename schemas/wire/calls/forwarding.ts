import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { clientMessageId } from '../message.ts'
import { optionalFlag, optionalText, wireId } from '../primitives.ts'

/** The result of one target. */
const success = { Success: optionalFlag, Msg: optionalText }

/** The results of one source for each target; `Error` if it could reach no target [FWD-11]. */
const forwardResult = z.looseObject({
  ChatID: z.nullish(z.number()),
  ChatSessionID: z.nullish(z.number()),
  GroupID: z.nullish(z.number()),
  CollectID: z.nullish(z.number()),
  Error: optionalText,
  UserResults: z._default(z.nullish(z.array(z.looseObject({ UserID: wireId, ...success }))), []),
  GroupResults: z._default(z.nullish(z.array(z.looseObject({ GroupID: wireId, ...success }))), []),
})

/**
 * Forwards messages and saved items to people and groups [FWD-09]. Code 1 if an item did not reach every target
 * [FWD-12]. A file has the form of a message of its type (DEC-122). Under one `RequestID` a target gets each item once,
 * even if the call is repeated (DEC-185).
 */
export const forwardMessages = defineCall({
  path: '/ForwardMessages',
  kind: 'once',
  allowedCodes: [0, 1],
  request: z.looseObject({
    Messages: z.optional(
      z.array(
        z.looseObject({
          GroupID: z.optional(wireId),
          ChatSessionID: z.optional(wireId),
          ChatID: wireId,
        }),
      ),
    ),
    Urls: z.optional(z.array(z.looseObject({ Url: z.string().check(z.maxLength(2_000)), Type: z.string() }))),
    CollectIDs: z.optional(z.array(wireId)),
    UserIDs: z.optional(z.array(wireId)),
    GroupIDs: z.optional(z.array(wireId)),
    RequestID: z.optional(clientMessageId),
  }),
  data: z.nullish(z.array(forwardResult)),
})
