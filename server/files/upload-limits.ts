import { maxBytes, type UploadLimitSettings, uploadLimitsOf } from '#domain/media/upload-limits.ts'

/** What the settings say of sizes, MB; here everybody is an internal user. */
export const uploadLimitSettings: UploadLimitSettings = {
  user: { image: 10, video: 10, audio: 10, file: 10 },
  admin: { image: 10, video: 50, audio: 20, file: 50 },
  isInternalControlled: false,
}

/** What counts for everybody, as everybody is internal [MEDIA-29]. */
export const uploadLimits = uploadLimitsOf(uploadLimitSettings, 1)

/** Most bytes of any file at all. */
export const largestFile = maxBytes(Math.max(...Object.values(uploadLimits)))
