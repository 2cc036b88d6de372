import { callTimeLimit, hedging, retryDelays, retryLimit, uploadTimeLimit } from '#domain/http/call-limits.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { AnyCall, DataOf, RequestOf } from '#schemas/wire/define-call.ts'
import { parseResponse } from '#schemas/wire/parse-response.ts'
import { repeatWhile } from '../clock/retry.ts'
import { Cancelled, TimedOut, withDeadline } from '../clock/timing.ts'
import type { Clock, HttpPort, ReportPort, TimerHandle } from '../ports.ts'
import type { UploadFile } from '../upload-file.ts'
import { type CallResult, type FailureKind, failureOf, resultOf } from './call-result.ts'
import type { Endpoints } from './endpoints.ts'
import { buildRequest, type CallerIdentity, type Credentials, endpointsOf } from './request.ts'

/** The result of renewing credentials that the server rejected. */
export type Renewal = 'renewed' | 'unreachable' | 'rejected'

/** The credentials of one account. */
export interface CredentialSource {
  current(): Credentials | undefined
  /** Renews credentials that the server answered with Code 2. Concurrent callers share one renewal [AUTH-34]. */
  renew(rejected: Credentials): Promise<Renewal>
}

/** The credentials of all accounts of this device; `current` are those of the tab's account. */
export interface DeviceCredentials extends CredentialSource {
  /** Undefined unless the account is signed in on this device. */
  of(account: number): Credentials | undefined
}

/** The credentials of one account, whether or not it is the tab's. */
export const credentialsOf = (device: DeviceCredentials, account: number): CredentialSource => ({
  current: () => device.of(account),
  renew: device.renew,
})

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Retries after a network failure or a time-out. Default: `retryLimit` of the call's kind. */
  readonly retries?: number
  /** Time limit of one request, ms. Default: `callTimeLimit` or `uploadTimeLimit`. */
  readonly timeLimit?: number
  readonly file?: UploadFile
  /** Gets the sent fraction of an upload, 0 to 1. */
  readonly onProgress?: (fraction: number) => void
  /** Used in place of the signed-in account's credentials, and never renewed. */
  readonly credentials?: Credentials
  /** The account that makes the call. Default: the tab's account when the call starts. */
  readonly account?: number | undefined
}

/** Makes HTTP calls. Nothing else in the client does [HTTP-01]. */
export interface Caller {
  /**
   * Never rejects: every failure is a result. A call belongs to one account, also after the tab has switched to another:
   * once its account is signed out, it ends as `cancelled` if the tab has another one, else as `not-authenticated`.
   */
  call<Call extends AnyCall>(
    call: Call,
    request: RequestOf<Call>,
    options?: CallOptions,
  ): Promise<CallResult<DataOf<Call>>>
}

export interface CallerServices {
  readonly http: HttpPort
  readonly clock: Clock
  readonly report: ReportPort
  readonly endpoints: Endpoints
  readonly identity: CallerIdentity
  readonly credentials: DeviceCredentials
}

function failureKindOf(error: unknown): FailureKind {
  if (error instanceof TimedOut) return 'timed-out'
  return error instanceof Cancelled ? 'cancelled' : 'network'
}

/** Only network failures and time-outs are retried [HTTP-17]. */
const isTransient = (result: CallResult<unknown>): boolean =>
  !result.isOk && (result.failure.kind === 'network' || result.failure.kind === 'timed-out')

/** The credentials of one request. */
interface Authorization {
  readonly credentials: Credentials | undefined
  /** Why the request may not be sent again: its account is no longer signed in. Undefined while it may. */
  invalidReason(): FailureKind | undefined
}

const anonymous: Authorization = { credentials: undefined, invalidReason: () => undefined }

