import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { AuthServices } from './account-directory.ts'
import { createAuthSetup } from './auth-setup.ts'
import { createOtherAccountsState, otherAccountsTransitions } from './other-accounts-state.ts'
import { accountDeletion, createSignedInState, signInTransitions } from './signed-in-state.ts'

/**
 * The account of this tab. `wiping` runs in parallel: it deletes the data of signed-out accounts after 3 s, and finishes
 * the wipes of a closed tab at the next start (DEC-56). `others` runs in parallel too: it signs out other stored accounts.
 *
 *  session:
 *               chosen, no error
 *   starting ───────────────────────► signedIn ── kicked out, rejected ──► errored
 *      │  └── chosen, with an error ─► steady ◄─► refreshing   alert, 6 s │
 *      │                                │  └────► rereading               │
 *      │ none            adopting ──────┘ │                               │
 *      ▼                    ▲             │ sign-out, no refresh token    │ accepted, 6 s,
 *   signedOut ── received, ─┘             ▼                               │ auth page
 *      ▲         chosen                leaving ◄──────────────────────────┘
 *      └──────────────────────────────────┘
 *
 *  The end of one sign-in never ends the next. `errored` rereads the directory after a change by another tab. Both it and
 *  `leaving` follow a new sign-in with the same account:
 *
 *   errored.steady ◄─► errored.rereading ── signed in again ──► starting        leaving ── signed in again ──► settling
 *
 *  Storage faults are retried: starting from `unread`, leaving from `stuck`, sweeping from `waiting`.
 *
 *  wiping:   idle ── wipes added ──► waiting ── 3 s ──► sweeping ──► idle
 */
export function createAuthMachine(services: AuthServices) {
  const authSetup = createAuthSetup(services)
  return authSetup.createMachine({
    id: 'auth',
    context: {
      accounts: [],
      account: undefined,
      arriving: undefined,
      pendingWipes: [],
      departing: [],
      isOnAuthPage: false,
      isSignOutRequested: false,
    },
    type: 'parallel',
    on: {
      ...otherAccountsTransitions,
      'page.changed': { actions: { type: 'setOnAuthPage', params: ({ event }) => event.isOnAuthPage } },
    },
    states: {
      session: {
        initial: 'starting',
        states: {
          starting: {
            invoke: {
              src: 'readAtStart',
              onDone: {
                target: 'settling',
                actions: { type: 'setDirectory', params: ({ event }) => event.output },
              },
              onError: {
                target: 'signedOut.unread',
                actions: { type: 'reportFault', params: ({ event }) => ({ cause: event.error }) },
              },
            },
          },
          settling: {
            entry: 'announceOldWipes',
            always: [
              { guard: 'hasError', target: 'errored' },
              { guard: 'hasAccount', target: 'signedIn' },
              { target: 'signedOut' },
            ],
          },
          signedOut: {
            entry: 'dropAccount',
            initial: 'steady',
            on: signInTransitions,
            states: {
              steady: { on: { 'credentials.changed': 'rereading' } },
              /** The storage could not be read at the start. The signed-in account returns when it can be read. */
              unread: {
                invoke: {
                  src: 'readAtStart',
                  onDone: {
                    target: '#auth.session.settling',
                    actions: { type: 'setDirectory', params: ({ event }) => event.output },
                  },
                  onError: { target: 'unread', reenter: true },
                },
              },
              rereading: {
                on: { 'credentials.changed': { target: 'rereading', reenter: true } },
                invoke: {
                  src: 'read',
                  onDone: {
                    target: 'steady',
                    actions: { type: 'followDirectory', params: ({ event }) => event.output },
                  },
                  onError: 'steady',
                },
              },
            },
          },
          adopting: {
            invoke: {
              src: 'adopt',
              input: ({ context: { accounts, arriving } }) => ({
                account: arriving,
                isListed: accounts.some((account) => account === arriving),
              }),
              onDone: {
                target: 'settling',
                actions: { type: 'setDirectory', params: ({ event }) => event.output },
              },
              onError: {
                target: 'signedOut',
                actions: { type: 'reportFault', params: ({ event }) => ({ cause: event.error }) },
              },
            },
          },
          signedIn: createSignedInState(authSetup),
          errored: {
            always: { guard: 'isOnAuthPage', target: 'leaving' },
            after: { alertTimeLimit: 'leaving' },
            on: {
              'alert.accepted': 'leaving',
              'sign-out.requested': { target: 'leaving', actions: 'recordSignOutRequest' },
              'account.deleted': accountDeletion,
              'credentials.changed': '.rereading',
            },
            initial: 'steady',
            states: {
              steady: {},
              /** If another tab has signed in again, this tab follows it and shows no alert. */
              rereading: {
                invoke: {
                  src: 'read',
                  onDone: [
                    {
                      guard: { type: 'isSignedInAgain', params: ({ event }) => event.output },
                      target: '#auth.session.starting',
                    },
                    'steady',
                  ],
                  onError: 'steady',
                },
              },
            },
          },
          leaving: {
            invoke: {
              src: 'leave',
              input: ({ context: { account, isSignOutRequested } }) => ({
                account,
                isSignOutRequested,
              }),
              onDone: [
                {
                  guard: { type: 'isSignedInAgain', params: ({ event }) => event.output },
                  target: 'settling',
                  actions: { type: 'setDirectory', params: ({ event }) => event.output },
                },
                {
                  target: 'signedOut',
                  actions: [
                    'clearTabAccount',
                    { type: 'setDirectory', params: ({ event }) => event.output },
                    'announceWipes',
                  ],
                },
              ],
              onError: {
                target: 'stuck',
                actions: { type: 'reportFault', params: ({ event }) => ({ cause: event.error }) },
              },
            },
          },
          /** The stored credentials could not be removed yet. They are not used any more. */
          stuck: { after: { retryDelay: 'leaving' } },
        },
      },
      others: createOtherAccountsState(authSetup),
      wiping: {
        initial: 'idle',
        states: {
          idle: {
            on: { 'wipes.found': { guard: 'hasWipes', target: 'sweeping' }, 'wipes.added': 'waiting' },
          },
          waiting: { after: { wipeDelay: 'sweeping' } },
          sweeping: {
            on: { 'wipes.added': 'waiting' },
            invoke: {
              src: 'wipeAll',
              input: ({ context }) => context,
              onDone: { target: 'idle', actions: 'clearPendingWipes' },
              onError: {
                target: 'waiting',
                actions: { type: 'reportFault', params: ({ event }) => ({ cause: event.error }) },
              },
            },
          },
        },
      },
    },
  })
}

export type AuthActor = ActorRefFrom<ReturnType<typeof createAuthMachine>>
export type AuthSnapshot = SnapshotFrom<AuthActor>
