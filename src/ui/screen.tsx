import { ArrowLeft } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import {
  type FingerPoint,
  goesBack,
  isAtEdge,
  moveSwipe,
  noSwipe,
  type Swipe,
} from '#domain/gestures/swipe.ts'
import { useReducedMotion } from '#src/app/use-reduced-motion.ts'
import { isInstalled } from '#src/platform/device.ts'
import { classNames } from './class-names.ts'
import { useFrameMode } from './frame-mode.ts'
import { IconButton } from './icon-button.tsx'
import styles from './screen.module.css'
import { useEscapeFrom } from './use-escape-from.ts'
import { useText } from './use-text.ts'

export interface ScreenProps {
  readonly title: string
  /** Shows a back button. In compact frames Escape and the back gesture do the same. */
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
  useEscapeFrom(page, useFrameMode() === 'full' ? undefined : onBack)
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

/**
 * Pointer handlers for a page: a finger that drags it inwards from its leading edge goes back. The page follows and
 * uncovers what is mounted below it. None without `onBack`. Without effect in a tab of a browser, which has such a gesture
 * of its own (DEC-220).
 */
export const useBackGesture = (onBack: (() => void) | undefined): BackGestureHandlers => {
  const frame = useFrameMode()
  const isMotionReduced = useReducedMotion()
  const swipe = useRef<Swipe>(noSwipe)
  useEffect(() => () => uncover(false), [])
  if (onBack === undefined || frame === 'full') return {}
  const follow = ({ currentTarget }: PointerEvent<HTMLElement>, next: Swipe) => {
    swipe.current = next
    const distance = next.state === 'swiping' ? Math.max(0, next.distance) : 0
    const isStill = distance === 0 || isMotionReduced
    uncover(!isStill)
    currentTarget.style.translate = isStill ? '' : `calc(var(--forward) * ${distance}px)`
  }
  const move = (event: PointerEvent<HTMLElement>): Swipe => {
    const next = moveSwipe(swipe.current, pointOf(event))
    // From here on the page receives all events of the finger.
    if (next.state === 'swiping') event.currentTarget.setPointerCapture(event.pointerId)
    follow(event, next)
    return next
  }
  return {
    'data-back-gesture': true,
    onPointerDown: (event) => {
      const from = pointOf(event)
      const isFinger = event.pointerType === 'touch' && event.isPrimary
      const starts = isFinger && isAtEdge(from.x) && (frame === 'mini' || isInstalled())
      follow(event, starts ? { state: 'pressed', from } : noSwipe)
    },
    onPointerMove: (event) => event.isPrimary && move(event),
    onPointerUp: (event) => {
      if (!goesBack(move(event))) return follow(event, noSwipe)
      swipe.current = noSwipe
      void slideAway(event.currentTarget).then(onBack)
    },
    onPointerCancel: (event) => follow(event, noSwipe),
  }
}

/** Shows what is mounted below the current page, and stops the transition between the two, or no longer. */
function uncover(isUncovered: boolean): void {
  document.documentElement.toggleAttribute('data-dragged-back', isUncovered)
}

/** Time in which a page slides away, and in which it is gone then, ms. */
const slidingTime = 160
const leavingTime = 500

/** Slides a page from where a finger left it out of sight. It comes back if it is still there later. */
async function slideAway(page: HTMLElement): Promise<void> {
  // Unmoved if motion is reduced.
  if (page.style.translate === '') return
  const away = { translate: 'calc(var(--forward) * 100%)' }
  const sliding = page.animate(away, { duration: slidingTime, fill: 'forwards' })
  await sliding.finished
  setTimeout(() => {
    sliding.cancel()
    page.style.translate = ''
    uncover(false)
  }, leavingTime)
}

/** The point of a finger on a page, from the page's leading edge. */
function pointOf({
  currentTarget,
  clientX,
  clientY: y,
  timeStamp: at,
}: PointerEvent<HTMLElement>): FingerPoint {
  const isMirrored = getComputedStyle(currentTarget).direction === 'rtl'
  return { x: isMirrored ? innerWidth - clientX : clientX, y, at }
}

type BackGestureHandlers = {
  /** Keeps horizontal movements from the browser. */
  readonly 'data-back-gesture'?: true
} & Partial<
  Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    (event: PointerEvent<HTMLElement>) => void
  >
>
