import { useRef } from 'react'
import type { Rejection } from '#domain/commands/command.ts'
import type { Attempt } from '#machines/submission/submission-machine.ts'
import { Button } from '#src/ui/button.tsx'
import { useFocusOfNextRow } from '#src/ui/use-focus-of-next-row.ts'
import { useText } from '#src/ui/use-text.ts'
import { useSubmission } from '../forms/use-submission.ts'
import styles from './answer-buttons.module.css'

interface AnswerButtonsProps {
  readonly onAccept: Attempt
  readonly onReject: Attempt
  /** Called when the server rejects an answer. */
  readonly onRejected: (rejection: Rejection) => void
}

/** The two answers to a friend or join request, in a row of a list. While one is sent, the other is disabled. */
export const AnswerButtons = ({ onAccept, onReject, onRejected }: AnswerButtonsProps) => {
  const text = useText()
  const accepting = useSubmission(onRejected)
  const rejecting = useSubmission(onRejected)
  const answers = useRef<HTMLSpanElement>(null)
  useFocusOfNextRow(answers)
  return (
    <span ref={answers} className={styles.answers}>
      <Button
        isPending={rejecting.isSubmitting}
        isDisabled={accepting.isSubmitting}
        onPress={() => rejecting.submit(onReject)}
      >
        {text('contact.applications.reject')}
      </Button>
      <Button
        variant="primary"
        isPending={accepting.isSubmitting}
        isDisabled={rejecting.isSubmitting}
        onPress={() => accepting.submit(onAccept)}
      >
        {text('contact.applications.accept')}
      </Button>
    </span>
  )
}
