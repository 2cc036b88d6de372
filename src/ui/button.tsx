import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useAnnouncer } from './announcer.tsx'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { PressButton, type PressButtonProps } from './press-button.tsx'
import { Spinner } from './spinner.tsx'
import { useText } from './use-text.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'quiet-danger'

export interface ButtonProps extends Omit<PressButtonProps, 'className' | 'children'> {
  readonly variant?: ButtonVariant
  readonly icon?: ReactNode
  readonly isWide?: boolean
  readonly isPending?: boolean
  readonly children: ReactNode
}

/** A labelled button. While pending it keeps its width and focus, shows a spinner and ignores presses. */
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
    <PressButton
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
    </PressButton>
  )
}

/** Ignores the press of a pending button and prevents a form submission. */
const inert = { type: 'button', onPress: () => undefined } as const

/** Announces the pending state without changing the button's accessible name afterwards. */
const useSpokenPending = (isPending: boolean): void => {
  const text = useText()
  const announce = useAnnouncer()
  useEffect(() => {
    if (isPending) announce(text('common.loading'))
  }, [isPending, announce, text])
}

/** Reloads the page; a primary button unless `isChief` is false. */
export const RefreshButton = ({ isChief = true }: { readonly isChief?: boolean }) => {
  const text = useText()
  return (
    <Button
      {...(isChief && { variant: 'primary' })}
      icon={<RotateCw aria-hidden="true" />}
      onPress={() => window.location.reload()}
    >
      {text('common.refresh')}
    </Button>
  )
}
