import { assign, fromPromise, setup } from 'xstate'
import { retryDelay } from '#domain/http/call-limits.ts'
import { CallFailed } from '#streams/http/call-result.ts'
import {
  type SynchronisationScope,
  type SynchronisationServices,
  synchroniseContacts,
  synchroniseConversations,
} from './synchronisation-steps.ts'

interface SynchronisationContext {
  /** The requested scopes that have not started. */
  readonly wanted: readonly SynchronisationScope[]
  /** The scopes in progress. */
  readonly current: readonly SynchronisationScope[]
  readonly failures: number
  readonly wait: number
}
type SynchronisationEvent =
  | { readonly type: 'login.completed' }
  | { readonly type: 'connection.lost' }
  | { readonly type: 'synchronisation.requested'; readonly scope: SynchronisationScope }

/** Friends are fetched again every 15 minutes [FRIEND-64], ms. */
const friendsInterval = 15 * 60_000

const isAbout = (scopes: readonly SynchronisationScope[], ...some: SynchronisationScope[]) =>
  some.some((scope) => scopes.includes(scope))

/**
 * Brings the log to what the server knows: after each login everything, in between what a frame said has changed. One
 * run at a time; what is asked for meanwhile makes the next run. A failure waits and begins again.
 *
 *              login                            done
 *   apart ─────────────► conversations ─► contacts ─► idle ──┐ asked for, 15 min
 *     ▲                       ▲   │ failed     │ failed ▲    │
 *     │ connection lost       │   ▼            ▼        └────┴─► conversations
 *     └── from everywhere     └── waiting ◄────┘
 */
export const createSynchronisationMachine = (services: SynchronisationServices) =>
  setup({
    types: {
      context: {} as SynchronisationContext,
      events: {} as SynchronisationEvent,
    },
    actors: {
      conversations: fromPromise<void, SynchronisationContext>(async ({ input: { current }, signal }) => {
        if (isAbout(current, 'everything', 'conversations', 'deletions'))
          await synchroniseConversations(services, current, signal)
        if (isAbout(current, 'everything', 'last-messages')) await services.fetchLastMessages()
      }),
      contacts: fromPromise<void, SynchronisationContext>(async ({ input: { current }, signal }) => {
        if (!isAbout(current, 'everything', 'contacts', 'friends', 'profile')) return
        await synchroniseContacts(services, current, signal)
      }),
    },
    actions: {
      want: assign(({ context }, { scope }: { scope: SynchronisationScope }) => ({
        wanted: context.wanted.includes(scope) ? context.wanted : [...context.wanted, scope],
      })),
      begin: assign(({ context }) => ({ current: context.wanted, wanted: [] })),
      beginAgain: assign(({ context }) => ({
        wanted: [...new Set([...context.wanted, ...context.current])],
      })),
      finish: assign({ current: [], failures: 0 }),
      forget: assign({ current: [], wanted: [], failures: 0 }),
      recordFailure: assign(({ context }, { error }: { error: unknown }) => {
        const failures = context.failures + 1
        const retryAfter = error instanceof CallFailed ? error.failure.retryAfter : undefined
        return { failures, wait: retryAfter ?? retryDelay(failures) }
      }),
      notifyCaughtUp: () => services.progressed({ isCaughtUp: true, hasListed: true }),
      notifyBehind: () => services.progressed({ isCaughtUp: false, hasListed: false }),
    },
    guards: { hasWanted: ({ context }) => context.wanted.length > 0 },
    delays: { wait: ({ context }) => context.wait, friendsInterval },
  }).createMachine({
    id: 'synchronisation',
    context: { wanted: [], current: [], failures: 0, wait: 0 },
    initial: 'apart',
    on: {
      'synchronisation.requested': { actions: { type: 'want', params: ({ event }) => event } },
      'connection.lost': { target: '.apart', actions: ['forget', 'notifyBehind'] },
      'login.completed': {
        target: '.conversations',
        actions: ['forget', 'notifyBehind', { type: 'want', params: { scope: 'everything' } }],
      },
    },
    states: {
      /** Disconnected. A login fetches everything. */
      apart: { on: { 'synchronisation.requested': {} } },
      conversations: {
        entry: 'begin',
        invoke: {
          src: 'conversations',
          input: ({ context }) => context,
          onDone: { target: 'contacts', actions: 'notifyCaughtUp' },
          onError: { target: 'waiting', actions: { type: 'recordFailure', params: ({ event }) => event } },
        },
      },
      contacts: {
        invoke: {
          src: 'contacts',
          input: ({ context }) => context,
          onDone: { target: 'idle', actions: 'finish' },
          onError: { target: 'waiting', actions: { type: 'recordFailure', params: ({ event }) => event } },
        },
      },
      idle: {
        always: { guard: 'hasWanted', target: 'conversations' },
        after: {
          friendsInterval: {
            target: 'conversations',
            actions: { type: 'want', params: { scope: 'friends' } },
          },
        },
      },
      waiting: { after: { wait: { target: 'conversations', actions: 'beginAgain' } } },
    },
  })
