import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  isKeyboardOpen,
  nextPull,
  noPull,
  type Pull,
  type PullSignal,
  pullLimits,
} from '#domain/gestures/pull-to-refresh.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { useClient } from '../client-context.tsx'
import { reloadPage } from '../overlays/storage-notice.ts'
import { browserClock } from '../ports/clock.ts'
import styles from './touch-frame.module.css'

/**
 * The parts of the compact and mini frames that only touch screens need, loaded after the page: pull to refresh [LAYOUT-07]
 * and the mark of an open keyboard on <html>, which hides the bottom bar [LAYOUT-10].
 */
export const TouchFrame = () => {
  useKeyboardMark()
  const pull = usePull()
  if (pull.state === 'idle') return null
  const isRefreshing = pull.state === 'refreshing'
  const distance = isRefreshing ? pullLimits.start : pull.distance
  // The sign follows the finger at half its speed, and turns once on the way.
  const turn = isRefreshing ? '' : ` rotate(${(distance / pullLimits.refresh) * 360}deg)`
  return (
    <div className={styles.pull} style={{ transform: `translateY(${distance / 2}px)${turn}` }}>
      {isRefreshing ? <Spinner size="small" /> : <RefreshCw aria-hidden="true" />}
    </div>
  )
}

/** Follows one finger on pages that are scrolled to their top, and reloads the page after a long enough pull. */
const usePull = (): Pull => {
  const client = useClient()
  const [pull, setPull] = useState<Pull>(noPull)
  const current = useRef(pull)
  useEffect(() => {
    const take = (signal: PullSignal) => {
      current.current = nextPull(current.current, signal)
      setPull(current.current)
    }
    const start = ({ target, touches }: TouchEvent) => {
      const [touch] = touches
      const mayPull = touch && touches.length === 1 && isAtTop(target)
      take(mayPull ? { type: 'touched', y: touch.clientY } : { type: 'cancelled' })
    }
    const move = ({ touches: [touch] }: TouchEvent) => touch && take({ type: 'moved', y: touch.clientY })
    const listening = new AbortController()
    // Passive, because the pull must never delay a scroll.
    const options = { passive: true, signal: listening.signal }
    document.addEventListener('touchstart', start, options)
    document.addEventListener('touchmove', move, options)
    document.addEventListener('touchend', () => take({ type: 'released' }), options)
    document.addEventListener('touchcancel', () => take({ type: 'cancelled' }), options)
    return () => listening.abort()
  }, [])
  const isRefreshing = pull.state === 'refreshing'
  useEffect(() => {
    if (!isRefreshing) return
    const timer = browserClock.setTimeout(() => reloadPage(client), pullLimits.delay)
    return () => browserClock.clearTimeout(timer)
  }, [client, isRefreshing])
  return pull
}

/** False in dialogs, in message lists, which load older messages at their top, and wherever something is scrolled. */
function isAtTop(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest('main') === null) return false
  if (target.closest('[role="log"], [role="dialog"], [role="alertdialog"], input, textarea') !== null)
    return false
  for (let element: Element | null = target; element !== null; element = element.parentElement)
    if (element.scrollTop > 0) return false
  return true
}

const useKeyboardMark = (): void => {
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const { dataset } = document.documentElement
    const mark = () => {
      // While the user zooms in, the visible part is smaller too.
      const isOpen = visualViewport.scale === 1 && isKeyboardOpen(window.innerHeight, visualViewport.height)
      if (isOpen) dataset.keyboard = 'open'
      else delete dataset.keyboard
    }
    mark()
    visualViewport.addEventListener('resize', mark)
    return () => {
      visualViewport.removeEventListener('resize', mark)
      delete dataset.keyboard
    }
  }, [])
}
