import type { Outcome, Rejection } from '../commands/command.ts'

/** Keys of errors on the client side of the wire. The catalogs hold a text for each. */
export const failureKey = {
  generic: 'errors.error',
  /** A change was rejected without a reason. */
  submission: 'common.submit-failed',
  network: 'errors.network',
  timedOut: 'errors.timed-out',
  notAuthenticated: 'errors.not-authenticated',
} as const

/** The spec's names of failures, for callers and diagnostics; the last ones are for developers only [ERR-06 ERR-07]. */
export const errorName = {
  fileTooLarge: 'FILE_TOO_LARGE',
  audioLoad: 'AUDIO_LOAD_ERROR',
  videoLoad: 'VIDEO_LOAD_ERROR',
  imageLoad: 'IMAGE_LOAD_ERROR',
  badMediaUrl: 'BAD_MEDIA_URL',
  badSessionId: 'BAD_SESSION_ID',
  timedOut: 'PROMISE_TIMED_OUT',
  notAuthenticated: 'NOT_AUTHENTICATED',
  accountNotLoaded: 'ACCOUNT_NOT_LOADED',
  cannotRefreshToken: 'CANNOT_REFRESH_TOKEN',
  invalidUserId: 'INVALID_USER_ID',
  badConnectHello: 'BAD_CONNECT_HELLO',
  badForwardRequest: 'BAD_FORWARD_REQUEST',
  invalidFile: 'INVALID_FILE',
  badDownloadUrl: 'BAD_DOWNLOAD_URL',
  unknownDownloadUrl: 'UNKNOWN_DOWNLOAD_URL',
  invalidCaptureTarget: 'INVALID_CAPTURE_TARGET',
  failedToCaptureImage: 'FAILED_TO_CAPTURE_IMAGE',
} as const

interface ServerRejection {
  readonly code: number
  readonly message: string
  readonly key?: string | undefined
  readonly field?: string | undefined
  readonly count?: number | undefined
}

/**
 * Returns the rejection in a server response: its key or else `usual`, its field and number, and its text if there is
 * one.
 */
export const rejectionOf = (response: ServerRejection, usual: string): Rejection => ({
  key: response.key ?? usual,
  code: response.code,
  ...(response.message ? { text: response.message } : {}),
  ...(response.field ? { field: response.field } : {}),
  ...(response.count === undefined ? {} : { values: { count: response.count } }),
})

export const done: Outcome = { isOk: true, value: undefined }
export const succeeded = <Value>(value: Value): Outcome<Value> => ({ isOk: true, value })
export const rejectedBecause = (
  rejection: Rejection,
): { readonly isOk: false; readonly rejection: Rejection } => ({
  isOk: false,
  rejection,
})
