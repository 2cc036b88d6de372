import { isAdminType, isInternalUser } from '../authentication/accounts.ts'
import type { Outcome } from '../commands/command.ts'
import { done, errorName, refusedBecause } from '../http/refusal.ts'
import type { AttachmentKind } from './attachment-kind.ts'

/** Largest file of each kind, MB. */
export type UploadLimits = Readonly<Record<AttachmentKind, number>>

/** What the server's settings say of sizes; what they leave out counts as `defaultUploadLimit` [MEDIA-23]. */
export interface UploadLimitSettings {
  readonly user: Partial<UploadLimits>
  readonly admin: Partial<UploadLimits>
  /** Whether only admins are internal users; else everybody is [USER-02 USER-03]. */
  readonly isInternalControlled: boolean
}

/** Largest file of a message in MB when the server names no limit [MEDIA-25]. */
export const defaultUploadLimit = 10
/** 1 MB in bytes [MEDIA-24]. */
export const bytesPerMegabyte = 1_000_000
/** What picking and uploading let pass above a limit (DEC-86) [MEDIA-26 MEDIA-36]. */
const tolerance = 1.05

/** Most bytes a file may have for a limit in MB, the tolerance included. */
export const mostBytes = (limit: number): number => Math.round(limit * bytesPerMegabyte * tolerance)

/**
 * The limits of somebody of this account type: internal users have the admins', and so has everybody towards a friend whose
 * account is an admin's [MEDIA-29].
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

/** Before the server was heard. */
export const unknownLimits: UploadLimitSettings = { user: {}, admin: {}, isInternalControlled: true }

/** Refuses a file that is empty [MEDIA-28] or larger than `limit` MB and what is let pass above it [MEDIA-26 MEDIA-27 MEDIA-36]. */
export function checkFileSize(size: number, limit: number = defaultUploadLimit): Outcome {
  if (size === 0) return refusedBecause({ key: 'errors.invalid-file', name: errorName.invalidFile })
  if (size <= mostBytes(limit)) return done
  const words = { key: 'errors.file-size-limit', values: { limit: `${limit} MB` } }
  return refusedBecause({ ...words, name: errorName.fileTooLarge })
}
