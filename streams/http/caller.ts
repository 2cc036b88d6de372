import { callTimeLimit, retryDelay, retryLimit, uploadTimeLimit } from '#domain/http/retry.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { AnyCall, DataOf, RequestOf } from '#schemas/wire/define-call.ts'
import { parseAnswer } from '#schemas/wire/parse-answer.ts'
import { Cancelled, sleep, TimedOut, withDeadline } from '../clock/timing.ts'
import type { Clock, HttpPort, ReportPort } from '../ports.ts'
import type { UploadFile } from '../upload-file.ts'
import { type CallResult, type FailureKind, failedBy, resultOf } from './call-result.ts'
import type { Endpoints } from './endpoints.ts'
import { hedgeRequest } from './hedged-request.ts'
import { buildRequest, type CallerIdentity, type Credentials, endpointsOf } from './request.ts'

/** What became of credentials that the server did not accept. */
export type Renewal = 'renewed' | 'unreachable' | 'refused'

/** Who is signed in here, and how to get new credentials for them. */
export interface CredentialSource {
  current(): Credentials | undefined
  /** Code 2 came for `rejected`: gets new ones of the same account, once for any number of callers [AUTH-34]. */
  renew(rejected: Credentials): Promise<Renewal>
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Repetitions after a network failure; the call's kind decides when it is left out. */
  readonly retries?: number
  /** Another limit than the usual one of its kind, ms. */
  readonly timeLimit?: number
  readonly file?: UploadFile
  /** Told how much of an upload has left, 0 to 1. */
  readonly onProgress?: (fraction: number) => void
  /** Other credentials than those of the signed-in account; these are never renewed. */
  readonly credentials?: Credentials
  /** The user it belongs to; whoever is signed in at its beginning when left out. */
  readonly account?: number | undefined
}

/** The one way of making calls [HTTP-01]. */
export interface Caller {
  /**
   * Never rejects: every way to fail is a result. A call stays with its account: once another is signed in here it is sent no
   * more and ends as cancelled, and without any as not authenticated.
   */
  call<Call extends AnyCall>(
    call: Call,
    request: RequestOf<Call>,
    options?: CallOptions,
  ): Promise<CallResult<DataOf<Call>>>
}

export interface CallerParts {
  readonly http: HttpPort
  readonly clock: Clock
  readonly report: ReportPort
  readonly endpoints: Endpoints
  readonly identity: CallerIdentity
  readonly credentials: CredentialSource
}

/** Time-outs and cancellations are told apart by what was thrown; anything else is the network. */
function failureKindOf(error: unknown): FailureKind {
  if (error instanceof TimedOut) return 'timed-out'
  return error instanceof Cancelled ? 'cancelled' : 'network'
}

/** Only network failures and time-outs may be repeated [HTTP-17]. */
const isPassing = (result: CallResult<unknown>): boolean =>
  !result.isOk && (result.failure.kind === 'network' || result.failure.kind === 'timed-out')

/** What one attempt goes out with. */
interface Proof {
  readonly credentials: Credentials | undefined
  /** Why it may not be sent once more; undefined while it may. */
  obstacle(): FailureKind | undefined
}

const noProof: Proof = { credentials: undefined, obstacle: () => undefined }

