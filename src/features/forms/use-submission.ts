import { useMachine } from '@xstate/react'
import { useCallback, useRef } from 'react'
import { fromPromise } from 'xstate'
import type { Rejection } from '#domain/commands/command.ts'
import { type Attempt, submissionMachine } from '#machines/submission/submission-machine.ts'
import { useApp } from '#src/app/app-context.ts'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useToasts } from '#src/ui/toast.tsx'

export interface Submission {
  /** Whether nothing was submitted yet, or the rejected value was edited. */
  readonly isIdle: boolean
  readonly isSubmitting: boolean
  /** Why the last attempt failed, until the next edit or attempt. */
  readonly rejection: Rejection | undefined
  /** Starts an attempt unless one is running. */
  submit(attempt: Attempt): void
  /** Called when the rejected value was edited. */
  edited(): void
}

const nothingToSubmit: Attempt = async () => ({ isOk: true, value: undefined })

/** The submission of a form; `onRejected` is called once for each failure. */
export const useSubmission = (onRejected: (rejection: Rejection) => void): Submission => {
  const { inspection } = useApp()
  const latest = useRef<Attempt>(nothingToSubmit)
  const [snapshot, send] = useMachine(
    submissionMachine.provide({
      actors: { attempt: fromPromise(() => latest.current()) },
      actions: { notifyRejection: (_, rejection) => onRejected(rejection) },
    }),
    inspection ? { inspect: inspection.inspection.inspect } : {},
  )
  return {
    isIdle: snapshot.matches('idle'),
    isSubmitting: snapshot.matches('submitting'),
    rejection: snapshot.context.rejection,
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

/** The same for an act without a form: a toast shows each failure, after `onRejected`. */
export const useSubmissionWithToast = (onRejected: () => void = () => undefined): Submission => {
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  return useSubmission((rejection) => {
    onRejected()
    toasts.show({ kind: 'error', text: rejectionText(rejection) })
  })
}
