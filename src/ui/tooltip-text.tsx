import { Tooltip, type TooltipProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './tooltip.module.css'

interface TooltipTextProps {
  readonly text: string
  readonly placement: NonNullable<TooltipProps['placement']>
}

/** The words beside the control, wherever there is room for them. */
export const TooltipText = ({ text, placement }: TooltipTextProps) => (
  <Tooltip offset={6} placement={placement} className={classNames(styles.tooltip)}>
    {text}
  </Tooltip>
)
