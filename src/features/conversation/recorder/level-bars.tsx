import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Recording } from '#machines/recorder/microphone.ts'
import styles from './level-bars.module.css'

interface LevelBarsProps {
  /** Gives so many levels, 0 to 1, from left to right. */
  readonly levels: (count: number) => readonly number[]
  /** How many of them, from the first, stand out, 0 to 1. */
  readonly filled: number
}

/** Width of a bar with the gap behind it, of the bar alone, height of all and of silence, px. */
const [pitch, width, height, lowest] = [5, 3, 24, 3]

/** Loudness as bars, as many as there is room for; a picture of what is said in words beside it. */
export const LevelBars = ({ levels, filled }: LevelBarsProps) => {
  const drawing = useRef<SVGSVGElement>(null)
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const { current } = drawing
    if (!current) return
    const observer = new ResizeObserver(([entry]) =>
      setCount(Math.floor((entry?.contentRect.width ?? 0) / pitch)),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <svg ref={drawing} aria-hidden="true" className={styles.bars}>
      {levels(count).map((level, index) => {
        const tall = Math.max(lowest, level * height)
        const x = index * pitch
        return (
          <rect
            key={`at-${x}`}
            className={styles.bar}
            data-filled={index < filled * count}
            {...{ x, y: (height - tall) / 2, width, height: tall, rx: width / 2 }}
          />
        )
      })}
    </svg>
  )
}

/** How often loudness is measured, ms. */
const interval = 80

export interface Levels {
  /** Every loudness since the recording began, 0 to 1. */
  readonly levels: readonly number[]
  /** How long it has been recording, s. */
  readonly elapsed: number
}

/** Follows a recording while it is being made, and keeps what it followed. */
export const useLevels = (
  recording: Recording | undefined,
  isRecording: boolean,
  readElapsed: () => number,
): Levels => {
  const [followed, setFollowed] = useState<Levels>({ levels: [], elapsed: 0 })
  useEffect(() => {
    if (recording === undefined || !isRecording) return
    const measure = () => {
      const [level, elapsed] = [recording.level(), readElapsed()]
      setFollowed(({ levels }) => ({ levels: [...levels, level], elapsed }))
    }
    const timer = setInterval(measure, interval)
    return () => clearInterval(timer)
  }, [recording, isRecording, readElapsed])
  return followed
}
