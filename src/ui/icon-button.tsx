import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  /** Its accessible name, shown as a tooltip too. */
  readonly label: string
  readonly icon: ReactNode
  readonly tone?: 'neutral' | 'brand' | 'danger'
  readonly hasTooltip?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A square button of one icon: a 20 px picture on a 40 px target, 44 px in compact frames. */
export const IconButton = ({
  label,
  icon,
  tone = 'neutral',
  hasTooltip = true,
  ...props
}: IconButtonProps) => {
  const button = (
    <AriaButton {...props} aria-label={label} className={classNames(styles.button, styles[tone])}>
      {icon}
    </AriaButton>
  )
  return hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
