import { Check, CheckCheck, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MessageState } from '#domain/message/timeline-message.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './state-mark.module.css'

const marks: Readonly<Record<MessageState, ReactNode>> = {
  pending: <Spinner size="small" isDecorative />,
  stale: <CircleAlert aria-hidden="true" />,
  failed: <CircleAlert aria-hidden="true" />,
  sent: <Check aria-hidden="true" />,
  read: <CheckCheck aria-hidden="true" />,
}

/** The delivery state of an own message: an icon, and words for assistive technology [MSG-17 MSG-18]. */
export const StateMark = ({ state }: { readonly state: MessageState }) => {
  const text = useText()
  return (
    <span className={classNames(styles.mark, styles[state])}>
      {marks[state]}
      <VisuallyHidden>{text(`conversation.state.${state}`)}</VisuallyHidden>
    </span>
  )
}
