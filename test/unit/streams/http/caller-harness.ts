import { limitReports } from '#client/start-client.ts'
import { createCaller, type Renewal } from '#streams/http/caller.ts'
import { createEndpoints } from '#streams/http/endpoints.ts'
import type { Credentials } from '#streams/http/request.ts'
import type { HttpRequest, HttpResponse } from '#streams/ports.ts'
import { SimulatedClock } from '#test/unit/machines/simulated-clock.ts'

/** A response, a failure, silence until the request is aborted, or a response that begins and never ends. */
export type Reaction =
  | object
  | 'network'
  | 'silence'
  | 'endless'
  | { readonly text: string; readonly status: number }

interface HarnessOptions {
  readonly apiEndpoints?: readonly string[]
  readonly credentials?: Credentials | undefined
  readonly renewal?: Renewal
  /** Called while credentials are renewed. */
  readonly onRenewal?: () => void
}

const isRaw = (reaction: object): reaction is HttpResponse => 'text' in reaction && 'status' in reaction

/** A caller whose network reacts to each request with the next reaction, and to all further ones with the last. */
export function openCaller(reactions: readonly Reaction[], options: HarnessOptions = {}) {
  const clock = new SimulatedClock()
  const requests: HttpRequest[] = []
  const faults: { kind: string; detail: string }[] = []
  const endpoints = createEndpoints(
    { apiEndpoints: options.apiEndpoints ?? [], fileUploadEndpoints: [], websocketEndpoints: [] },
    'https://own.example',
  )
  const state: { credentials: Credentials | undefined; renewals: number } = {
    credentials: 'credentials' in options ? options.credentials : { userId: 7, token: 'token-1' },
    renewals: 0,
  }
  const caller = createCaller({
    clock,
    endpoints,
    report: limitReports({ fault: (fault) => void faults.push(fault) }, clock),
    identity: { deviceType: 'web', brand: 'acme', locale: () => 'zh-TW' },
    credentials: {
      current: () => state.credentials,
      of: (account) => (state.credentials?.userId === account ? state.credentials : undefined),
      async renew() {
        state.renewals += 1
        const renewal = options.renewal ?? 'renewed'
        if (renewal === 'renewed') state.credentials = { userId: 7, token: 'token-2' }
        if (renewal === 'rejected') state.credentials = undefined
        options.onRenewal?.()
        return renewal
      },
    },
    http: {
      request(request) {
        const reaction = reactions[Math.min(requests.length, reactions.length - 1)] ?? 'network'
        requests.push(request)
        if (reaction === 'network') return Promise.reject(new Error('no network'))
        if (reaction === 'endless') request.onResponding?.()
        if (reaction === 'silence' || reaction === 'endless') return silence(request)
        if (typeof reaction === 'object' && isRaw(reaction)) return Promise.resolve(reaction)
        return Promise.resolve({ status: 200, text: JSON.stringify(reaction) })
      },
    },
  })
  return { caller, clock, endpoints, faults, requests, state }
}

const silence = ({ signal }: HttpRequest) =>
  new Promise<HttpResponse>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** The JSON body of a request. */
export const bodyOf = (request: HttpRequest | undefined): unknown =>
  typeof request?.body === 'string' ? JSON.parse(request.body) : undefined
