import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Recording } from '#machines/recorder/microphone.ts'
import styles from './level-bars.module.css'

interface LevelBarsProps {
  /** Returns `count` levels, 0 to 1, from left to right. */
  readonly levels: (count: number) => readonly number[]
  /** The highlighted share of the bars, 0 to 1. */
  readonly filled: number
}

/** Width of a bar with its gap, width of a bar, height, and height of silence, px. */
const [pitch, width, height, lowest] = [5, 3, 24, 3]

/** Loudness as bars, as many as fit. Decorative: the text next to it carries the meaning. */
export const LevelBars = ({ levels, filled }: LevelBarsProps) => {
  const svg = useRef<SVGSVGElement>(null)
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const { current } = svg
    if (!current) return
    const observer = new ResizeObserver(([entry]) =>
      setCount(Math.floor((entry?.contentRect.width ?? 0) / pitch)),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <svg ref={svg} aria-hidden="true" className={styles.bars}>
      {levels(count).map((level, index) => {
        const tall = Math.max(lowest, level * height)
        const x = index * pitch
        return (
          <rect
            key={`at-${x}`}
            className={styles.levelBar}
            data-filled={index < filled * count}
            {...{ x, y: (height - tall) / 2, width, height: tall, rx: width / 2 }}
          />
        )
      })}
    </svg>
  )
}

/** Interval of loudness measurements, ms. */
const interval = 80

export interface Levels {
  /** All measured levels since the start, 0 to 1. */
  readonly levels: readonly number[]
  /** The recorded time, s. */
  readonly elapsed: number
}

/** Measures the levels and length of a running recording and keeps them afterwards. */
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
