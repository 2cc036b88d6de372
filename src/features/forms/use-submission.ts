import { useMachine } from '@xstate/react'
import type { Refusal } from '#domain/commands/command.ts'
import { type Attempt, submissionMachine } from '#machines/submission/submission-machine.ts'

export interface Submission {
  readonly isSubmitting: boolean
  /** Why the last attempt failed, until it is edited or tried again. */
  readonly refusal: Refusal | undefined
  /** Starts an attempt; does nothing while one is under way. */
  submit(attempt: Attempt): void
  /** The person changed what was refused. */
  edited(): void
}

/** One form's submission; `onRefused` hears of each failure once. */
export const useSubmission = (onRefused: (refusal: Refusal) => void): Submission => {
  const [snapshot, send] = useMachine(
    submissionMachine.provide({ actions: { tellRefusal: (_, refusal) => onRefused(refusal) } }),
  )
  return {
    isSubmitting: snapshot.matches('submitting'),
    refusal: snapshot.context.refusal,
    submit: (attempt) => send({ type: 'submission.requested', attempt }),
    edited: () => send({ type: 'submission.edited' }),
  }
}
