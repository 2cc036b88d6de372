import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { optionalFlag, wireId, wireTime } from '../primitives.ts'

const nothing = z.looseObject({})

/** The account's own sign-ins, the newest first; an extension of the contract (docs/security.md). */
export const getSignIns = defineCall({
  path: '/GetSignIns',
  kind: 'query',
  request: nothing,
  data: z.array(
    z.looseObject({
      ID: wireId,
      /** Browser and system as they name themselves; may be empty. */
      Device: z.string(),
      CreateTime: wireTime,
      /** When it was last active, to a quarter of an hour. */
      LastTime: wireTime,
      IsCurrent: optionalFlag,
    }),
  ),
})

/** Signs out one of them; an extension of the contract. */
export const endSignIn = defineCall({
  path: '/EndSignIn',
  kind: 'repeatable',
  request: z.looseObject({ ID: wireId }),
  data: noData,
})

/** Signs out all of them but the one that asks; an extension of the contract. */
export const endOtherSignIns = defineCall({
  path: '/EndOtherSignIns',
  kind: 'repeatable',
  request: nothing,
  data: noData,
})
