import { assign, setup } from 'xstate'
import { nextCodeAt, secondsUntil } from '#domain/forms/credentials.ts'
import type { Clock } from '#streams/ports.ts'

interface CodeContext {
  readonly clock: Clock
  readonly requestedAt: number
  /** Monotonic ms when the next code may be asked for. */
  readonly freeAt: number
}
type CodeEvent =
  | { readonly type: 'code.requested' }
  | { readonly type: 'code.answered'; readonly isSent: boolean; readonly retryAfter: number | undefined }

const oneSecond = 1000

/**
 * The send-code button, over all screens of a tab: one request per 30 s, 60 s after one that was sent [AUTH-30 AUTH-31].
 *
 *         requested                         time is over
 *   free ───────────► counting (each 1 s) ───────────────► free
 *                       │        ▲
 *                       └────────┘ answered: sent, refused or limited
 */
export const codeMachine = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as CodeContext, events: {} as CodeEvent, input: {} as { readonly clock: Clock } },
  actions: {
    noteRequest: assign(({ context }) => {
      const requestedAt = context.clock.monotonic()
      return { requestedAt, freeAt: nextCodeAt({ requestedAt, isSent: true, retryAfter: undefined }) }
    }),
    noteAnswer: assign(({ context }, answer: { isSent: boolean; retryAfter: number | undefined }) => ({
      freeAt: nextCodeAt({ requestedAt: context.requestedAt, ...answer }),
    })),
  },
  guards: { isFree: ({ context }) => secondsLeft(context) === 0 },
  delays: { oneSecond },
}).createMachine({
  id: 'code',
  context: ({ input }) => ({ clock: input.clock, requestedAt: 0, freeAt: 0 }),
  initial: 'free',
  states: {
    free: { on: { 'code.requested': { target: 'counting', actions: 'noteRequest' } } },
    counting: {
      on: { 'code.answered': { actions: { type: 'noteAnswer', params: ({ event }) => event } } },
      after: { oneSecond: { target: 'counting', reenter: true } },
      always: { guard: 'isFree', target: 'free' },
    },
  },
})

/** Whole seconds until a code may be asked for, 0 when it may be now. */
export const secondsLeft = ({ clock, freeAt }: Pick<CodeContext, 'clock' | 'freeAt'>): number =>
  secondsUntil(freeAt, clock.monotonic())
