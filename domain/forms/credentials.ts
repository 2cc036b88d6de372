import { type FieldError, requireLength } from './field-rule.ts'
import type { PhonePurpose } from './phone.ts'

/** The minimum length of a new password [AUTH-28]. */
export const minNewPasswordLength = 6

const minCodeLength = { 'sign-in': 1, 'sign-up': 6, reset: 6 } as const

/** Rejects a one-time code that is too short [AUTH-25]. */
export const checkCode = (code: string, purpose: PhonePurpose): FieldError | undefined =>
  requireLength(code, minCodeLength[purpose])

/** Rejects an empty password at sign-in [AUTH-27]. */
export const checkPassword = (password: string): FieldError | undefined => requireLength(password, 1)

/** Rejects a new password that is too short [AUTH-28]. */
export const checkNewPassword = (password: string): FieldError | undefined =>
  requireLength(password, minNewPasswordLength)

/** Rejects a confirmation that is too short or differs from the new password [AUTH-28 AUTH-29]. */
export const checkConfirmation = (password: string, confirmation: string): FieldError | undefined =>
  requireLength(confirmation, minNewPasswordLength) ??
  (confirmation === password ? undefined : { key: 'errors.password-not-matched' })

/**
 * The countdown of the send-code button [AUTH-30], and the minimum time between two requests [AUTH-31] (DEC-70), ms.
 */
export const codeCountdown = 60_000
export const codeThrottle = 30_000

/** Returns when a code may be requested again after the last request; monotonic ms. */
export function nextCodeAt(request: {
  readonly requestedAt: number
  readonly isSent: boolean
  /** The server's retry delay, ms. */
  readonly retryAfter: number | undefined
}): number {
  const wait = request.isSent ? codeCountdown : codeThrottle
  return request.requestedAt + Math.max(wait, request.retryAfter ?? 0)
}

/** Returns whole seconds until `at`, 0 afterwards. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))
