import { type ResultCode, resultCode } from '#schemas/result-codes.ts'
import type { RejectionData } from '#schemas/wire/envelope.ts'
import type { RequestProblem } from '#schemas/wire/read-request.ts'
import type { TextKey } from '../texts/text-keys.ts'

/** The wait of clients while the store of files is away, ms. */
export const filesRetryAfter = 15_000

interface RefusalOptions {
  readonly values?: Readonly<Record<string, string | number>>
  readonly data?: RejectionData
}

/** A result code other than success. It is thrown, so that it also rolls back the current transaction. */
export class CallRefusal extends Error {
  readonly code: ResultCode
  readonly textKey: TextKey
  readonly values: Readonly<Record<string, string | number>>
  readonly data: RejectionData | undefined

  constructor(code: ResultCode, textKey: TextKey, options: RefusalOptions = {}) {
    super(`${code} ${textKey}`)
    this.code = code
    this.textKey = textKey
    this.values = options.values ?? {}
    this.data = options.data
  }

  /** A field has an invalid value; the client shows `errors.value-not-valid` next to it. */
  static wrongValue(field: string, textKey: TextKey): CallRefusal {
    return new CallRefusal(resultCode.invalid, textKey, {
      data: { Key: 'errors.value-not-valid', Field: field },
    })
  }

  /** A rate limit; `wait` is in ms. */
  static limited(wait: number): CallRefusal {
    return new CallRefusal(resultCode.limited, 'limited', {
      values: { seconds: Math.ceil(wait / 1_000) },
      data: { RetryAfter: wait },
    })
  }

  /** The account has uploaded as much as a day allows; `wait` is in ms. */
  static overUploadQuota(wait: number): CallRefusal {
    const count = Math.ceil(wait / 60_000)
    return new CallRefusal(resultCode.limited, 'upload-quota', {
      values: { count },
      data: { Key: 'upload.failed', Count: count, RetryAfter: wait },
    })
  }

  /** Files cannot be stored or read now. Clients wait and repeat the call, as after a rate limit. */
  static filesUnavailable(): CallRefusal {
    return new CallRefusal(resultCode.limited, 'files-unavailable', {
      values: { seconds: filesRetryAfter / 1_000 },
      data: { RetryAfter: filesRetryAfter },
    })
  }

  static notAuthenticated(): CallRefusal {
    return new CallRefusal(resultCode.notAuthenticated, 'not-authenticated')
  }
}

const refusals = {
  short: { textKey: 'invalid-short', key: 'errors.string.length' },
  long: { textKey: 'invalid-long', key: 'errors.string.max-length' },
  other: { textKey: 'invalid', key: 'errors.value-not-valid' },
} as const

/** A refusal with the spec's key, its field and the limit that was exceeded. */
export function refuseInvalid({ field, kind, count }: RequestProblem): CallRefusal {
  const { textKey, key } = refusals[kind]
  return new CallRefusal(resultCode.invalid, textKey, {
    values: { count },
    data: {
      Key: key,
      ...(field !== undefined && { Field: field }),
      ...(kind !== 'other' && { Count: count }),
    },
  })
}
