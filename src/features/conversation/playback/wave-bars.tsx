import { useMemo } from 'react'
import { barCount, barHeights, highestBar, type WavePlace } from '#domain/media/waveform.ts'
import styles from './wave-bars.module.css'

interface WaveBarsProps {
  /** Of the file: its bars follow from it. */
  readonly name: string
  readonly seconds: number
  readonly place: WavePlace
  /** How far it has come, 0 to 1. */
  readonly filled: number
}

/** From one bar to the next, and its width, px. */
const [pitch, width] = [5, 3]

/** The bars of a sound, filled as far as it has come [MSG-23 MSG-24]. */
export const WaveBars = ({ name, seconds, place, filled }: WaveBarsProps) => {
  const heights = useMemo(() => barHeights(name, barCount(seconds, place)), [name, seconds, place])
  return (
    <svg
      aria-hidden="true"
      className={styles.bars}
      width={heights.length * pitch - (pitch - width)}
      height={highestBar}
    >
      {heights.map((height, index) => {
        const x = index * pitch
        return (
          <rect
            key={`at-${x}`}
            data-filled={(index + 0.5) / heights.length <= filled}
            {...{ x, y: (highestBar - height) / 2, width, height, rx: width / 2 }}
          />
        )
      })}
    </svg>
  )
}
