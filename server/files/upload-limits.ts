import { maxBytes, type UploadLimitSettings, uploadLimitsOf } from '#domain/media/upload-limits.ts'

/** The sizes that the settings call reports, MB; every account is an internal user here. */
export const uploadLimitSettings: UploadLimitSettings = {
  user: { image: 10, video: 10, audio: 10, file: 10 },
  admin: { image: 10, video: 50, audio: 20, file: 50 },
  isInternalControlled: false,
}

/** The limits of every account, as all are internal users [MEDIA-29]. */
export const uploadLimits = uploadLimitsOf(uploadLimitSettings, 1)

/** The maximum size of any file, bytes. */
export const largestFile = maxBytes(Math.max(...Object.values(uploadLimits)))
