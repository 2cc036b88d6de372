import { ArrowLeft } from 'lucide-react'
import { type ReactNode, type TouchEvent, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import styles from './screen.module.css'
import { useText } from './use-text.ts'

export interface ScreenProps {
  readonly title: string
  /** Shows a back button; the back gesture does the same. */
  readonly onBack?: (() => void) | undefined
  /** Whether it slides in and takes the focus; by default if it has a back button. */
  readonly isPushed?: boolean
  /** Buttons at the header's end. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Limits the content to a reading width. */
  readonly isNarrow?: boolean
}

/** A page with a header. A pushed one slides in and focuses its title, unless a field has autofocus. */
export const Screen = ({
  title,
  onBack,
  isPushed = onBack !== undefined,
  actions,
  children,
  isNarrow = false,
}: ScreenProps) => {
  const text = useText()
  const titleId = useId()
  const page = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const gesture = useBackGesture(onBack)
  useEffect(() => {
    const hasFocus = page.current?.contains(document.activeElement) === true
    if (isPushed && !hasFocus) heading.current?.focus({ preventScroll: true })
  }, [isPushed])
  return (
    <main
      ref={page}
      aria-labelledby={titleId}
      className={classNames(styles.screen, isPushed && styles.pushed)}
      {...gesture}
    >
      <header className={classNames(styles.header, isNarrow && styles.centred)}>
        {onBack !== undefined && (
          <IconButton label={text('common.back')} icon={<ArrowLeft />} onPress={onBack} />
        )}
        <h1 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.body}>
        {isNarrow ? <div className={styles.narrow}>{children}</div> : children}
      </div>
    </main>
  )
}

/** Greatest start distance from the edge and least length of a drag, CSS px. */
const edge = 24
const distance = 72

interface Start {
  readonly x: number
  readonly y: number
}

/** Touch handlers for an element: a drag from its leading edge inwards goes back. None without `onBack`. */
export const useBackGesture = (onBack: (() => void) | undefined): BackGestureHandlers => {
  const start = useRef<Start>(undefined)
  if (onBack === undefined) return {}
  return {
    onTouchStart: (event) => {
      const touch = event.touches[0]
      const isAtEdge = touch !== undefined && event.touches.length === 1 && touch.clientX <= edge
      start.current = isAtEdge ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: (event) => {
      const from = start.current
      const touch = event.changedTouches[0]
      start.current = undefined
      if (from === undefined || touch === undefined) return
      const inwards = touch.clientX - from.x
      if (inwards >= distance && Math.abs(touch.clientY - from.y) < inwards / 2) onBack()
    },
    onTouchCancel: () => {
      start.current = undefined
    },
  }
}

interface BackGestureHandlers {
  readonly onTouchStart?: (event: TouchEvent) => void
  readonly onTouchEnd?: (event: TouchEvent) => void
  readonly onTouchCancel?: (event: TouchEvent) => void
}
