import { useEffect, useRef, useState } from 'react'
import { browserClock } from '#src/app/ports/clock.ts'
import type { Recorder } from './use-recorder.ts'

/** Longest tap, ms. After a tap recording continues without holding. */
const longestTap = 300
/** Distance to slide towards the inline start to cancel, px. */
const cancelDistance = 80

export interface Hold {
  /** Whether a finger holds the button. */
  readonly isHeld: boolean
  /** Call when a finger presses the button. */
  begin(): void
}

/** Press and hold to record: lifting the finger sends, sliding cancels, a tap keeps recording. */
export const useHold = ({ start, send, cancel }: Pick<Recorder, 'start' | 'send' | 'cancel'>): Hold => {
  const [isHeld, setIsHeld] = useState(false)
  const letGo = useRef<() => void>(undefined)
  useEffect(() => () => letGo.current?.(), [])
  const actions = useRef({ send, cancel })
  useEffect(() => {
    actions.current = { send, cancel }
  })

  const begin = () => {
    const over = new AbortController()
    const { signal } = over
    const startedAt = browserClock.monotonic()
    const direction = document.documentElement.dir === 'rtl' ? -1 : 1
    let origin: number | undefined
    const end = () => {
      over.abort()
      setIsHeld(false)
    }
    const move = ({ clientX }: PointerEvent) => {
      origin ??= clientX
      if (direction * (origin - clientX) < cancelDistance) return
      end()
      actions.current.cancel()
    }
    const lift = () => {
      end()
      if (browserClock.monotonic() - startedAt >= longestTap) actions.current.send()
    }
    letGo.current = () => over.abort()
    // On the window, because the recorder bar replaces the button.
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', lift, { signal })
    window.addEventListener('pointercancel', end, { signal })
    setIsHeld(true)
    start()
  }
  return { isHeld, begin }
}
