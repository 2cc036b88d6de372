import { maxBytes, type UploadLimitSettings, uploadLimitsOf } from '#domain/media/upload-limits.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Limits } from '../limits/limits.ts'

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

interface Quotas {
  readonly limits: Pick<Limits, 'waitFor'>
}

/**
 * Takes a file of so many bytes from what its sender may upload in a day.
 * @throws CallRefusal with the ms to wait when it is too much
 */
export async function takeUploadQuota(services: Quotas, accountId: number, bytes: number): Promise<void> {
  const wait = await services.limits.waitFor('filePerAccountAndDay', accountId)
  if (wait > 0) throw CallRefusal.overUploadQuota(wait)
  await takeUploadBytes(services, accountId, bytes)
}

/** The same of bytes alone, for a file that is larger than was announced. */
export async function takeUploadBytes({ limits }: Quotas, accountId: number, bytes: number): Promise<void> {
  const wait = await limits.waitFor('kilobytePerAccountAndDay', accountId, Math.ceil(bytes / 1_000))
  if (wait > 0) throw CallRefusal.overUploadQuota(wait)
}