export function createCaller(parts: CallerParts): Caller {
  const { clock, endpoints, report } = parts

  /** One request and its answer; a failing endpoint is dropped, a cancelled one is not [HTTP-13 HTTP-14]. */
  async function attempt<Call extends AnyCall>(
    call: Call,
    request: RequestOf<Call>,
    options: CallOptions,
    { credentials, obstacle }: Proof,
  ): Promise<CallResult<DataOf<Call>>> {
    const list = endpointsOf(endpoints, call.target)
    const endpoint = list.current()
    // No dynamic source has told one yet: that is as good as no network.
    if (endpoint === undefined) return failedBy('network')
    const built = buildRequest({
      call,
      request,
      file: options.file,
      credentials,
      endpoint,
      identity: parts.identity,
    })
    const limit = options.timeLimit ?? (call.isUpload ? uploadTimeLimit : callTimeLimit)
    try {
      const telling = options.onProgress ? { onProgress: options.onProgress } : {}
      const send = (signal: AbortSignal, onAnswering = () => {}) =>
        parts.http.request({ ...built, ...telling, signal, onAnswering })
      const sendQuery = (signal: AbortSignal) =>
        hedgeRequest({ clock, send, signal, mayRepeat: () => obstacle() === undefined })
      const isHedged = call.kind === 'query' && !call.isUpload
      const answer = await withDeadline(clock, limit, isHedged ? sendQuery : send, options.signal)
      const parsed = parseAnswer(call, answer.text)
      const isGatewayFault = parsed.kind === 'malformed' && parsed.code === undefined && answer.status >= 500
      if (isGatewayFault) throw new Error(`HTTP ${answer.status}`)
      const misfit = parsed.kind === 'malformed' ? parsed.detail : parsed.dropped
      if (misfit) report.fault({ kind: `answer ${call.path}`, detail: misfit })
      return resultOf(parsed, call)
    } catch (error) {
      const kind = failureKindOf(error)
      if (kind !== 'cancelled') list.drop(endpoint)
      return failedBy(kind === 'cancelled' ? (obstacle() ?? kind) : kind)
    }
  }

  /** Repeats what failed on the way, after the waits of the table [HTTP-15 HTTP-16]. */
  async function persist<Data>(
    limit: number,
    signal: AbortSignal | undefined,
    once: () => Promise<CallResult<Data>>,
  ): Promise<CallResult<Data>> {
    let result = await once()
    for (let repetition = 1; repetition <= limit && isPassing(result); repetition++) {
      await sleep(clock, retryDelay(repetition), signal)
      if (signal?.aborted) return failedBy('cancelled')
      result = await once()
    }
    return result
  }

  /** Credentials of `account` as they are now, or why there are none. */
  function proofOf(account: number | undefined): Proof | FailureKind {
    const credentials = parts.credentials.current()
    if (!credentials) return 'not-authenticated'
    if (credentials.userId !== account) return 'cancelled'
    const obstacle = () => {
      const proof = proofOf(account)
      return typeof proof === 'string' ? proof : undefined
    }
    return { credentials, obstacle }
  }

  /** One try with the credentials of now; code 2 renews them and repeats the call once [HTTP-09]. */
  async function authenticated<Call extends AnyCall>(
    call: Call,
    request: RequestOf<Call>,
    options: CallOptions,
    account: number | undefined,
  ): Promise<CallResult<DataOf<Call>>> {
    const { credentials } = options
    if (credentials) return attempt(call, request, options, { ...noProof, credentials })
    const used = proofOf(account)
    if (typeof used === 'string') return failedBy(used)
    const first = await attempt(call, request, options, used)
    const isRejected = !first.isOk && first.failure.code === resultCode.notAuthenticated
    if (!isRejected || !used.credentials) return first
    const renewal = await parts.credentials.renew(used.credentials)
    if (renewal === 'unreachable') return failedBy('network')
    const renewed = proofOf(account)
    if (typeof renewed === 'string') return failedBy(renewed)
    if (renewal === 'refused') return failedBy('not-authenticated')
    const second = await attempt(call, request, options, renewed)
    const isStillRejected = !second.isOk && second.failure.code === resultCode.notAuthenticated
    return isStillRejected ? failedBy('not-authenticated') : second
  }

  return {
    call(call, request, options = {}) {
      const account = options.account ?? parts.credentials.current()?.userId
      const once = () =>
        call.isAuthenticated
          ? authenticated(call, request, options, account)
          : attempt(call, request, options, noProof)
      return persist(options.retries ?? retryLimit[call.kind], options.signal, once)
    },
  }
}

/** Returns a caller that makes calls for one account only: they fail once another account is signed in. */
export const callerOf = (caller: Caller, account: number): Caller => ({
  call: (call, request, options) => caller.call(call, request, { ...options, account }),
})
