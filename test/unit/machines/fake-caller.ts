import type { AnyCall, DataOf, RequestOf, WireDataOf } from '#schemas/wire/define-call.ts'
import { type CallResult, failureOf } from '#streams/http/call-result.ts'
import type { Caller, CallOptions } from '#streams/http/caller.ts'

export interface RecordedCall {
  readonly path: string
  readonly request: unknown
  readonly options: CallOptions
}

type Reply = CallResult<unknown> | ((request: unknown) => CallResult<unknown> | Promise<CallResult<unknown>>)

/** A caller that answers from a table; other calls fail as network errors. */
export interface FakeCaller extends Caller {
  readonly calls: RecordedCall[]
  /** Sets the response of a call from now on. */
  reply<Call extends AnyCall>(
    call: Call,
    reply:
      | CallResult<WireDataOf<Call>>
      | ((request: RequestOf<Call>) => CallResult<WireDataOf<Call>> | Promise<CallResult<WireDataOf<Call>>>),
  ): void
  callsOf(call: AnyCall): RecordedCall[]
}

export function createFakeCaller(): FakeCaller {
  const calls: RecordedCall[] = []
  const replies = new Map<string, Reply>()
  return {
    calls,
    // Tests use wire data; `reply` checks the types of each call.
    reply: (call, reply) => void replies.set(call.path, reply as Reply),
    callsOf: ({ path }) => calls.filter((made) => made.path === path),
    async call<Call extends AnyCall>(call: Call, request: RequestOf<Call>, options: CallOptions = {}) {
      calls.push({ path: call.path, request, options })
      const reply = replies.get(call.path) ?? failureOf('network')
      const result = typeof reply === 'function' ? await reply(request) : reply
      return result as CallResult<DataOf<Call>>
    },
  }
}

export const answers = <Data>(data: Data, message = ''): CallResult<Data> => ({
  isOk: true,
  code: 0,
  message,
  data,
})

/** A rejection by the server. */
export const rejects = (code: number, text = '', retryAfter?: number): CallResult<never> => ({
  isOk: false,
  failure: {
    kind: 'rejected',
    code,
    retryAfter,
    rejection: { key: 'errors.error', code, ...(text ? { text } : {}) },
  },
})
