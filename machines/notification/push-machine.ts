import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { PushSetting } from '#schemas/env/environment.ts'
import { deviceTokenLimit, setDeviceToken } from '#streams/api/notifications.ts'
import type { Caller } from '#streams/http/caller.ts'
import type { PushPort, ReportPort } from '#streams/ports.ts'

export interface PushServices {
  readonly provider: PushPort | undefined
  readonly setting: PushSetting | undefined
  readonly caller: Pick<Caller, 'call'>
  readonly report: ReportPort
}
interface PushContext {
  /** The last token of the push provider. */
  readonly token: string | undefined
  /** The token that the server has. */
  readonly sent: string | undefined
}
type PushEvent = { readonly type: 'token.available' }

/** The pause before a failed step is repeated, ms. */
const retryDelay = 5 * 60_000

/** Never includes the token in an error, because errors are reported. */
async function request({ provider, setting }: PushServices): Promise<string | undefined> {
  if (!provider || !setting) return undefined
  const token = await provider.requestToken(setting)
  if (token !== undefined && token.length > deviceTokenLimit)
    throw new Error(`A device token of ${token.length} characters is too long`)
  return token
}

/**
 * Gets a device token from the push provider and sends it to the server; runs where a signed-in account leads, so that
 * it is sent once a device [NOTIF-14 NOTIF-16] (DEC-178).
 *
 *   deciding ── no provider or no config ──► off
 *      │
 *      ▼     a token                accepted
 *   asking ───────────► sending ───────────────► sent
 *    ▲ │ │                 │                      ▲
 *    │ │ └── the one that the server has ─────────┘
 *    │ ├── none yet ──► tokenless
 *    │ └── failed ──► failed ◄── rejected, unreachable
 *    │                   │
 *    └── after 5 min ────┘      token available: asking, from everywhere but off
 */
export const createPushMachine = (services: PushServices) =>
  setup({
    types: { context: {} as PushContext, events: {} as PushEvent },
    actors: {
      watch: fromCallback<PushEvent>(({ sendBack }) =>
        services.provider?.subscribe(() => sendBack({ type: 'token.available' })),
      ),
      request: fromPromise<string | undefined>(() => request(services)),
      send: fromPromise<boolean, PushContext>(async ({ input: { token }, signal }) => {
        const { isOk } = await setDeviceToken(services.caller, token ?? '', { signal })
        return isOk
      }),
    },
    actions: {
      take: assign((_, { output }: { output: string | undefined }) => ({ token: output })),
      recordSentToken: assign(({ context }) => ({ sent: context.token })),
      report: (_, { error }: { error: unknown }) =>
        services.report.fault({ kind: 'push', detail: 'no device token was had', cause: error }),
    },
    guards: {
      isOn: () => services.provider !== undefined && services.setting !== undefined,
      isNone: (_, { output }: { output: string | undefined }) => output === undefined,
      isKnown: ({ context }, { output }: { output: string | undefined }) => output === context.sent,
      isAccepted: (_, { output }: { output: boolean }) => output,
    },
    delays: { retryDelay },
  }).createMachine({
    id: 'push',
    context: { token: undefined, sent: undefined },
    initial: 'deciding',
    states: {
      deciding: { always: [{ guard: 'isOn', target: 'on' }, 'off'] },
      off: { type: 'final' },
      on: {
        invoke: {
          src: 'watch',
          onError: { target: 'off', actions: { type: 'report', params: ({ event }) => event } },
        },
        on: { 'token.available': '.asking' },
        initial: 'asking',
        states: {
          asking: {
            invoke: {
              src: 'request',
              onDone: [
                { guard: { type: 'isNone', params: ({ event }) => event }, target: 'tokenless' },
                { guard: { type: 'isKnown', params: ({ event }) => event }, target: 'sent' },
                { target: 'sending', actions: { type: 'take', params: ({ event }) => event } },
              ],
              onError: { target: 'failed', actions: { type: 'report', params: ({ event }) => event } },
            },
          },
          sending: {
            invoke: {
              src: 'send',
              input: ({ context }) => context,
              onDone: [
                {
                  guard: { type: 'isAccepted', params: ({ event }) => event },
                  target: 'sent',
                  actions: 'recordSentToken',
                },
                { target: 'failed' },
              ],
              onError: { target: 'failed', actions: { type: 'report', params: ({ event }) => event } },
            },
          },
          sent: {},
          tokenless: {},
          failed: { after: { retryDelay: 'asking' } },
        },
      },
    },
  })
