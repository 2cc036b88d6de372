import { type FieldError, requireLength } from './field-rule.ts'
import type { PhonePurpose } from './phone.ts'

/** Fewest characters of a new password [AUTH-28]. */
export const minNewPasswordLength = 6
/** Most characters of a password, as the wire takes it. */
export const maxPasswordLength = 128

const minCodeLength = { 'sign-in': 1, 'sign-up': 6, reset: 6 } as const

/** Refuses a one-time code that is too short [AUTH-25]. */
export const checkCode = (code: string, purpose: PhonePurpose): FieldError | undefined =>
  requireLength(code, minCodeLength[purpose])

/** Refuses an empty password at sign-in [AUTH-27]. */
export const checkPassword = (password: string): FieldError | undefined => requireLength(password, 1)

/** Refuses a new password that is too short [AUTH-28]. */
export const checkNewPassword = (password: string): FieldError | undefined =>
  requireLength(password, minNewPasswordLength)

/** Refuses a confirmation that is too short or differs from the new password [AUTH-28 AUTH-29]. */
export const checkConfirmation = (password: string, confirmation: string): FieldError | undefined =>
  requireLength(confirmation, minNewPasswordLength) ??
  (confirmation === password ? undefined : { key: 'errors.password-not-matched' })

/** The send-code button's countdown [AUTH-30], and the least time between two requests [AUTH-31] (DEC-70), ms. */
export const codeCountdown = 60_000
export const codeThrottle = 30_000

/** When a code may be asked for again, given how the last request went; times are monotonic ms. */
export function nextCodeAt(request: {
  readonly requestedAt: number
  readonly isSent: boolean
  /** How long the server said to wait, ms. */
  readonly retryAfter: number | undefined
}): number {
  const wait = request.isSent ? codeCountdown : codeThrottle
  return request.requestedAt + Math.max(wait, request.retryAfter ?? 0)
}

/** Whole seconds until `at`, 0 when it has come. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))
