import { type ReactNode, useEffect } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { useAnnouncer } from './announcer.tsx'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { useText } from './use-text.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly variant?: ButtonVariant
  readonly icon?: ReactNode
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A labelled button; while pending it keeps its width and focus, shows a ring and cannot be pressed again. */
export const Button = ({
  variant = 'secondary',
  icon,
  isWide = false,
  isPending = false,
  children,
  ...props
}: ButtonProps) => {
  useSpokenPending(isPending)
  return (
    <AriaButton
      {...props}
      {...(isPending ? inert : {})}
      className={classNames(styles.button, styles[variant], isWide && styles.wide)}
    >
      {isPending && (
        <span className={styles.pending}>
          <Spinner size="small" />
        </span>
      )}
      <span className={classNames(styles.content, isPending && styles.hidden)}>
        {icon}
        {children}
      </span>
    </AriaButton>
  )
}

/** What a pending button does when pressed: nothing, and it submits no form. */
const inert = { type: 'button', onPress: () => undefined } as const

// React Aria's own pending state leaves an announcement behind that names the button after it has gone.
const useSpokenPending = (isPending: boolean): void => {
  const text = useText()
  const announce = useAnnouncer()
  useEffect(() => {
    if (isPending) announce(text('common.loading'))
  }, [isPending, announce, text])
}
