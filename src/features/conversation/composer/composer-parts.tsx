import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { longestMessage } from '#domain/message/message-content.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './composer.module.css'
import { counterShownFrom } from './use-draft.ts'

interface FieldNoticesProps {
  /** The element id by which the textbox names the error as its description. */
  readonly errorId: string
  readonly error: string | undefined
  /** The length of the trimmed text, UTF-16 units. */
  readonly length: number
}

/** The error of what was written, and the length of a text that is nearly too long. */
export const FieldNotices = ({ errorId, error, length }: FieldNoticesProps) => {
  const text = useText()
  return (
    <>
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
      {length > counterShownFrom && (
        <p className={styles.count} data-numeric="true">
          {text('conversation.length', { count: length, max: longestMessage })}
        </p>
      )}
    </>
  )
}

/** The button that submits the form. The icon is its child. */
export const SubmitButton = ({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) => (
  <button
    type="submit"
    aria-label={label}
    className={styles.send}
    // Keeps the focus in the textbox, and the keyboard of a phone open.
    onMouseDown={(event) => event.preventDefault()}
  >
    {children}
  </button>
)
