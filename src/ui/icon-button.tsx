import type { ReactNode } from 'react'
import { PressButton, type PressButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'
import { useTooltip } from './use-tooltip.tsx'

export interface IconButtonProps
  extends Omit<
    PressButtonProps,
    'className' | 'children' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'
  > {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly tone?: 'neutral' | 'brand' | 'danger'
  readonly hasTooltip?: boolean
}

/** A square button of one icon: a 20 px picture on a 40 px target, 44 px in compact frames. */
export const IconButton = ({ hasTooltip = true, ...props }: IconButtonProps) =>
  hasTooltip ? <WithTooltip {...props} /> : <Square {...props} />

type SquareProps = Omit<IconButtonProps, 'hasTooltip'>

const WithTooltip = (props: SquareProps) => {
  const { target, tooltip } = useTooltip({ text: props.label })
  return (
    <>
      <Square
        {...props}
        {...target}
        onPointerDown={(event) => {
          props.onPointerDown?.(event)
          target.onPointerDown()
        }}
        onKeyDown={(event) => {
          props.onKeyDown?.(event)
          target.onKeyDown()
        }}
      />
      {tooltip}
    </>
  )
}

const Square = ({ label, icon, tone = 'neutral', ...props }: SquareProps & PressButtonProps) => (
  <PressButton {...props} aria-label={label} className={classNames(styles.button, styles[tone])}>
    {icon}
  </PressButton>
)
