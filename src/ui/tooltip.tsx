import { type ReactElement, useState } from 'react'
import { TooltipTrigger } from 'react-aria-components'
import type { TooltipText } from './tooltip-text.tsx'

type Words = typeof TooltipText

/** Fetched once by whichever control is hovered first; until then none has words. */
let loading: Promise<Words | undefined> | undefined

/** A tooltip that cannot be fetched is only missing: the control has its name all the same. The next one asks again. */
const load = async (): Promise<Words | undefined> => {
  try {
    return (await import('./tooltip-text.tsx')).TooltipText
  } catch {
    loading = undefined
    return undefined
  }
}

/** Shows `text` beside a focused or hovered control; the control keeps its own accessible name. */
export const Tooltip = ({ text, placement = 'bottom', children }: TooltipProps) => {
  const [shown, setShown] = useState<{ readonly Words: Words | undefined }>()
  const fetchWords = async () => {
    loading ??= load()
    setShown({ Words: await loading })
  }
  return (
    <TooltipTrigger
      delay={600}
      closeDelay={0}
      onOpenChange={(isOpen) => isOpen && shown?.Words === undefined && void fetchWords()}
    >
      {children}
      {shown?.Words && <shown.Words text={text} placement={placement} />}
    </TooltipTrigger>
  )
}

interface TooltipProps {
  readonly text: string
  readonly placement?: 'top' | 'bottom' | 'right'
  /** One focusable control. */
  readonly children: ReactElement
}
