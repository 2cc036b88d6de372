import { useEffect, useRef, useState } from 'react'
import { browserClock } from '#src/app/ports/clock.ts'
import type { Recorder } from './use-recorder.ts'

/** A touch shorter than this is a tap, after which the recorder goes on by itself, ms. */
const longestTap = 300
/** Sliding this far towards the start of the line cancels, px. */
const cancelDistance = 80

export interface Hold {
  /** Whether a finger holds the button. */
  readonly isHeld: boolean
  /** A finger has come down on the button. */
  begin(): void
}

/** Recording while a finger holds the button: lifting it sends, sliding it away cancels; a tap leaves it running. */
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
    // On the window, for the button makes room for the recording.
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', lift, { signal })
    window.addEventListener('pointercancel', end, { signal })
    setIsHeld(true)
    start()
  }
  return { isHeld, begin }
}
