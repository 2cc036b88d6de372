import { assign, fromPromise, setup } from 'xstate'
import type { Outcome, Rejection } from '#domain/commands/command.ts'

/** Submits a form once. */
export type Attempt = () => Promise<Outcome<unknown>>

interface SubmissionContext {
  /** Why the last attempt failed. Cleared by the next attempt. */
  readonly rejection: Rejection | undefined
}

type SubmissionSignal =
  | { readonly type: 'submission.requested' }
  /** The user changed the rejected field. */
  | { readonly type: 'submission.edited' }

/** The general text for a fault instead of a response [ERR-02]. */
const faultRejection: Rejection = { key: 'errors.error' }

/**
 * The submission of one form. A second request during an attempt does nothing, so that nothing is sent twice. A fault
 * counts as a rejection.
 *
 *            requested                 answered ok
 *   idle ───────────────► submitting ───────────────► succeeded
 *    ▲                     ▲      │                       │
 *    │ edited    requested │      │ rejected, fault        │ requested
 *    │                     │      ▼                       ▼
 *    └─────────────────── failed                      submitting
 */
export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionSignal,
  },
  actors: {
    /** Provided by the form. */
    attempt: fromPromise<Outcome<unknown>>(() => Promise.reject(new Error('The form has nothing to submit'))),
  },
  actions: {
    storeRejection: assign((_, rejection: Rejection) => ({ rejection })),
    dropRejection: assign({ rejection: undefined }),
    /** Provided by the form. */
    notifyRejection: (_, _rejection: Rejection) => undefined,
  },
}).createMachine({
  id: 'submission',
  context: { rejection: undefined },
  initial: 'idle',
  on: {
    'submission.requested': { target: '.submitting', actions: 'dropRejection' },
  },
  states: {
    idle: {},
    submitting: {
      // Ignored, because an attempt is running.
      on: { 'submission.requested': {} },
      invoke: {
        src: 'attempt',
        onDone: [
          { guard: ({ event }) => event.output.isOk, target: 'succeeded' },
          {
            target: 'failed',
            actions: {
              type: 'storeRejection',
              params: ({ event }) => (event.output.isOk ? faultRejection : event.output.rejection),
            },
          },
        ],
        onError: { target: 'failed', actions: { type: 'storeRejection', params: faultRejection } },
      },
    },
    succeeded: {},
    failed: {
      entry: { type: 'notifyRejection', params: ({ context }) => context.rejection ?? faultRejection },
      on: { 'submission.edited': { target: 'idle', actions: 'dropRejection' } },
    },
  },
})
