import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, minUnits, optionalText, wireId } from '../primitives.ts'

/** A reason for a report [REPORT-09]. */
const reportReasons = z.nullish(z.array(z.looseObject({ ID: wireId, Reason: z.string() })))

const reasonList = {
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({}),
  data: reportReasons,
} as const

/** [REPORT-10] */
export const getUserReasonList = defineCall({ path: '/GetUserReasonList', ...reasonList })

/** [REPORT-11] */
export const getGroupReasonList = defineCall({ path: '/GetGroupReasonList', ...reasonList })

/** Reports a person, Type '1', or a group, Type '2' [REPORT-13]; the image is the address of an upload [REPORT-15]. */
export const addReport = defineCall({
  path: '/AddReport',
  kind: 'once',
  request: z.looseObject({
    Type: z.enum(['1', '2']),
    UserID: z.optional(wireId),
    GroupID: z.optional(wireId),
    Reason: optionalText,
    ReasonID: wireId,
    Image: optionalText,
    Describe: z.string().check(z.trim(), minUnits(5), maxUnits(200)),
  }),
  data: noData,
})
