import type { ComponentProps, KeyboardEvent, MouseEvent, SyntheticEvent } from 'react'

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
