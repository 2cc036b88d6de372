import { assign, fromPromise, setup } from 'xstate'
import type { Outcome } from '#domain/commands/command.ts'

interface TimerSettingContext {
  /** The chosen time from reading a message to its expiry, seconds; 0 is off. */
  readonly chosen: number
}
interface TimerSettingEvent {
  readonly type: 'timer.chosen'
  /** Seconds; 0 turns disappearing messages off. */
  readonly seconds: number
}

/**
 * The setting of disappearing messages in one conversation. The choice shows while it is saved. When the server rejects
 * it, the conversation's own value shows again. A second choice replaces the first [SESS-33 BURN-06].
 *
 *                 chosen                  saved
 *   unchanged ─────────────► saving ────────────────► unchanged
 *                            ▲ │  ▲
 *                     chosen │ │  └─ chosen again
 *                            │ ▼ rejected
 *                         rolledBack
 */
export const timerSettingMachine = setup({
  types: { context: {} as TimerSettingContext, events: {} as TimerSettingEvent },
  actors: {
    /** Provided by the screen. */
    save: fromPromise<Outcome<unknown>, { readonly seconds: number }>(() =>
      Promise.reject(new Error('The setting has nothing to save with')),
    ),
  },
  actions: {
    setChosenTimer: assign((_, { seconds }: { seconds: number }) => ({ chosen: seconds })),
  },
  guards: {
    isAccepted: (_, { isOk }: Outcome<unknown>) => isOk,
    isNewChoice: ({ context }, { seconds }: { seconds: number }) => seconds !== context.chosen,
  },
}).createMachine({
  id: 'timer-setting',
  context: { chosen: 0 },
  initial: 'unchanged',
  on: {
    'timer.chosen': {
      target: '.saving',
      actions: { type: 'setChosenTimer', params: ({ event }) => event },
    },
  },
  states: {
    unchanged: {},
    saving: {
      on: {
        'timer.chosen': [
          {
            guard: { type: 'isNewChoice', params: ({ event }) => event },
            target: 'saving',
            reenter: true,
            actions: { type: 'setChosenTimer', params: ({ event }) => event },
          },
          // The same choice again is ignored.
          {},
        ],
      },
      invoke: {
        src: 'save',
        input: ({ context }) => ({ seconds: context.chosen }),
        onDone: [
          { guard: { type: 'isAccepted', params: ({ event }) => event.output }, target: 'unchanged' },
          { target: 'rolledBack' },
        ],
        onError: 'rolledBack',
      },
    },
    rolledBack: {},
  },
})
