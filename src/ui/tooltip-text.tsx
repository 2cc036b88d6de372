import type { RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components'
import { AriaLocale } from './aria-locale.tsx'
import { classNames } from './class-names.ts'
import styles from './tooltip-text.module.css'

export interface TooltipOptions {
  readonly text: string
  readonly placement?: 'top' | 'bottom' | 'right'
}

export interface TooltipTextProps extends Required<TooltipOptions> {
  readonly id: string
  readonly isOpen: boolean
  readonly triggerRef: RefObject<Element | null>
  readonly onClose: () => void
}

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
