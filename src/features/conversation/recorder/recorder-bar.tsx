import { Pause, Play, SendHorizontal, Square, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { playingTime } from '#domain/formats/duration.ts'
import { levelBars } from '#domain/media/waveform.ts'
import type { RecordedSound, Recording } from '#machines/recorder/recorder-machine.ts'
import { exclusivePlayback } from '#src/platform/media/exclusive-playback.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './recorder-bar.module.css'
import type { Recorder } from './use-recorder.ts'

interface RecorderBarProps {
  readonly recorder: Recorder
  /** True while a finger holds the button; lifting it sends. */
  readonly isHeld: boolean
}

/** Seconds before the limit at which the time is highlighted. */
const nearEnd = 10

/** The open recorder in place of the composer: record, listen, send [VIEW-18]. */
export const RecorderBar = ({ recorder, isHeld }: RecorderBarProps) => {
  const text = useText()
  const isReviewing = recorder.view === 'reviewing' || recorder.view === 'delivering'
  const followed = useLevels(recorder.recording, recorder.view === 'recording', recorder.elapsed)
  const bar = useRef<HTMLFieldSetElement>(null)
  useAlone(bar)
  useEscape(bar, recorder.cancel)
  useSpokenView(recorder)
  return (
    <fieldset ref={bar} aria-label={text('conversation.recording')} className={styles.bar}>
      <IconButton
        label={text('conversation.recording.cancel')}
        icon={<Trash2 aria-hidden="true" />}
        tone="danger"
        isDisabled={recorder.view === 'delivering'}
        onPress={recorder.cancel}
      />
      {isReviewing ? (
        <Review recorder={recorder} followed={followed} />
      ) : (
        <Capture recorder={recorder} followed={followed} isHeld={isHeld} />
      )}
      <IconButton
        label={text('conversation.send')}
        icon={
          recorder.view === 'delivering' ? <Spinner size="small" /> : <SendHorizontal aria-hidden="true" />
        }
        tone="brand"
        isDisabled={recorder.view === 'delivering'}
        onPress={recorder.send}
      />
    </fieldset>
  )
}

interface PartProps {
  readonly recorder: Recorder
  readonly followed: Levels
}

const Capture = ({ recorder, followed, isHeld }: PartProps & { readonly isHeld: boolean }) => {
  const text = useText()
  const { levels, elapsed } = followed
  const latest = (count: number) =>
    count === 0 ? [] : [...Array.from({ length: count }, () => 0), ...levels].slice(-count)
  const isOpening = recorder.view === 'opening'
  return (
    <>
      <span className={styles.dot} data-live={recorder.view === 'recording'} aria-hidden="true" />
      <span
        role="timer"
        className={styles.time}
        data-ending={elapsed > recorder.longest - nearEnd}
        data-numeric="true"
      >
        {playingTime(elapsed)}
      </span>
      {isHeld ? (
        <span className={styles.hint}>{text('conversation.recording.slide')}</span>
      ) : isOpening ? (
        <span className={styles.hint}>{text('conversation.recording.opening')}</span>
      ) : (
        <LevelBars levels={latest} filled={1} />
      )}
      <IconButton
        autoFocus
        label={text('conversation.recording.stop')}
        icon={<Square aria-hidden="true" />}
        onPress={recorder.stop}
      />
    </>
  )
}

const Review = ({ recorder, followed }: PartProps) => {
  const text = useText()
  const { isPlaying, position, toggle } = useSound(recorder.sound)
  const seconds = recorder.sound?.seconds ?? 0
  const hasBegun = isPlaying || position > 0
  return (
    <>
      <IconButton
        autoFocus
        label={text(isPlaying ? 'conversation.recording.pause' : 'conversation.recording.play')}
        icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        onPress={toggle}
      />
      <LevelBars
        levels={(count) => levelBars(followed.levels, count)}
        filled={seconds > 0 ? position / seconds : 0}
      />
      <span className={styles.time} data-numeric="true">
        {playingTime(hasBegun ? position : seconds)}
      </span>
    </>
  )
}

/** Announces the state of the recorder to assistive technology. */
const useSpokenView = ({ view }: Recorder): void => {
  const text = useText()
  const announce = useAnnouncer()
  useEffect(() => {
    if (view === 'recording') announce(text('conversation.recording.begun'))
    if (view === 'reviewing') announce(text('conversation.recording.ready'))
  }, [view, announce, text])
}

/** Makes the siblings of the element inert while it is mounted. */
const useAlone = (element: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const { current: own } = element
    const siblings = [...(own?.parentElement?.children ?? [])].filter((child) => child !== own)
    for (const child of siblings) child.toggleAttribute('inert', true)
    return () => {
      for (const child of siblings) child.toggleAttribute('inert', false)
    }
  }, [element])

