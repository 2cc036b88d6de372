import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly variant?: ButtonVariant
  readonly icon?: ReactNode
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A labelled button; while pending it keeps its width, shows a ring and cannot be pressed again. */
export const Button = ({
  variant = 'secondary',
  icon,
  isWide = false,
  isPending = false,
  children,
  ...props
}: ButtonProps) => (
  <AriaButton
    {...props}
    isPending={isPending}
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
