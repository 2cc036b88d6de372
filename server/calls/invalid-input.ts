import { resultCode } from '#schemas/result-codes.ts'
import type { RequestProblem } from '#schemas/wire/read-request.ts'
import { CallRefusal } from './refusal.ts'

const refusals = {
  short: { textKey: 'invalid-short', key: 'errors.string.length' },
  long: { textKey: 'invalid-long', key: 'errors.string.max-length' },
  other: { textKey: 'invalid', key: 'errors.value-not-valid' },
} as const

/** A refusal with the spec's key, the field it belongs beside and the figure that was missed. */
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
