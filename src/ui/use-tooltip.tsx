import {
  type ComponentType,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { TooltipOptions, TooltipTextProps } from './tooltip-text.tsx'

type TooltipText = ComponentType<TooltipTextProps>

/** Hover time before a tooltip shows, ms. */
const restTime = 600
/** After a tooltip, the next one shows without a delay for this long, ms. */
const warmTime = 500
let lastShownAt = Number.NEGATIVE_INFINITY

/** The tooltip component, loaded once by the first hovered control. */
let loading: Promise<TooltipText | undefined> | undefined

/** Never rejects. A tooltip that fails to load is only missing, and the next one tries again. */
const load = async (): Promise<TooltipText | undefined> => {
  try {
    return (await import('./tooltip-text.tsx')).TooltipText
  } catch {
    loading = undefined
    return undefined
  }
}

/** Where the pointer was pressed last, until it leaves a control, CSS px. */
let pressedAt: { readonly x: number; readonly y: number } | undefined
const recordPress = ({ clientX, clientY }: globalThis.PointerEvent): void => {
  pressedAt = { x: clientX, y: clientY }
}

/** A press may replace the control under the pointer. The user has not hovered the new control yet. */
const isStillAtPress = (x: number, y: number): boolean =>
  pressedAt !== undefined && Math.hypot(x - pressedAt.x, y - pressedAt.y) <= 4

/** The props of the control, whatever its element. */
export interface TooltipTarget {
  readonly 'aria-describedby': string | undefined
  onPointerEnter(event: PointerEvent<Element>): void
  onPointerLeave(event: PointerEvent<Element>): void
  onPointerDown(): void
  onFocus(event: FocusEvent<Element>): void
  onBlur(): void
  onKeyDown(): void
}

interface WithTooltip {
  readonly target: TooltipTarget
  /** The tooltip, to be rendered next to the control. */
  readonly tooltip: ReactNode
}

/** Shows `text` next to a hovered or keyboard-focused control. The control keeps its own accessible name. */
export const useTooltip = ({ text, placement = 'bottom' }: TooltipOptions): WithTooltip => {
  const id = useId()
  const anchor = useRef<Element>(null)
  const { isOpen, Tooltip, showSoon, showNow, hide } = useShowing()
  useClosingByEscape(isOpen, hide)
  return {
    target: {
      'aria-describedby': isOpen && Tooltip !== undefined ? id : undefined,
      onPointerEnter: ({ currentTarget, pointerType, clientX, clientY }) => {
        if (pointerType === 'touch' || isStillAtPress(clientX, clientY)) return
        anchor.current = currentTarget
        showSoon()
      },
      onPointerLeave: ({ clientX, clientY }) => {
        // A press may also move the control away from the pointer, and another one below it.
        if (!isStillAtPress(clientX, clientY)) pressedAt = undefined
        hide()
      },
      onPointerDown: hide,
      onFocus: ({ currentTarget }) => {
        if (!currentTarget.matches(':focus-visible')) return
        anchor.current = currentTarget
        showNow()
      },
      onBlur: hide,
      onKeyDown: hide,
    },
    tooltip: Tooltip !== undefined && (
      <Tooltip id={id} text={text} placement={placement} isOpen={isOpen} triggerRef={anchor} onClose={hide} />
    ),
  }
}

/** The open state of the tooltip and its component once loaded. */
const useShowing = () => {
  const [isOpen, setIsOpen] = useState(false)
  const [fetched, setFetched] = useState<{ readonly Tooltip: TooltipText }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The document keeps one listener for all controls, because a listener that it has is not added again.
    document.addEventListener('pointerdown', recordPress, true)
    return () => clearTimeout(timer.current)
  }, [])

  const fetchTooltip = async () => {
    loading ??= load()
    const Tooltip = await loading
    if (Tooltip !== undefined) setFetched({ Tooltip })
  }
  const showNow = () => {
    clearTimeout(timer.current)
    if (fetched === undefined) void fetchTooltip()
    setIsOpen(true)
  }
  const showSoon = () => {
    clearTimeout(timer.current)
    const isWarm = performance.now() - lastShownAt < warmTime
    if (isWarm) showNow()
    else timer.current = setTimeout(showNow, restTime)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (!isOpen) return
    lastShownAt = performance.now()
    setIsOpen(false)
  }
  return { isOpen, Tooltip: fetched?.Tooltip, showSoon, showNow, hide }
}

/** Escape closes the tooltip and nothing else. */
const useClosingByEscape = (isOpen: boolean, hide: () => void): void => {
  const closing = useRef(hide)
  closing.current = hide
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      closing.current()
    }
    document.addEventListener('keydown', close, true)
    return () => document.removeEventListener('keydown', close, true)
  }, [isOpen])
}
