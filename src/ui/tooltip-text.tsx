import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components'
import { AriaLocale } from './aria-locale.tsx'
import { classNames } from './class-names.ts'
import styles from './tooltip-text.module.css'
import type { TooltipTextProps } from './use-tooltip.tsx'

/** The tooltip next to its control, placed where there is space. */
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
