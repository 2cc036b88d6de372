import { type FieldError, limitLength, requireLength } from './field-rule.ts'

/** The maximum length of a nickname [ME-10]. */
export const maxNicknameLength = 15

/** Rejects a nickname that is blank or too long; surrounding spaces do not count [ME-10]. */
export const checkNickname = (nickname: string): FieldError | undefined => {
  const trimmed = nickname.trim()
  return requireLength(trimmed, 1) ?? limitLength(trimmed, maxNicknameLength)
}

/** Whether saving `typed` over `current` would change anything [AUTH-14]. */
export const isNicknameChanged = (typed: string, current: string): boolean => typed.trim() !== current

/** The maximum length of a signature [ME-12]. */
export const maxSignatureLength = 50

/** Rejects a signature that is too long; surrounding spaces do not count [ME-12]. */
export const checkSignature = (signature: string): FieldError | undefined =>
  limitLength(signature.trim(), maxSignatureLength)

/** The limit of avatars in MB if the server names none. */
export const defaultAvatarLimit = 10
const bytesPerMegabyte = 1_000_000

interface ChosenFile {
  readonly type: string
  /** Bytes. */
  readonly size: number
}

/**
 * Rejects a picked picture that is empty, not an image by its declared type, or not below the limit [ME-14] (DEC-86).
 * `limit` is in MB of 1,000,000 bytes. The server checks the bytes themselves.
 */
export const checkAvatarFile = (file: ChosenFile, limit: number): FieldError | undefined => {
  if (file.size === 0 || !file.type.startsWith('image/')) return { key: 'errors.invalid-file' }
  if (file.size >= limit * bytesPerMegabyte)
    return { key: 'errors.file-size-limit', values: { limit: `${limit} MB` } }
  return undefined
}
