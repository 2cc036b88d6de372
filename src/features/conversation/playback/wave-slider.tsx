import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { playingTime } from '#domain/formats/duration.ts'
import type { WaveformPlacement } from '#domain/media/waveform.ts'
import type { SoundProgress } from '#machines/playback/sound-player.ts'
import type { SoundView } from '#machines/playback/sound-view.ts'
import { useText } from '#src/ui/use-text.ts'
import { WaveBars } from './wave-bars.tsx'
import styles from './wave-slider.module.css'

interface WaveSliderProps {
  /** The file name; the bars are derived from it. */
  readonly name: string
  readonly seconds: number
  readonly place: WaveformPlacement
  readonly view: SoundView
  readonly isReachable: boolean
  readonly isDisabled: boolean
  /** s */
  readonly onSeek: (position: number) => void
}

/** A waveform as a slider: a press, a drag or the arrow keys seek [MSG-23]. */
export const WaveSlider = ({
  name,
  seconds,
  place,
  view,
  isReachable,
  isDisabled,
  onSeek,
}: WaveSliderProps) => {
  const text = useText()
  const [dragged, setDragged] = useState<number>()
  const { position, length } = view
  const shown = dragged ?? position
  const filled = length > 0 ? shown / length : 0

  // Otherwise the list below handles the drag.
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (isDisabled || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(pointedAt(event) * length)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (dragged !== undefined) setDragged(pointedAt(event) * length)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (dragged === undefined) return
    setDragged(undefined)
    onSeek(pointedAt(event) * length)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const sought = positionAfterKey(event.key, { position, length }, isRightToLeft)
    if (sought === undefined || isDisabled) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(sought)
  }
  return (
    <div
      role="slider"
      aria-label={text('conversation.sound.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.min(Math.round(length), Math.floor(shown))}
      aria-valuetext={text('conversation.sound.of', {
        position: playingTime(shown),
        length: playingTime(length),
      })}
      aria-disabled={isDisabled}
      tabIndex={isReachable ? 0 : -1}
      className={styles.wave}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(undefined)}
      onKeyDown={onKeyDown}
    >
      <WaveBars name={name} seconds={seconds} place={place} filled={filled} />
    </div>
  )
}

/** Returns the position of a pointer along the slider, 0 to 1. */
function pointedAt({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width: room } = currentTarget.getBoundingClientRect()
  const along = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, room)))
  return getComputedStyle(currentTarget).direction === 'rtl' ? 1 - along : along
}

/** Steps of arrow keys and page keys, s. */
const [step, page] = [1, 5] as const

/**
 * Returns the position that a key seeks to, s; undefined for other keys. Horizontal arrows follow the writing
 * direction.
 */
export function positionAfterKey(
  key: string,
  { position, length }: SoundProgress,
  isRightToLeft: boolean,
): number | undefined {
  const forwards = isRightToLeft ? -step : step
  const by: Readonly<Record<string, number>> = {
    ArrowRight: forwards,
    ArrowLeft: -forwards,
    ArrowUp: step,
    ArrowDown: -step,
    PageUp: page,
    PageDown: -page,
    Home: -position,
    End: length - position,
  }
  const moved = by[key]
  return moved === undefined ? undefined : Math.min(length, Math.max(0, position + moved))
}
