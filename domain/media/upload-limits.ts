import { isAdminType, isInternalUser } from '../authentication/accounts.ts'
import type { Outcome } from '../commands/command.ts'
import { done, errorName, rejectedBecause } from '../http/rejection.ts'
import type { AttachmentKind } from './attachment-kind.ts'

/** The largest file of each kind, MB. */
export type UploadLimits = Readonly<Record<AttachmentKind, number>>

/** The server's settings about sizes. A missing one counts as `defaultUploadLimit` [MEDIA-23]. */
export interface UploadLimitSettings {
  readonly user: Partial<UploadLimits>
  readonly admin: Partial<UploadLimits>
  /** Whether only admins are internal users. Otherwise everyone is [USER-02 USER-03]. */
  readonly isInternalControlled: boolean
}

/** The largest file of a message in MB if the server names no limit [MEDIA-25]. */
export const defaultUploadLimit = 10
/** 1 MB in bytes [MEDIA-24]. */
export const bytesPerMegabyte = 1_000_000
/** Picking and uploading tolerate this much above a limit (DEC-86) [MEDIA-26 MEDIA-36]. */
const tolerance = 1.05

/** Returns the maximum number of bytes for a limit in MB, including the tolerance. */
export const maxBytes = (limit: number): number => Math.round(limit * bytesPerMegabyte * tolerance)

/**
 * Returns the limits for this account type: internal users have the admins' limits, and so does everyone who sends to a
 * friend with an admin's account [MEDIA-29].
 */
export function uploadLimitsOf(
  settings: UploadLimitSettings,
  accountType: number,
  friendType?: number,
): UploadLimits {
  const usual = { ...usualLimits, ...settings.user }
  const isInternal = isInternalUser(settings.isInternalControlled, accountType)
  if (!isInternal && !isAdminType(friendType)) return usual
  const raised = (kind: AttachmentKind) => Math.max(usual[kind], settings.admin[kind] ?? 0)
  return { image: raised('image'), video: raised('video'), audio: raised('audio'), file: raised('file') }
}

const usualLimits: UploadLimits = {
  image: defaultUploadLimit,
  video: defaultUploadLimit,
  audio: defaultUploadLimit,
  file: defaultUploadLimit,
}

/** The limits before the server has sent its settings. */
export const settingsBeforeServer: UploadLimitSettings = { user: {}, admin: {}, isInternalControlled: true }

/**
 * Rejects a file that is empty [MEDIA-28] or larger than `limit` MB plus the tolerance [MEDIA-26 MEDIA-27 MEDIA-36].
 */
export function checkFileSize(size: number, limit: number = defaultUploadLimit): Outcome {
  if (size === 0) return rejectedBecause({ key: 'errors.invalid-file', name: errorName.invalidFile })
  if (size <= maxBytes(limit)) return done
  const words = { key: 'errors.file-size-limit', values: { limit: `${limit} MB` } }
  return rejectedBecause({ ...words, name: errorName.fileTooLarge })
}
