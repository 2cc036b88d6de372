import { assign, emit, fromCallback, fromPromise, setup } from 'xstate'
import type { ReportPort } from '#streams/ports.ts'

export interface UpdateServices {
  readonly workers: UpdateWorkers
  /** The version key that this page runs. */
  readonly runningKey: string
  /** Fetches the newest version [BOOT-26]; undefined if the file is invalid. Rejects without a network. */
  readonly fetchVersion: () => Promise<NewVersion | undefined>
  /** Calls the listener once nothing runs in this page that a reload would destroy. Returns a function that stops it. */
  readonly whenFree: (listener: () => void) => () => void
  /** Stores what is not stored yet, and reloads the page. */
  readonly reload: () => void
  readonly report: ReportPort
}

export interface NewVersion {
  readonly version: string
  readonly key: string
}

/** The service worker of this page. */
export interface UpdateWorkers {
  /** Registers the service worker [SW-01]; `none` if the browser has none. */
  register(): Promise<'none' | 'current' | 'waiting'>
  /**
   * Calls the listener when another worker controls the page or is installed and waits. Returns a function that stops it.
   */
  watch(listener: () => void): () => void
  /** Checks the server for another worker. Resolves with whether one waits. */
  look(): Promise<boolean>
  /** Makes the waiting worker active. Resolves once it is. Rejects if it does not change its state for 30 s [SW-06]. */
  activate(): Promise<void>
}

interface UpdateContext {
  /** The version that was offered last. It is offered once. */
  readonly offered: NewVersion | undefined
}
type UpdateEvent =
  | { readonly type: 'worker.changed' }
  | { readonly type: 'update.confirmed' }
  | { readonly type: 'update.postponed' }
  | { readonly type: 'page.free' }

/** The pause between two looks for a waiting worker [SW-08], ms. */
export const lookInterval = 30 * 60_000
/** The pause between the confirmation and the reload [SW-10], ms. */
export const reloadDelay = 5_000

/**
 * Updates one tab. Every tab of a device has its own, so that none is reloaded unless it is confirmed there (DEC-91).
 *
 *   registering ── none, failed ──► off
 *      │ current   │ waiting
 *      ▼           ▼          no other version, offered before, no network
 *    current ◄──────────────── checking ── another version ──► offered
 *     │ ▲ └── worker changed ────► ▲                            │   │
 *     │ │                          │       current ◄─ postponed ┘   │ confirmed
 *     │ └ none ─┐                  │                                ▼
 *     └ 30 min ► looking ─ waits ──┘    reloading: waiting ── 5 s ──► activating ── active, failed ──► held
 *                                                                                reloaded ◄── page free ──────┘
 */
export const createUpdateMachine = ({ workers, runningKey, fetchVersion, ...services }: UpdateServices) =>
  setup({
    types: {
      context: {} as UpdateContext,
      events: {} as UpdateEvent,
      emitted: {} as { type: 'update-available'; version: NewVersion },
    },
    actors: {
      register: fromPromise(() => workers.register()),
      watch: fromCallback<UpdateEvent>(({ sendBack }) =>
        workers.watch(() => sendBack({ type: 'worker.changed' })),
      ),
      look: fromPromise(() => workers.look()),
      fetchVersion: fromPromise(() => fetchVersion()),
      activate: fromPromise(() => workers.activate()),
      waitUntilFree: fromCallback<UpdateEvent>(({ sendBack }) =>
        services.whenFree(() => sendBack({ type: 'page.free' })),
      ),
    },
    actions: {
      store: assign((_, { output }: { output: NewVersion | undefined }) => ({ offered: output })),
      announce: emit(({ context }) => ({
        type: 'update-available' as const,
        // Announced after it was stored.
        version: context.offered ?? { version: '', key: '' },
      })),
      reload: () => services.reload(),
      report: (_, { error }: { error: unknown }) =>
        services.report.fault({ kind: 'update', detail: 'the service worker did not answer', cause: error }),
    },
    guards: {
      isNone: (_, { output }: { output: string }) => output === 'none',
      isWaiting: (_, { output }: { output: boolean | string }) => output === true || output === 'waiting',
      isNew: ({ context }, { output }: { output: NewVersion | undefined }) =>
        output !== undefined && output.key !== runningKey && output.key !== context.offered?.key,
    },
    delays: { lookInterval, reloadDelay },
  }).createMachine({
    id: 'update',
    context: { offered: undefined },
    initial: 'registering',
    states: {
      registering: {
        invoke: {
          src: 'register',
          onDone: [
            { guard: { type: 'isNone', params: ({ event }) => event }, target: 'off' },
            { guard: { type: 'isWaiting', params: ({ event }) => event }, target: 'on.checking' },
            { target: 'on' },
          ],
          onError: { target: 'off', actions: { type: 'report', params: ({ event }) => event } },
        },
      },
      off: { type: 'final' },
      on: {
        invoke: {
          src: 'watch',
          onError: { target: 'off', actions: { type: 'report', params: ({ event }) => event } },
        },
        initial: 'current',
        states: {
          current: {
            after: { lookInterval: 'looking' },
            on: { 'worker.changed': 'checking' },
          },
          looking: {
            invoke: {
              src: 'look',
              onDone: [
                { guard: { type: 'isWaiting', params: ({ event }) => event }, target: 'checking' },
                { target: 'current' },
              ],
              // Without a network the next look is as good.
              onError: 'current',
            },
            on: { 'worker.changed': 'checking' },
          },
          checking: {
            invoke: {
              src: 'fetchVersion',
              onDone: [
                {
                  guard: { type: 'isNew', params: ({ event }) => event },
                  target: 'offered',
                  actions: [{ type: 'store', params: ({ event }) => event }, 'announce'],
                },
                { target: 'current' },
              ],
              onError: 'current',
            },
            on: { 'worker.changed': { target: 'checking', reenter: true } },
          },
          offered: {
            on: { 'update.confirmed': 'reloading', 'update.postponed': 'current' },
          },
          reloading: {
            initial: 'waiting',
            states: {
              waiting: {
                // The second try meets a failure again, or activates the worker that has replaced this one.
                invoke: { src: 'activate', onError: {} },
                after: { reloadDelay: 'activating' },
              },
              // Before the worker is active, the reload would show the old version again. Chromium may take 30 s for it.
              activating: {
                invoke: {
                  src: 'activate',
                  onDone: 'held',
                  onError: { target: 'held', actions: { type: 'report', params: ({ event }) => event } },
                },
              },
              held: {
                invoke: {
                  src: 'waitUntilFree',
                  onError: {
                    target: 'reloaded',
                    actions: { type: 'report', params: ({ event }) => event },
                  },
                },
                on: { 'page.free': 'reloaded' },
              },
              reloaded: { entry: 'reload' },
            },
          },
        },
      },
    },
  })
