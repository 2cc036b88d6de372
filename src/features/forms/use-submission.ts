import { useCallback } from 'react'
import { createActor } from 'xstate'
import type { Refusal } from '#domain/commands/command.ts'
import { type Attempt, submissionMachine } from '#machines/submission/submission-machine.ts'
import { useApp } from '#src/app/app-context.ts'
import { useMachineActor, useSnapshot } from '#src/app/use-machine.ts'

export interface Submission {
  /** Nothing was tried yet, or what was refused has been edited. */
  readonly isIdle: boolean
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
  const { inspection } = useApp()
  const actor = useMachineActor(
    submissionMachine.provide({ actions: { tellRefusal: (_, refusal) => onRefused(refusal) } }),
    (machine) => createActor(machine, inspection ? { inspect: inspection.inspection.inspect } : {}),
  )
  const snapshot = useSnapshot(actor)
  return {
    isIdle: snapshot.matches('idle'),
    isSubmitting: snapshot.matches('submitting'),
    refusal: snapshot.context.refusal,
    submit: useCallback((attempt) => actor.send({ type: 'submission.requested', attempt }), [actor]),
    edited: useCallback(() => actor.send({ type: 'submission.edited' }), [actor]),
  }
}
