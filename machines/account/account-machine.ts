import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import { createExpiryMachine } from '#machines/disappearing/expiry-machine.ts'
import { createLeaderMachine } from '#machines/leader/leader-machine.ts'
import { createAlertsMachine } from '#machines/notification/alerts-machine.ts'
import type { UserId } from '#schemas/ids.ts'
import { machineFromInput } from '../actor-logic.ts'
import { type AccountCore, type ClientServices, openAccountCore } from './account-core.ts'

export interface AccountServices {
  readonly services: ClientServices
  readonly userId: UserId
}
interface AccountContext {
  /** The opened account, as long as it was not opened again. */
  readonly core: AccountCore | undefined
}
type AccountEvent =
  | { readonly type: 'account.halted' }
  /** The device's storage works again, after the account was opened without it. */
  | { readonly type: 'storage.returned' }
  | { readonly type: 'connection.requested' }
  | { readonly type: 'locale.changed' }

/** The pause before a storage that could not be read is tried again, ms. */
const reopenDelay = 2000

async function open({ services, userId }: AccountServices, signal: AbortSignal): Promise<AccountCore> {
  const core = await openAccountCore(services, userId)
  if (signal.aborted) await core.close()
  return core
}

/** The leader starts only after the core has opened. */
function coreOf({ core }: AccountContext): AccountCore {
  if (!core) throw new Error('The account is not open')
  return core
}

/**
 * The signed-in account in this tab: its log is open from sign-in to sign-out.
 *
 *   opening ── read ──► open: leading or following ── signed out by the server ──► open: halted (to be read only)
 *     │  ▲ ▲                 │
 *     ▼  │ │                 │ (in open: the expiry machine hides and erases expired messages)
 *     │  │ │                 │ storage returned: what was opened in memory is opened on the device
 *    failed └── closed ── reopening
 *     (2 s)
 */
export const createAccountMachine = (account: AccountServices) =>
  setup({
    types: {
      context: {} as AccountContext,
      events: {} as AccountEvent,
      children: {} as { leader: 'leader'; alerts: 'alerts'; expiry: 'expiry' },
    },
    actors: {
      open: fromPromise<AccountCore>(({ signal }) => open(account, signal)),
      /** In-memory events stay in memory for the next time the account is opened. */
      close: fromPromise<void, AccountContext>(({ input }) => coreOf(input).close()),
      leader: machineFromInput(createLeaderMachine),
      alerts: machineFromInput(createAlertsMachine),
      expiry: machineFromInput(createExpiryMachine),
      /** Reports a changed name or avatar. On stop it makes the log durable and closes it. */
      shutdown: fromCallback<AccountEvent, AccountContext>(({ input, sendBack }) => {
        const { log, close } = coreOf(input)
        const pass = () => {
          const profile = log.profile.get()
          if (profile) account.services.profileChanged(profile)
        }
        const stopPassing = log.profile.subscribe(pass)
        const stopWaiting = log.hasReturned.subscribe(() => sendBack({ type: 'storage.returned' }))
        pass()
        return () => {
          stopPassing()
          stopWaiting()
          void close()
        }
      }),
    },
    actions: {
      setCore: assign((_, { core }: { core: AccountCore }) => ({ core })),
      report: (_, { error }: { error: unknown }) =>
        account.services.ports.report.fault({ kind: 'account', detail: 'stopped by a fault', cause: error }),
      reconnect: sendTo('leader', { type: 'connection.requested' }),
      changeLocale: sendTo('leader', { type: 'locale.changed' }),
    },
    delays: { reopenDelay },
  }).createMachine({
    id: 'account',
    context: { core: undefined },
    initial: 'opening',
    states: {
      opening: {
        invoke: {
          src: 'open',
          onDone: {
            target: 'open',
            actions: { type: 'setCore', params: ({ event }) => ({ core: event.output }) },
          },
          onError: { target: 'failed', actions: { type: 'report', params: ({ event }) => event } },
        },
      },
      failed: { after: { reopenDelay: 'opening' } },
      reopening: {
        invoke: {
          src: 'close',
          input: ({ context }) => context,
          onDone: 'opening',
          onError: { target: 'opening', actions: { type: 'report', params: ({ event }) => event } },
        },
      },
      open: {
        invoke: [
          { src: 'shutdown', input: ({ context }) => context, onError: '.halted' },
          {
            src: 'expiry',
            id: 'expiry',
            input: ({ context }) => coreOf(context),
            // Without the expiry machine an expired message would stay visible, so the account is opened again.
            onError: { target: 'failed', actions: { type: 'report', params: ({ event }) => event } },
          },
        ],
        on: { 'storage.returned': 'reopening' },
        initial: 'running',
        states: {
          running: {
            invoke: [
              {
                src: 'leader',
                id: 'leader',
                input: ({ context }) => coreOf(context),
                onError: { target: 'halted', actions: { type: 'report', params: ({ event }) => event } },
              },
              {
                src: 'alerts',
                id: 'alerts',
                input: ({ context }) => coreOf(context),
                onError: { actions: { type: 'report', params: ({ event }) => event } },
              },
            ],
            on: {
              'account.halted': 'halted',
              'connection.requested': { actions: 'reconnect' },
              'locale.changed': { actions: 'changeLocale' },
            },
          },
          halted: {},
        },
      },
    },
  })
