import { useSelector } from '@xstate/react'
import { Pause, Play, RotateCw } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { Button } from 'react-aria-components'
import { playingTime } from '#domain/formats/duration.ts'
import { type MediaItem, mediaFaultOf } from '#domain/media/media-item.ts'
import { nextRate } from '#domain/media/playback.ts'
import type { WaveformPlacement } from '#domain/media/waveform.ts'
import { mediaOf } from '#domain/message/message-body.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { type SoundView, soundView } from '#machines/playback/sound-view.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'
import { UploadProgress } from '../attachments/upload-progress.tsx'
import { SoundSourceContext, usePlayback } from './playback-provider.tsx'
import styles from './sound-player.module.css'
import { secondsOf } from './sounds.ts'
import { WaveSlider } from './wave-slider.tsx'

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
  const sound = use(SoundSourceContext)(item)
  const seconds = secondsOf(item)
  const view = useSelector(actor, (snapshot) => soundView(snapshot, item.key, seconds), isShallowEqual)
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