/** Runs a task on Escape while the focus is within the element, before an open tooltip handles the key. */
const useEscape = (element: RefObject<HTMLElement | null>, onEscape: () => void): void => {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.current?.contains(document.activeElement)) return
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [element])
}

interface SoundPlayer {
  readonly isPlaying: boolean
  /** s */
  readonly position: number
  /** Plays or pauses. */
  toggle(): void
}

/** Plays the recording; stops at unmount. */
const useSound = (sound: RecordedSound | undefined): SoundPlayer => {
  const [isPlaying, setIsPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const player = useRef<HTMLAudioElement>(undefined)
  useEffect(() => {
    // In a browser every file is a Blob; bytes are used by other platforms.
    if (!(sound?.file.content instanceof Blob)) return
    const address = URL.createObjectURL(sound.file.content)
    const audio = new Audio(address)
    player.current = audio
    audio.onplay = () => {
      exclusivePlayback.begin(audio)
      setIsPlaying(true)
    }
    audio.onpause = () => setIsPlaying(false)
    audio.ontimeupdate = () => setPosition(audio.currentTime)
    audio.onended = () => {
      setIsPlaying(false)
      setPosition(0)
    }
    return () => {
      audio.onplay = audio.onpause = audio.ontimeupdate = audio.onended = null
      audio.pause()
      exclusivePlayback.end(audio)
      audio.removeAttribute('src')
      URL.revokeObjectURL(address)
      setIsPlaying(false)
      setPosition(0)
    }
  }, [sound])
  const toggle = () => {
    const audio = player.current
    if (!audio) return
    if (audio.paused) audio.play().catch(() => setIsPlaying(false))
    else audio.pause()
  }
  return { isPlaying, position, toggle }
}

interface LevelBarsProps {
  /** Returns `count` levels, 0 to 1, from left to right. */
  readonly levels: (count: number) => readonly number[]
  /** The highlighted share of the bars, 0 to 1. */
  readonly filled: number
}

/** The width of a bar with its gap, px. */
const pitch = 5
/** The size of a bar, px; silence has the lowest height. */
const barWidth = 3
const maxBarHeight = 24
const minBarHeight = 3

/** Loudness as bars, as many as fit. Decorative: the text next to it carries the meaning. */
const LevelBars = ({ levels, filled }: LevelBarsProps) => {
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
        const tall = Math.max(minBarHeight, level * maxBarHeight)
        const x = index * pitch
        return (
          <rect
            key={`at-${x}`}
            className={styles.levelBar}
            data-filled={index < filled * count}
            {...{ x, y: (maxBarHeight - tall) / 2, width: barWidth, height: tall, rx: barWidth / 2 }}
          />
        )
      })}
    </svg>
  )
}

/** Interval of loudness measurements, ms. */
const interval = 80

interface Levels {
  /** All measured levels since the start, 0 to 1. */
  readonly levels: readonly number[]
  /** The recorded time, s. */
  readonly elapsed: number
}

/** Measures the levels and length of a running recording and keeps them afterwards. */
const useLevels = (
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
