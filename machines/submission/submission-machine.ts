import { assign, fromPromise, setup } from 'xstate'
import type { Outcome, Refusal } from '#domain/commands/command.ts'

/** Submits a form once. */
export type Attempt = () => Promise<Outcome<unknown>>

interface SubmissionContext {
  /** Why the last attempt failed; goes with the next one. */
  readonly refusal: Refusal | undefined
}

type SubmissionSignal =
  | { readonly type: 'submission.requested' }
  /** The user changed the rejected field. */
  | { readonly type: 'submission.edited' }

/** The general text for a fault instead of an answer [ERR-02]. */
const faultRefusal: Refusal = { key: 'errors.error' }

/**
 * The submission of one form. A second request during an attempt does nothing, so that nothing is sent twice. A fault counts as a
 * rejection.
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
    /** Provided by the form. */
    attempt: fromPromise<Outcome<unknown>>(() => Promise.reject(new Error('The form has nothing to submit'))),
  },
  actions: {
    storeRefusal: assign((_, refusal: Refusal) => ({ refusal })),
    dropRefusal: assign({ refusal: undefined }),
    /** Provided by the form. */
    notifyRejection: (_, _refusal: Refusal) => undefined,
  },
}).createMachine({
  id: 'submission',
  context: { refusal: undefined },
  initial: 'idle',
  on: {
    'submission.requested': { target: '.submitting', actions: 'dropRefusal' },
  },
  states: {
    idle: {},
    submitting: {
      // Ignored: one attempt at a time.
      on: { 'submission.requested': {} },
      invoke: {
        src: 'attempt',
        onDone: [
          { guard: ({ event }) => event.output.isOk, target: 'succeeded' },
          {
            target: 'failed',
            actions: {
              type: 'storeRefusal',
              params: ({ event }) => (event.output.isOk ? faultRefusal : event.output.refusal),
            },
          },
        ],
        onError: { target: 'failed', actions: { type: 'storeRefusal', params: faultRefusal } },
      },
    },
    succeeded: {},
    failed: {
      entry: { type: 'notifyRejection', params: ({ context }) => context.refusal ?? faultRefusal },
      on: { 'submission.edited': { target: 'idle', actions: 'dropRefusal' } },
    },
  },
})
