import { assign, fromPromise, setup } from 'xstate'
import type { Outcome, Refusal } from '#domain/commands/command.ts'

/** One attempt of a form: does its work and says how it went. */
export type Attempt = () => Promise<Outcome<unknown>>

interface SubmissionContext {
  readonly attempt: Attempt
  /** Why the last attempt failed; goes with the next one. */
  readonly refusal: Refusal | undefined
}

type SubmissionSignal =
  | { readonly type: 'submission.requested'; readonly attempt: Attempt }
  /** The person changed what was refused. */
  | { readonly type: 'submission.edited' }

const nothingToDo: Attempt = async () => ({ isOk: true, value: undefined })

/** A fault instead of an answer: shown with the most general words [ERR-02]. */
const faultRefusal: Refusal = { key: 'errors.error' }

/**
 * One form's way from press to answer. A second press while one is under way does nothing, so that
 * nothing is ever sent twice; a fault counts as a refusal.
 *
 *            requested                 answered ok
 *   idle ───────────────► submitting ───────────────► succeeded
 *    ▲                     ▲      │                       │
 *    │ edited    requested │      │ refused, fault        │ requested
 *    │                     │      ▼                       ▼
 *    └─────────────────── failed                      submitting
 */
export const submissionMachine = setup({
  // XState's own way to name types: the values are never read.
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionSignal,
  },
  actors: {
    attempt: fromPromise<Outcome<unknown>, Attempt>(({ input }) => input()),
  },
  actions: {
    takeAttempt: assign((_, attempt: Attempt) => ({ attempt, refusal: undefined })),
    keepRefusal: assign((_, refusal: Refusal) => ({ refusal })),
    dropRefusal: assign({ refusal: undefined }),
    /** Provided by whoever shows it. */
    tellRefusal: (_, _refusal: Refusal) => undefined,
  },
}).createMachine({
  id: 'submission',
  context: { attempt: nothingToDo, refusal: undefined },
  initial: 'idle',
  on: {
    'submission.requested': {
      target: '.submitting',
      actions: { type: 'takeAttempt', params: ({ event }) => event.attempt },
    },
  },
  states: {
    idle: {},
    submitting: {
      // Swallowed: one attempt at a time.
      on: { 'submission.requested': {} },
      invoke: {
        src: 'attempt',
        input: ({ context }) => context.attempt,
        onDone: [
          { guard: ({ event }) => event.output.isOk, target: 'succeeded' },
          {
            target: 'failed',
            actions: {
              type: 'keepRefusal',
              params: ({ event }) => (event.output.isOk ? faultRefusal : event.output.refusal),
            },
          },
        ],
        onError: { target: 'failed', actions: { type: 'keepRefusal', params: faultRefusal } },
      },
    },
    succeeded: {},
    failed: {
      entry: { type: 'tellRefusal', params: ({ context }) => context.refusal ?? faultRefusal },
      on: { 'submission.edited': { target: 'idle', actions: 'dropRefusal' } },
    },
  },
})
