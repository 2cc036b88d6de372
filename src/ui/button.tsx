import { RotateCw } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
} from 'react'
import { useAnnouncer } from './announcer.tsx'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
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

export interface PressButtonProps
  extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled' | 'tabIndex' | 'style'> {
  /** By pointer, key or assistive technology. */
  readonly onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  readonly isDisabled?: boolean | undefined
  /** True if other keys than Tab reach it. */
  readonly excludeFromTabOrder?: boolean | undefined
}

/**
 * An unstyled native button. Its events do not propagate, so that a row around it is not pressed too. It takes the
 * focus in every browser, so that a dialog can return it.
 */
export const PressButton = ({
  onPress,
  isDisabled = false,
  excludeFromTabOrder = false,
  type = 'button',
  onPointerDown,
  onMouseDown,
  onKeyDown,
  ...props
}: PressButtonProps) => (
  <button
    {...props}
    type={type}
    disabled={isDisabled}
    tabIndex={excludeFromTabOrder ? -1 : undefined}
    onPointerDown={(event) => {
      onPointerDown?.(event)
      keep(event)
    }}
    onMouseDown={(event) => {
      onMouseDown?.(event)
      keep(event)
    }}
    onKeyDown={(event) => {
      onKeyDown?.(event)
      if (isPressing(event)) keep(event)
    }}
    onClick={(event) => {
      keep(event)
      // Safari does not focus a button on press.
      event.currentTarget.focus({ preventScroll: true })
      onPress?.(event)
    }}
  />
)

const keep = (event: SyntheticEvent): void => event.stopPropagation()

const isPressing = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '
