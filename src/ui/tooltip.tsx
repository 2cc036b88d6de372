import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './tooltip.module.css'

/** Shows `text` beside a focused or hovered control; the control keeps its own accessible name. */
export const Tooltip = ({ text, placement = 'bottom', children }: TooltipProps) => (
  <TooltipTrigger delay={600} closeDelay={0}>
    {children}
    <AriaTooltip offset={6} placement={placement} className={classNames(styles.tooltip)}>
      {text}
    </AriaTooltip>
  </TooltipTrigger>
)

interface TooltipProps {
  readonly text: string
  readonly placement?: 'top' | 'bottom' | 'right'
  /** One focusable control. */
  readonly children: ReactElement
}
