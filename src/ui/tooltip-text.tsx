import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components'
import { AriaLocale } from './aria-locale.tsx'
import { classNames } from './class-names.ts'
import styles from './tooltip.module.css'
import type { TooltipAnchor, TooltipOptions } from './use-tooltip.tsx'

interface TooltipTextProps extends Required<TooltipOptions> {
  readonly id: string
  readonly isOpen: boolean
  readonly triggerRef: TooltipAnchor
  readonly onClose: () => void
}

/** The words beside the control, wherever there is room for them. */
export const TooltipText = ({ text, isOpen, onClose, ...props }: TooltipTextProps) => (
  <AriaLocale>
    <TooltipTriggerStateContext
      value={{ isOpen, shouldSkipAnimation: false, open: () => undefined, close: onClose }}
    >
      <Tooltip {...props} isOpen={isOpen} offset={6} className={classNames(styles.tooltip)}>
        {text}
      </Tooltip>
    </TooltipTriggerStateContext>
  </AriaLocale>
)