export function createCaller(services: CallerServices): Caller {
  const { clock, endpoints, report } = services

  /** Sends one request. Drops the endpoint if it fails, but not if the request is cancelled [HTTP-13 HTTP-14]. */
  async function attempt<Call extends AnyCall>(
    call: Call,
    request: RequestOf<Call>,
    options: CallOptions,
    { credentials, invalidReason }: Authorization,
  ): Promise<CallResult<DataOf<Call>>> {
    const list = endpointsOf(endpoints, call.target)
    const endpoint = list.current()
    // No endpoint source has answered yet.
    if (endpoint === undefined) return failureOf('network')
    const built = buildRequest({
      call,
      request,
      file: options.file,
      credentials,
      endpoint,
      identity: services.identity,
    })
    const limit = options.timeLimit ?? (call.isUpload ? uploadTimeLimit : callTimeLimit)
    try {
      const progress = options.onProgress ? { onProgress: options.onProgress } : {}
      const send = (signal: AbortSignal, onResponding = () => {}) =>
        services.http.request({ ...built, ...progress, signal, onResponding })
      const sendQuery = (signal: AbortSignal) =>
        hedgeRequest({ clock, send, signal, mayRepeat: () => invalidReason() === undefined })
      const isHedged = call.kind === 'query' && !call.isUpload
      const response = await withDeadline(clock, limit, isHedged ? sendQuery : send, options.signal)
      const parsed = parseResponse(call, response.text)
      const isGatewayFault =
        parsed.kind === 'malformed' && parsed.code === undefined && response.status >= 500
      if (isGatewayFault) throw new Error(`HTTP ${response.status}`)
      const schemaFault = parsed.kind === 'malformed' ? parsed.detail : parsed.dropped
      if (schemaFault) report.fault({ kind: `response ${call.path}`, detail: schemaFault })
      return resultOf(parsed, call)
    } catch (error) {
      const kind = failureKindOf(error)
      if (kind !== 'cancelled') list.drop(endpoint)
      return failureOf(kind === 'cancelled' ? (invalidReason() ?? kind) : kind)
    }
  }

  /** Returns the current credentials of `account`, or the reason why there are none. */
  function authorizationOf(account: number | undefined): Authorization | FailureKind {
    const credentials = account === undefined ? undefined : services.credentials.of(account)
    if (!credentials) return services.credentials.current() ? 'cancelled' : 'not-authenticated'
    const invalidReason = () => {
      const authorization = authorizationOf(account)
      return typeof authorization === 'string' ? authorization : undefined
    }
    return { credentials, invalidReason }
  }

  /** Sends one request with the current credentials. Code 2 renews them and repeats the request once [HTTP-09]. */
  async function attemptAuthenticated<Call extends AnyCall>(
    call: Call,
    request: RequestOf<Call>,
    options: CallOptions,
    account: number | undefined,
  ): Promise<CallResult<DataOf<Call>>> {
    const { credentials } = options
    if (credentials) return attempt(call, request, options, { ...anonymous, credentials })
    const used = authorizationOf(account)
    if (typeof used === 'string') return failureOf(used)
    const first = await attempt(call, request, options, used)
    const isRejected = !first.isOk && first.failure.code === resultCode.notAuthenticated
    if (!isRejected || !used.credentials) return first
    const renewal = await services.credentials.renew(used.credentials)
    if (renewal === 'unreachable') return failureOf('network')
    const renewed = authorizationOf(account)
    if (typeof renewed === 'string') return failureOf(renewed)
    if (renewal === 'rejected') return failureOf('not-authenticated')
    const second = await attempt(call, request, options, renewed)
    const isStillRejected = !second.isOk && second.failure.code === resultCode.notAuthenticated
    return isStillRejected ? failureOf('not-authenticated') : second
  }

  return {
    async call(call, request, options = {}) {
      const account = options.account ?? services.credentials.current()?.userId
      const { signal, retries = retryLimit[call.kind] } = options
      const once = () =>
        call.isAuthenticated
          ? attemptAuthenticated(call, request, options, account)
          : attempt(call, request, options, anonymous)
      // The waits between retries [HTTP-15 HTTP-16].
      const result = await repeatWhile(once, {
        clock,
        delays: retryDelays,
        signal,
        shouldRepeat: (last, tries) => tries <= retries && isTransient(last),
      })
      return signal?.aborted && isTransient(result) ? failureOf('cancelled') : result
    },
  }
}

/** Returns a caller that makes calls for one account only: they fail once it is signed out. */
export const callerOf = (caller: Caller, account: number): Caller => ({
  call: (call, request, options) => caller.call(call, request, { ...options, account }),
})

/** Sends a request; calls `onResponding` as soon as a response begins to arrive. */
type Send<Response> = (signal: AbortSignal, onResponding: () => void) => Promise<Response>

interface HedgedRequest<Response> {
  readonly clock: Clock
  readonly send: Send<Response>
  readonly signal: AbortSignal
  /** Called before each further request; false cancels all requests. */
  mayRepeat(): boolean
}

/**
 * Sends an idempotent request, and sends it again in parallel if no response begins within 4 s, up to three in total.
 * A connection that died unnoticed never responds, and the next request uses another one. Resolves with the first
 * response and cancels the others. Rejects as the last request if all fail (DEC-172), and with Cancelled if
 * `mayRepeat` forbids a repetition.
 */
function hedgeRequest<Response>({
  clock,
  send,
  signal,
  mayRepeat,
}: HedgedRequest<Response>): Promise<Response> {
  const all = new AbortController()
  let timer: TimerHandle | undefined
  const stopRepeating = () => {
    if (timer) clock.clearTimeout(timer)
  }
  const cancel = () => all.abort(signal.reason)
  signal.addEventListener('abort', cancel, { once: true })

  return new Promise<Response>((resolve, reject) => {
    let sentCount = 0
    let runningCount = 0
    const sendOne = () => {
      sentCount += 1
      runningCount += 1
      if (sentCount < hedging.mostRequests) timer = clock.setTimeout(repeat, hedging.delay)
      send(all.signal, stopRepeating).then(resolve, (cause: unknown) => {
        runningCount -= 1
        if (runningCount === 0) reject(cause)
      })
    }
    const repeat = () => (mayRepeat() ? sendOne() : reject(new Cancelled()))
    sendOne()
  }).finally(() => {
    stopRepeating()
    signal.removeEventListener('abort', cancel)
    all.abort()
  })
}
