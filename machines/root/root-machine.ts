import { assign, type EventFromLogic, fromPromise, setup } from 'xstate'
import { errorName } from '#domain/http/rejection.ts'
import type { ClientServices } from '#machines/account/account-core.ts'
import type { AuthServices } from '#machines/auth/account-directory.ts'
import { type AuthSnapshot, createAuthMachine } from '#machines/auth/auth-machine.ts'
import { createEndpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import type { EndpointServices } from '#machines/endpoints/endpoints-setup.ts'
import type { UserId } from '#schemas/ids.ts'
import type { ReportPort } from '#streams/ports.ts'
import {
  type AccountLoader,
  AccountNotLoadedError,
  type LoadedAccountInput,
  loadedAccount,
} from './account-loading.ts'
import {
  type AccountActorId,
  type AccountFacts,
  accountActorId,
  othersOf,
  userOf,
  wantedAccounts,
} from './running-accounts.ts'

export interface RootServices {
  servicesOf(account: UserId): ClientServices
  readonly report: ReportPort
  readonly auth: AuthServices
  readonly endpoints: EndpointServices
  readonly program: AccountLoader
  /** Whether stored accounts run in the background besides the tab's own. */
  readonly mayRunOthers: boolean
}
interface RootContext extends AccountFacts {
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
  /** XState's event for a fault of an account's actor. */
  | {
      readonly type: `xstate.error.actor.${AccountActorId}`
      readonly error: unknown
      readonly actorId: string
    }

/** The pause before a failed load is repeated, ms. */
const reloadDelay = 5000
/** How long the tab's own account starts alone, ms. */
const othersDelay = 3000

/**
 * The root of a client; all other actors are its descendants. The tab's own account follows the auth machine. Its program
 * is loaded first if it is missing. Other accounts of the device run in the background: a switch changes only which one
 * the screen shows.
 *
 *            signed in                          another account
 *   absent ────────────► present ──────────────────────────────► present
 *      ▲                    │
 *      └──── signed out ────┘        an auth error only halts it
 *
 *   absent:   idle ── sign-in begun ──► fetching ── done, or failed ─► idle
 *
 *   present:  deciding ── loaded ───────────────► running: alone ── 3 s ──► together (the others start)
 *                │                                   ▲
 *                └── not yet ──► loading ── loaded ──┘
 *                                 ▲   │ failed
 *               5 s, a person asks│   ▼
 *                                unloaded
 */
export function createRootMachine(services: RootServices) {
  const { servicesOf, report, auth, endpoints, program, mayRunOthers } = services
  const rootSetup = setup({
    types: {
      context: {} as RootContext,
      events: {} as RootEvent,
      children: {} as {
        auth: 'auth'
        endpoints: 'endpoints'
        [account: AccountActorId]: 'account'
      },
    },
    actors: {
      auth: createAuthMachine(auth),
      endpoints: createEndpointsMachine(endpoints),
      account: loadedAccount,
      load: fromPromise<unknown>(() => program.load()),
    },
    actions: {
      setAccounts: assign(({ context }, { snapshot }: { snapshot: AuthSnapshot }) => {
        const userId = userOf(snapshot)
        const others = mayRunOthers ? othersOf(snapshot) : []
        const isNew = userId !== context.userId
        return {
          userId,
          others,
          broken: isNew ? context.broken.filter((one) => one !== userId) : context.broken,
        }
      }),
      giveOthersTime: assign({ hasOthersTime: true }),
      markBroken: assign(({ context }, { actorId }: { actorId: string }) => ({
        broken: [
          ...context.broken,
          ...context.running.filter((userId) => accountActorId(userId) === actorId),
        ],
      })),
      setFailure: assign((_, { error }: { error: unknown }) => ({
        failure:
          error instanceof AccountNotLoadedError ? error : new AccountNotLoadedError('', { cause: error }),
      })),
      clearFailure: assign({ failure: undefined }),
      reportUnloaded: (_, { error }: { error: unknown }) =>
        report.fault({ kind: 'client', detail: 'the account was not loaded', cause: error }),
      report: (_, { error }: { error: unknown }) =>
        report.fault({ kind: 'client', detail: 'stopped by a fault', cause: error }),
    },
    guards: {
      isAccountRemoved: ({ context }, { snapshot }: { snapshot: AuthSnapshot }) =>
        context.userId !== undefined && userOf(snapshot) === undefined,
      isAnother: ({ context }, { snapshot }: { snapshot: AuthSnapshot }) =>
        userOf(snapshot) !== undefined && userOf(snapshot) !== context.userId,
      isLoaded: () => program.loaded() !== undefined,
      isLacking: () => program.loaded() === undefined,
      hasFailed: (_, { snapshot }: { snapshot: AuthSnapshot }) => snapshot.matches({ session: 'errored' }),
      isOwn: ({ context }, { actorId }: { actorId: string }) =>
        context.userId !== undefined && accountActorId(context.userId) === actorId,
    },
    delays: { reloadDelay, othersDelay },
  })
  const { enqueueActions } = rootSetup
  const sendToOwn = (event: EventFromLogic<typeof loadedAccount>) =>
    enqueueActions(({ context: { running, userId }, enqueue }) => {
      if (userId !== undefined && running.includes(userId)) enqueue.sendTo(accountActorId(userId), event)
    })
  const withAccounts = rootSetup.extend({
    actions: {
      /** Starts and stops accounts. A stopped one makes its log durable and closes it. */
      runAccounts: enqueueActions(({ context, enqueue }) => {
        const wanted = wantedAccounts(context, program.loaded() !== undefined)
        for (const userId of context.running)
          if (!wanted.includes(userId)) enqueue.stopChild(accountActorId(userId))
        for (const userId of wanted)
          if (!context.running.includes(userId))
            enqueue.spawnChild('account', {
              id: accountActorId(userId),
              input: accountInput(servicesOf(userId), program, userId),
              // Makes the root's subscribers notice that the account's log has opened.
              syncSnapshot: true,
            })
        enqueue.assign({ running: wanted })
      }),
      halt: sendToOwn({ type: 'account.halted' }),
      reconnect: sendToOwn({ type: 'connection.requested' }),
      changeLocale: enqueueActions(({ context, enqueue }) => {
        for (const userId of context.running)
          enqueue.sendTo(accountActorId(userId), { type: 'locale.changed' })
      }),
    },
  })
  return withAccounts.createMachine({
    id: 'root',
    context: {
      userId: undefined,
      others: [],
      running: [],
      hasOthersTime: false,
      broken: [],
      failure: undefined,
    },
    invoke: [
      {
        src: 'auth',
        id: 'auth',
        onSnapshot: [
          {
            guard: { type: 'isAccountRemoved', params: ({ event }) => event },
            target: '.absent',
            actions: { type: 'setAccounts', params: ({ event }) => event },
          },
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: '.present',
            actions: { type: 'setAccounts', params: ({ event }) => event },
          },
          {
            guard: { type: 'hasFailed', params: ({ event }) => event },
            actions: [{ type: 'setAccounts', params: ({ event }) => event }, 'runAccounts', 'halt'],
          },
          { actions: [{ type: 'setAccounts', params: ({ event }) => event }, 'runAccounts'] },
        ],
        onError: { target: '.absent', actions: { type: 'report', params: ({ event }) => event } },
      },
      {
        src: 'endpoints',
        id: 'endpoints',
        onError: { actions: { type: 'report', params: ({ event }) => event } },
      },
    ],
    on: {
      'locale.changed': { actions: 'changeLocale' },
      'xstate.error.actor.*': [
        {
          guard: { type: 'isOwn', params: ({ event }) => event },
          target: '.absent',
          actions: [
            { type: 'report', params: ({ event }) => event },
            { type: 'markBroken', params: ({ event }) => event },
          ],
        },
        {
          actions: [
            { type: 'report', params: ({ event }) => event },
            { type: 'markBroken', params: ({ event }) => event },
            'runAccounts',
          ],
        },
      ],
    },
    initial: 'absent',
    states: {
      absent: {
        entry: 'runAccounts',
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
            entry: ['clearFailure', 'runAccounts'],
            on: { 'connection.requested': { actions: 'reconnect' } },
            initial: 'alone',
            states: {
              alone: { after: { othersDelay: 'together' } },
              together: { entry: ['giveOthersTime', 'runAccounts'] },
            },
          },
        },
      },
    },
  })
}

function accountInput(services: ClientServices, program: AccountLoader, userId: UserId): LoadedAccountInput {
  const loaded = program.loaded()
  if (loaded === undefined) throw new Error(errorName.accountNotLoaded)
  return { services, userId, program: loaded }
}
