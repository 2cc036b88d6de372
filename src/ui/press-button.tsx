import type { ComponentProps, KeyboardEvent, MouseEvent, SyntheticEvent } from 'react'

export interface PressButtonProps
  extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled' | 'tabIndex' | 'style'> {
  /** By pointer, key or assistive technology. */
  readonly onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  readonly isDisabled?: boolean | undefined
  /** Reached by other ways than the Tab key. */
  readonly excludeFromTabOrder?: boolean | undefined
}

/**
 * The browser's own button, without looks. What happens to it stays with it: a row that can be pressed, and has one in it, is not
 * pressed too. It takes the focus in every browser, so that what it opens can give it back.
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
      // Safari leaves it elsewhere when a pointer presses.
      event.currentTarget.focus({ preventScroll: true })
      onPress?.(event)
    }}
  />
)

const keep = (event: SyntheticEvent): void => event.stopPropagation()

const isPressing = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '
