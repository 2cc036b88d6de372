import { assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import { errorName } from '#domain/http/refusal.ts'
import type { ClientServices } from '#machines/account/account-core.ts'
import { accountMachine } from '#machines/account/account-machine.ts'
import type { AuthServices } from '#machines/auth/account-directory.ts'
import { authMachine } from '#machines/auth/auth-machine.ts'
import { codeMachine } from '#machines/auth/code-machine.ts'
import { endpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import type { EndpointServices } from '#machines/endpoints/endpoints-setup.ts'
import type { UserId } from '#schemas/ids.ts'

export interface RootInput {
  readonly services: ClientServices
  readonly auth: AuthServices
  readonly endpoints: EndpointServices
}
interface RootContext extends RootInput {
  readonly userId: UserId | undefined
}
type RootEvent = { readonly type: 'locale.changed' } | { readonly type: 'connection.requested' }
type AuthSnapshot = SnapshotFrom<typeof authMachine>

/** Whose core runs: nobody's while signed out, on the way in, or on the way out. */
function userOf(snapshot: AuthSnapshot): UserId | undefined {
  const isHere = snapshot.matches({ session: 'signedIn' }) || snapshot.matches({ session: 'errored' })
  return isHere ? snapshot.context.account?.userId : undefined
}

/**
 * The root of a client; everything else is its descendant. The account follows what the auth machine says.
 *
 *            signed in                 another account
 *   absent ────────────► present ─────────────────────► present
 *      ▲                    │
 *      └──── signed out ────┘        an auth error only halts it
 */
export const rootMachine = setup({
  // XState's own way to name types: the values are never read.
  types: {
    context: {} as RootContext,
    events: {} as RootEvent,
    input: {} as RootInput,
    children: {} as { auth: 'auth'; code: 'code'; endpoints: 'endpoints'; account: 'account' },
  },
  actors: { auth: authMachine, code: codeMachine, endpoints: endpointsMachine, account: accountMachine },
  actions: {
    takeUser: assign((_, { snapshot }: { snapshot: AuthSnapshot }) => ({ userId: userOf(snapshot) })),
    halt: sendTo('account', { type: 'account.halted' }),
    reconnect: sendTo('account', { type: 'connection.requested' }),
    changeLocale: sendTo('account', { type: 'locale.changed' }),
    report: ({ context }, { error }: { error: unknown }) =>
      context.services.ports.report.fault({ kind: 'client', detail: 'stopped by a fault', cause: error }),
  },
  guards: {
    isGone: ({ context }, { snapshot }: { snapshot: AuthSnapshot }) =>
      context.userId !== undefined && userOf(snapshot) === undefined,
    isAnother: ({ context }, { snapshot }: { snapshot: AuthSnapshot }) =>
      userOf(snapshot) !== undefined && userOf(snapshot) !== context.userId,
    hasFailed: (_, { snapshot }: { snapshot: AuthSnapshot }) => snapshot.matches({ session: 'errored' }),
  },
}).createMachine({
  id: 'root',
  context: ({ input }) => ({ ...input, userId: undefined }),
  invoke: [
    {
      src: 'auth',
      id: 'auth',
      input: ({ context }) => context.auth,
      onSnapshot: [
        {
          guard: { type: 'isGone', params: ({ event }) => event },
          target: '.absent',
          actions: { type: 'takeUser', params: ({ event }) => event },
        },
        {
          guard: { type: 'isAnother', params: ({ event }) => event },
          target: '.present',
          actions: { type: 'takeUser', params: ({ event }) => event },
        },
        { guard: { type: 'hasFailed', params: ({ event }) => event }, actions: 'halt' },
      ],
      onError: { target: '.absent', actions: { type: 'report', params: ({ event }) => event } },
    },
    {
      src: 'code',
      id: 'code',
      input: ({ context }) => ({ clock: context.services.ports.clock }),
      onError: { actions: { type: 'report', params: ({ event }) => event } },
    },
    {
      src: 'endpoints',
      id: 'endpoints',
      input: ({ context }) => context.endpoints,
      onError: { actions: { type: 'report', params: ({ event }) => event } },
    },
  ],
  initial: 'absent',
  states: {
    absent: {},
    present: {
      invoke: {
        src: 'account',
        id: 'account',
        input: ({ context }) => accountInput(context),
        // Whoever watches the root hears that the account's log has opened.
        onSnapshot: {},
        onError: { target: 'absent', actions: { type: 'report', params: ({ event }) => event } },
      },
      on: {
        'connection.requested': { actions: 'reconnect' },
        'locale.changed': { actions: 'changeLocale' },
      },
    },
  },
})

function accountInput({ services, userId }: RootContext) {
  if (userId === undefined) throw new Error(errorName.invalidUserId)
  return { services, userId }
}
