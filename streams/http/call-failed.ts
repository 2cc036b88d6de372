import type { CallFailure, CallResult } from './call-result.ts'

/** A call without a result, where only a result is of use. */
export class CallFailed extends Error {
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(failure.kind)
    this.name = 'CallFailed'
    this.failure = failure
  }
}

/** The data of a result; throws CallFailed when there is none. */
export function dataOf<Data>(result: CallResult<Data>): Data {
  if (!result.isOk) throw new CallFailed(result.failure)
  return result.data
}
