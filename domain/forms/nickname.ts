import { type FieldError, limitLength, requireLength } from './field-error.ts'

/** Most characters of a nickname [ME-10]. */
export const maxNicknameLength = 15

/** Refuses a nickname that is blank or too long, spaces around it not counted [ME-10]. */
export const checkNickname = (nickname: string): FieldError | undefined => {
  const trimmed = nickname.trim()
  return requireLength(trimmed, 1) ?? limitLength(trimmed, maxNicknameLength)
}

/** Whether saving `typed` over `current` would change anything [AUTH-14]. */
export const isNicknameChanged = (typed: string, current: string): boolean => typed.trim() !== current
