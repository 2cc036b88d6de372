import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'

// A file of its own, because people who are not signed in do not need it.

/**
 * Server settings [USER-09]. All values are optional. Sizes are in MB of 1,000,000 bytes, separate for admins
 * (DEC-155).
 */
export const getSystemSetting = defineCall({
  path: '/GetSystemSetting',
  kind: 'query',
  request: z.looseObject({}),
  data: z.looseObject({
    messageRetentionDays: z.nullish(z.number()),
    maxForwardMessageCount: z.nullish(z.number()),
    maxForwardSessionCount: z.nullish(z.number()),
    /** Messages times conversations of one request to forward (DEC-185). */
    maxForwardCopyCount: z.nullish(z.number()),
    maxTagMemberCount: z.nullish(z.number()),
    maxAudioDuration: z.nullish(z.number()),
    headImgSizeLimit: z.nullish(z.number()),
    imageSizeLimit: z.nullish(z.number()),
    videoSizeLimit: z.nullish(z.number()),
    audioSizeLimit: z.nullish(z.number()),
    fileSizeLimit: z.nullish(z.number()),
    adminHeadImgSizeLimit: z.nullish(z.number()),
    adminImageSizeLimit: z.nullish(z.number()),
    adminVideoSizeLimit: z.nullish(z.number()),
    adminAudioSizeLimit: z.nullish(z.number()),
    adminFileSizeLimit: z.nullish(z.number()),
    internalUserControl: z.nullish(z.union([z.number(), z.boolean()])),
    /** The extensions of the specification that the server has (docs/extensions.md). */
    Extensions: z.nullish(z.array(z.looseObject({ Name: z.string(), Version: z.number() }))),
  }),
})
