import { assign, fromPromise, sendTo, setup } from 'xstate'
import { errorName } from '#domain/http/rejection.ts'
import type { ClientServices } from '#machines/account/account-core.ts'
import type { AuthServices } from '#machines/auth/account-directory.ts'
import { type AuthSnapshot, createAuthMachine } from '#machines/auth/auth-machine.ts'
import { createEndpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import type { EndpointServices } from '#machines/endpoints/endpoints-setup.ts'
import type { UserId } from '#schemas/ids.ts'
import {
  type AccountLoader,
  AccountNotLoadedError,
  type LoadedAccountInput,
  loadedAccount,
} from './account-loading.ts'

export interface RootServices {
  readonly services: ClientServices
  readonly auth: AuthServices
  readonly endpoints: EndpointServices
  readonly program: AccountLoader
}
interface RootContext {
  readonly userId: UserId | undefined
  /** Kept while the load is retried. */
  readonly failure: AccountNotLoadedError | undefined
}
type RootEvent =
  | { readonly type: 'locale.changed' }
  | { readonly type: 'connection.requested' }
  /** The user starts to type sign-in data. */
  | { readonly type: 'sign-in.begun' }
  /** The user retries immediately. */
  | { readonly type: 'loading.requested' }

/** Returns the account whose core runs; undefined while signed out, signing in or signing out. */
function userOf(snapshot: AuthSnapshot): UserId | undefined {
  const hasAccount = snapshot.matches({ session: 'signedIn' }) || snapshot.matches({ session: 'errored' })
  return hasAccount ? snapshot.context.account?.userId : undefined
}

/** The pause before a failed load is repeated, ms. */
const reloadDelay = 5000

/**
 * The root of a client; all other actors are its descendants. The account follows the auth machine. Its program is loaded
 * first if it is missing.
 *
 *            signed in                          another account
 *   absent ────────────► present ──────────────────────────────► present
 *      ▲                    │
 *      └──── signed out ────┘        an auth error only halts it
 *
 *   absent:   idle ── sign-in begun ──► fetching ── done, or failed ─► idle
 *
 *   present:  deciding ── loaded ───────────────► running
 *                │                                   ▲
 *                └── not yet ──► loading ── loaded ──┘
 *                                 ▲   │ failed
 *               5 s, a person asks│   ▼
 *                                unloaded
 */
export const createRootMachine = ({ services, auth, endpoints, program }: RootServices) =>
  setup({
    types: {
      context: {} as RootContext,
      events: {} as RootEvent,
      children: {} as { auth: 'auth'; endpoints: 'endpoints'; account: 'account' },
    },
    actors: {
      auth: createAuthMachine(auth),
      endpoints: createEndpointsMachine(endpoints),
      account: loadedAccount,
      load: fromPromise<unknown>(() => program.load()),
    },
    actions: {
      setUser: assign((_, { snapshot }: { snapshot: AuthSnapshot }) => ({ userId: userOf(snapshot) })),
      halt: sendTo('account', { type: 'account.halted' }),
      reconnect: sendTo('account', { type: 'connection.requested' }),
      changeLocale: sendTo('account', { type: 'locale.changed' }),
      setFailure: assign((_, { error }: { error: unknown }) => ({
        failure:
          error instanceof AccountNotLoadedError ? error : new AccountNotLoadedError('', { cause: error }),
      })),
      clearFailure: assign({ failure: undefined }),
      reportUnloaded: (_, { error }: { error: unknown }) =>
        services.ports.report.fault({
          kind: 'client',
          detail: 'the account was not loaded',
          cause: error,
        }),
      report: (_, { error }: { error: unknown }) =>
        services.ports.report.fault({ kind: 'client', detail: 'stopped by a fault', cause: error }),
    },
    guards: {
      isAccountRemoved: ({ context }, { snapshot }: { snapshot: AuthSnapshot }) =>
        context.userId !== undefined && userOf(snapshot) === undefined,
      isAnother: ({ context }, { snapshot }: { snapshot: AuthSnapshot }) =>
        userOf(snapshot) !== undefined && userOf(snapshot) !== context.userId,
      isLoaded: () => program.loaded() !== undefined,
      isLacking: () => program.loaded() === undefined,
      hasFailed: (_, { snapshot }: { snapshot: AuthSnapshot }) => snapshot.matches({ session: 'errored' }),
    },
    delays: { reloadDelay },
  }).createMachine({
    id: 'root',
    context: { userId: undefined, failure: undefined },
    invoke: [
      {
        src: 'auth',
        id: 'auth',
        onSnapshot: [
          {
            guard: { type: 'isAccountRemoved', params: ({ event }) => event },
            target: '.absent',
            actions: { type: 'setUser', params: ({ event }) => event },
          },
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: '.present',
            actions: { type: 'setUser', params: ({ event }) => event },
          },
          { guard: { type: 'hasFailed', params: ({ event }) => event }, actions: 'halt' },
        ],
        onError: { target: '.absent', actions: { type: 'report', params: ({ event }) => event } },
      },
      {
        src: 'endpoints',
        id: 'endpoints',
        onError: { actions: { type: 'report', params: ({ event }) => event } },
      },
    ],
    initial: 'absent',
    states: {
      absent: {
        initial: 'idle',
        states: {
          idle: { on: { 'sign-in.begun': { guard: 'isLacking', target: 'fetching' } } },
          /** The code is not needed yet. A failure is shown only when it is. */
          fetching: {
            invoke: { src: 'load', onDone: 'idle', onError: 'idle' },
          },
        },
      },
      present: {
        initial: 'deciding',
        exit: 'clearFailure',
        states: {
          deciding: { always: [{ guard: 'isLoaded', target: 'running' }, { target: 'loading' }] },
          loading: {
            invoke: {
              src: 'load',
              onDone: 'running',
              onError: {
                target: 'unloaded',
                actions: [
                  { type: 'setFailure', params: ({ event }) => event },
                  { type: 'reportUnloaded', params: ({ event }) => event },
                ],
              },
            },
          },
          unloaded: { after: { reloadDelay: 'loading' }, on: { 'loading.requested': 'loading' } },
          running: {
            entry: 'clearFailure',
            invoke: {
              src: 'account',
              id: 'account',
              input: ({ context: { userId } }) => accountInput(services, program, userId),
              // Makes the root's subscribers notice that the account's log has opened.
              onSnapshot: {},
              onError: { target: '#root.absent', actions: { type: 'report', params: ({ event }) => event } },
            },
            on: {
              'connection.requested': { actions: 'reconnect' },
              'locale.changed': { actions: 'changeLocale' },
            },
          },
        },
      },
    },
  })

function accountInput(
  services: ClientServices,
  program: AccountLoader,
  userId: UserId | undefined,
): LoadedAccountInput {
  const loaded = program.loaded()
  if (userId === undefined) throw new Error(errorName.invalidUserId)
  if (loaded === undefined) throw new Error(errorName.accountNotLoaded)
  return { services, userId, program: loaded }
}
