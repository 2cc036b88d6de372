import { assign, fromCallback, setup } from 'xstate'
import type { AccountCore } from '#machines/account/account-core.ts'
import { acquireLock } from '#streams/cross-tab/locks.ts'
import { listenForAlerts } from './alert-listener.ts'

interface AlertsContext {
  readonly core: AccountCore
  /** This tab has just been given the focus: it takes the turn instead of waiting for it. */
  readonly isTaking: boolean
}
type AlertsEvent =
  | { readonly type: 'turn.won' }
  | { readonly type: 'turn.lost' }
  | { readonly type: 'page.focused' }

/**
 * Which tab of an account makes itself heard: the one focused last, and when it goes, the next that waits (DEC-110).
 * The lock makes it exactly one.
 *
 *              lock won
 *   waiting ─────────────► alerting: sound, vibration, notifications
 *    ▲ │ ▲                     │
 *    │ │ └──── lock stolen ────┘
 *    └─┘ focused: the lock is taken
 */
export const alertsMachine = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as AlertsContext, events: {} as AlertsEvent, input: {} as AccountCore },
  actors: {
    turn: fromCallback<AlertsEvent, AlertsContext>(({ input: { core, isTaking }, sendBack }) =>
      acquireLock(core.ports, `alerts-${core.userId}`, isTaking, {
        acquired: () => sendBack({ type: 'turn.won' }),
        lost: () => sendBack({ type: 'turn.lost' }),
      }),
    ),
    focus: fromCallback<AlertsEvent, AccountCore>(({ input, sendBack }) =>
      input.ports.notifier.subscribe(() => sendBack({ type: 'page.focused' })),
    ),
    listener: fromCallback<AlertsEvent, AccountCore>(({ input }) => listenForAlerts(input)),
  },
  actions: {
    take: assign({ isTaking: true }),
    wait: assign({ isTaking: false }),
  },
}).createMachine({
  id: 'alerts',
  context: ({ input }) => ({ core: input, isTaking: input.ports.notifier.hasFocus() }),
  invoke: { src: 'focus', input: ({ context }) => context.core, onError: '.silent' },
  initial: 'turn',
  states: {
    turn: {
      invoke: { src: 'turn', input: ({ context }) => context, onError: 'silent' },
      on: { 'turn.lost': { target: 'turn', reenter: true, actions: 'wait' } },
      initial: 'waiting',
      states: {
        waiting: {
          on: {
            'turn.won': 'alerting',
            'page.focused': { target: '#alerts.turn', reenter: true, actions: 'take' },
          },
        },
        alerting: {
          invoke: { src: 'listener', input: ({ context }) => context.core, onError: '#alerts.silent' },
        },
      },
    },
    /** A fault of the platform: better no sound than no chat. */
    silent: {},
  },
})
