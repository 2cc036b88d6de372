import { useMemo } from 'react'
import { barCount, barHeights, highestBar, type WaveformPlacement } from '#domain/media/waveform.ts'
import styles from './wave-bars.module.css'

interface WaveBarsProps {
  /** The file name; the bars are derived from it. */
  readonly name: string
  readonly seconds: number
  readonly place: WaveformPlacement
  /** The share played, 0 to 1. */
  readonly filled: number
}

/** Distance between bars and width of a bar, px. */
const [pitch, width] = [5, 3]

/** The waveform of a sound, filled up to the playback position [MSG-23 MSG-24]. */
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
