import { useMachine } from '@xstate/react'
import { useCallback, useRef } from 'react'
import { fromPromise } from 'xstate'
import type { Refusal } from '#domain/commands/command.ts'
import { type Attempt, submissionMachine } from '#machines/submission/submission-machine.ts'
import { useApp } from '#src/app/app-context.ts'

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

const nothingToSubmit: Attempt = async () => ({ isOk: true, value: undefined })

/** One form's submission; `onRefused` hears of each failure once. */
export const useSubmission = (onRefused: (refusal: Refusal) => void): Submission => {
  const { inspection } = useApp()
  const latest = useRef<Attempt>(nothingToSubmit)
  const [snapshot, send] = useMachine(
    submissionMachine.provide({
      actors: { attempt: fromPromise(() => latest.current()) },
      actions: { notifyRejection: (_, refusal) => onRefused(refusal) },
    }),
    inspection ? { inspect: inspection.inspection.inspect } : {},
  )
  return {
    isIdle: snapshot.matches('idle'),
    isSubmitting: snapshot.matches('submitting'),
    refusal: snapshot.context.refusal,
    submit: useCallback(
      (attempt) => {
        latest.current = attempt
        send({ type: 'submission.requested' })
      },
      [send],
    ),
    edited: useCallback(() => send({ type: 'submission.edited' }), [send]),
  }
}
