import type { Outcome, Rejection } from '#domain/commands/command.ts'
import { errorName, failureKey, rejectionOf } from '#domain/http/rejection.ts'
import { readRejection } from '#schemas/translate/call-envelope.ts'
import type { AnyCall } from '#schemas/wire/define-call.ts'
import type { ParsedResponse } from '#schemas/wire/parse-response.ts'

/**
 * Why a call has no result. `rejected`: by the server. `not-authenticated`: no usable credentials. `network`,
 * `timed-out`: may be retried. `cancelled`: by the caller. `malformed`: the response fits no schema.
 */
export type FailureKind =
  | 'rejected'
  | 'not-authenticated'
  | 'network'
  | 'timed-out'
  | 'cancelled'
  | 'malformed'

export interface CallFailure {
  readonly kind: FailureKind
  readonly rejection: Rejection
  readonly code: number | undefined
  /** Present if the server limits the rate: how long to wait, ms. */
  readonly retryAfter: number | undefined
}
export type CallResult<Data> =
  | { readonly isOk: true; readonly code: number; readonly message: string; readonly data: Data }
  | { readonly isOk: false; readonly failure: CallFailure }

const keyOf: Readonly<Record<FailureKind, string>> = {
  rejected: failureKey.generic,
  'not-authenticated': failureKey.notAuthenticated,
  network: failureKey.network,
  'timed-out': failureKey.timedOut,
  cancelled: failureKey.generic,
  malformed: failureKey.generic,
}

const nameOf: Partial<Record<FailureKind, string>> = {
  'not-authenticated': errorName.notAuthenticated,
  'timed-out': errorName.timedOut,
}

/** Creates a failure without a server response. */
export function failureOf(kind: FailureKind): { readonly isOk: false; readonly failure: CallFailure } {
  const name = nameOf[kind]
  const rejection = { key: keyOf[kind], ...(name ? { name } : {}) }
  return { isOk: false, failure: { kind, rejection, code: undefined, retryAfter: undefined } }
}

/**
 * Returns the result of a call from its response [HTTP-05 HTTP-11 HTTP-12]. A rejected mutation has its own text
 * [ERR-01].
 */
export function resultOf<Data>(
  response: ParsedResponse<Data>,
  { kind }: Pick<AnyCall, 'kind'>,
): CallResult<Data> {
  const usual = kind === 'query' ? failureKey.generic : failureKey.submission
  if (response.kind === 'malformed') {
    const rejection =
      response.code === undefined
        ? { key: usual }
        : rejectionOf({ code: response.code, message: response.message }, usual)
    return {
      isOk: false,
      failure: { kind: 'malformed', rejection, code: response.code, retryAfter: undefined },
    }
  }
  const { code, message } = response
  // For an allowed code the data was parsed by the call's schema, which may allow undefined.
  if (response.isAllowed) return { isOk: true, code, message, data: response.data as Data }
  const { retryAfter, ...reason } = readRejection(response.rejection)
  const rejection = rejectionOf({ code, message, ...reason }, usual)
  return { isOk: false, failure: { kind: 'rejected', rejection, code, retryAfter } }
}

/** Returns the result with its data translated; a failure is returned as it is. */
export const mapResult = <From, To>(
  result: CallResult<From>,
  translate: (data: From, code: number) => To,
): CallResult<To> => (result.isOk ? { ...result, data: translate(result.data, result.code) } : result)

/** Returns the outcome of a user action without its data. */
export const outcomeOf = <Data>(result: CallResult<Data>): Outcome =>
  result.isOk ? { isOk: true, value: undefined } : { isOk: false, rejection: result.failure.rejection }

/** A failed call, as an error, for code that needs only its data. */
export class CallFailed extends Error {
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(failure.kind)
    this.name = 'CallFailed'
    this.failure = failure
  }
}

/** Returns the data of a result. @throws CallFailed if the call failed */
export function dataOrThrow<Data>(result: CallResult<Data>): Data {
  if (!result.isOk) throw new CallFailed(result.failure)
  return result.data
}
