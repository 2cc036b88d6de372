import { Pause, Play, RotateCw } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import { Button } from 'react-aria-components'
import { selectFromActor } from '#client/select-from-actor.ts'
import { playingTime } from '#domain/formats/duration.ts'
import { type MediaItem, mediaFaultOf } from '#domain/media/media-item.ts'
import { nextRate } from '#domain/media/playback.ts'
import type { WaveformPlacement } from '#domain/media/waveform.ts'
import { mediaOf } from '#domain/message/message-body.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { SoundProgress } from '#machines/playback/sound-player.ts'
import { type SoundView, soundView } from '#machines/playback/sound-view.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { UploadProgress } from '../attachments/upload-progress.tsx'
import { secondsOf, soundOf, usePlayback } from './playback-provider.tsx'
import styles from './sound-player.module.css'
import { WaveBars } from './wave-bars.tsx'

interface SoundPlayerProps {
  readonly item: MediaItem
  readonly place: WaveformPlacement
  /** Rendered over the button. */
  readonly over?: ReactNode
  /** Rendered at the end of the last line. */
  readonly meta?: ReactNode
  readonly isReachable: boolean
}

/**
 * A sound with play button, seekable waveform and the speed chosen last [MSG-23 MSG-24 MEDIA-11]. If it failed to load
 * or has expired, a notice replaces the time [MEDIA-14 MEDIA-15 MEDIA-20].
 */
export const SoundPlayer = ({ item, place, over, meta, isReachable }: SoundPlayerProps) => {
  const text = useText()
  const actor = usePlayback()
  const sound = soundOf(item)
  const seconds = secondsOf(item)
  const { key } = item
  const view = useReadable(
    useMemo(
      () => selectFromActor(actor, (snapshot) => soundView(snapshot, key, seconds)),
      [actor, key, seconds],
    ),
  )
  const isExpired = view.state === 'expired' || sound === undefined
  const hasFailed = isExpired || view.hasFailed
  return (
    <fieldset
      aria-label={text('conversation.sound')}
      className={styles.sound}
      data-place={place}
      data-playing={view.state}
      data-fault={hasFailed ? mediaFaultOf(item) : undefined}
    >
      <span className={styles.start}>
        <Button
          className={classNames(styles.play)}
          aria-label={text(isActive(view) ? 'conversation.sound.pause' : 'conversation.sound.play')}
          excludeFromTabOrder={!isReachable}
          isDisabled={isExpired}
          onPress={() => sound && actor.send({ type: 'sound.toggled', sound })}
        >
          <PlayIcon view={view} />
        </Button>
        {over}
      </span>
      <WaveSlider
        name={mediaOf(item)?.name ?? item.key}
        seconds={seconds}
        place={place}
        view={view}
        isReachable={isReachable}
        isDisabled={isExpired}
        onSeek={(position) => actor.send({ type: 'sound.sought', key: item.key, position })}
      />
      <RateButton isReachable={isReachable} isDisabled={isExpired} />
      <span className={styles.foot}>
        <span className={styles.time} data-failed={hasFailed}>
          {hasFailed ? text(isExpired ? 'audio.expired' : 'conversation.sound.broken') : shownTime(view)}
        </span>
        {meta}
      </span>
    </fieldset>
  )
}

const isActive = ({ state }: SoundView): boolean => state === 'playing' || state === 'loading'

/** The length before playback starts, then the position. */
const shownTime = ({ state, position, length }: SoundView): string =>
  state === 'idle' && position === 0 ? playingTime(length) : playingTime(position)

const PlayIcon = ({ view: { state, hasFailed } }: { readonly view: SoundView }) => {
  if (state === 'idle' && hasFailed) return <RotateCw aria-hidden="true" className={styles.again} />
  if (state === 'loading') return <Spinner size="small" isDecorative />
  return state === 'playing' ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />
}

interface RateButtonProps {
  readonly isReachable: boolean
  readonly isDisabled: boolean
}

/** The playback speed. A press switches to the next one for all voice messages and stores it. */
const RateButton = ({ isReachable, isDisabled }: RateButtonProps) => {
  const text = useText()
  const [{ playbackRate }, change] = usePreferences()
  return (
    <Button
      className={classNames(styles.rate)}
      aria-label={text('conversation.sound.rate', { rate: playbackRate })}
      excludeFromTabOrder={!isReachable}
      isDisabled={isDisabled}
      onPress={() => change({ playbackRate: nextRate(playbackRate) })}
    >
      {text('conversation.sound.times', { rate: playbackRate })}
    </Button>
  )
}

interface SoundMessageProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/** A voice message [MSG-23 MEDIA-11]. */
export const SoundMessage = ({ message, meta, isReachable }: SoundMessageProps) => (
  <SoundPlayer
    item={message}
    place="message"
    over={<UploadProgress message={message} isReachable={isReachable} />}
    meta={meta}
    isReachable={isReachable}
  />
)

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
