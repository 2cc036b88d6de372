import { useBlocker } from '@tanstack/react-router'
import { Mic } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { shortestRecording } from '#domain/limits/configured-limits.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { useMedia } from '#src/app/use-media.ts'
import { isAuthPath } from '#src/routes/route-table.ts'
import { classNames } from '#src/ui/class-names.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import iconButton from '#src/ui/icon-button.module.css'
import { useText } from '#src/ui/use-text.ts'
import { useTooltip } from '#src/ui/use-tooltip.tsx'
import { pathOf } from '../../conversation-list/link-to.ts'
import { useOwnRecording } from '../typing/use-own-typing.ts'
import { useCovered } from '../use-visible.ts'
import { RecorderBar } from './recorder-bar.tsx'
import { type Recorder, useRecorder } from './use-recorder.ts'
import styles from './voice-recorder.module.css'

interface VoiceRecorderProps {
  readonly conversationId: ConversationId
  readonly onSent: () => void
  /** Returns the focus to the textbox. */
  readonly onReturn: () => void
}

/** The record button, and the recorder bar over the composer while recording [VIEW-18 REC-01]. */
export const VoiceRecorder = ({ conversationId, onSent, onReturn }: VoiceRecorderProps) => {
  const recorder = useRecorder(conversationId, onSent)
  const hold = useHold(recorder)
  const { isOpen, view, stop, cancel } = recorder
  useOwnRecording(conversationId, view === 'recording')
  const isCovered = useCovered()
  useEffect(() => {
    // A hidden page must not record unnoticed. The recording so far is kept.
    if (isCovered && view === 'recording') stop()
    else if (isCovered && view === 'opening') cancel()
  }, [isCovered, view, stop, cancel])
  // On a phone the focus opens the keyboard.
  const hasKeyboard = useMedia('(pointer: fine)')
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && hasKeyboard) onReturn()
    wasOpen.current = isOpen
  })
  return (
    <>
      <RecordButton recorder={recorder} hold={hold} />
      {isOpen && <RecorderBar recorder={recorder} isHeld={hold.isHeld} />}
      {isOpen && <DiscardQuestion conversationId={conversationId} recorder={recorder} />}
    </>
  )
}

interface RecordButtonProps {
  readonly recorder: Recorder
  readonly hold: Hold
}

/** Opens the recorder by press, or press and hold. */
const RecordButton = ({ recorder, hold }: RecordButtonProps) => {
  const text = useText()
  const { target, tooltip } = useTooltip({ text: text('conversation.record') })
  const { 'aria-describedby': describedBy, ...pointing } = target
  return (
    <span className={styles.hold} data-record="true">
      <Button
        {...pointing}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
        aria-label={text('conversation.record')}
        className={classNames(iconButton.button)}
        onPressStart={({ pointerType }) => pointerType === 'touch' && hold.begin()}
        onPress={({ pointerType }) => pointerType !== 'touch' && recorder.start()}
      >
        <Mic aria-hidden="true" />
      </Button>
      {tooltip}
    </span>
  )
}

/** Longest tap, ms. After a tap recording continues without holding. */
const longestTap = 300
/** Distance to slide towards the inline start to cancel, px. */
const cancelDistance = 80

interface Hold {
  /** Whether a finger holds the button. */
  readonly isHeld: boolean
  /** Call when a finger presses the button. */
  begin(): void
}

/** Press and hold to record: lifting the finger sends, sliding cancels, a tap keeps recording. */
const useHold = ({ start, send, cancel }: Pick<Recorder, 'start' | 'send' | 'cancel'>): Hold => {
  const [isHeld, setIsHeld] = useState(false)
  const stopListening = useRef<() => void>(undefined)
  useEffect(() => () => stopListening.current?.(), [])
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
    stopListening.current = () => over.abort()
    // On the window, because the recorder bar replaces the button.
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', lift, { signal })
    window.addEventListener('pointercancel', end, { signal })
    setIsHeld(true)
    start()
  }
  return { isHeld, begin }
}

interface DiscardQuestionProps {
  readonly conversationId: ConversationId
  readonly recorder: Recorder
}

/** Asks before leaving the conversation or the page discards a recording. Recording pauses meanwhile. */
const DiscardQuestion = ({ conversationId, recorder }: DiscardQuestionProps) => {
  const text = useText()
  const { view, elapsed, stop, cancel } = recorder
  const shouldBlockFn = useCallback(
    ({ next }: { readonly next: { readonly pathname: string } }) => {
      const mustConfirm = mustConfirmLeaving(conversationId, { view, elapsed }, next.pathname)
      if (mustConfirm && view === 'recording') stop()
      return mustConfirm
    },
    [conversationId, view, elapsed, stop],
  )
  const leaving = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: () => isWorthKeeping({ view, elapsed }),
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title={text('conversation.recording.discard-question')}
      isOpen={leaving.status === 'blocked'}
      isDanger
      confirmLabel={text('conversation.recording.discard')}
      onConfirm={() => {
        cancel()
        leaving.proceed?.()
      }}
      onClose={() => leaving.reset?.()}
    >
      <p>{text('conversation.recording.discard-consequence')}</p>
    </ConfirmDialog>
  )
}

/**
 * Returns whether navigation to a path would discard a recording. One being sent is safe, and sub-routes of the
 * conversation keep it.
 */
export const mustConfirmLeaving = (
  id: ConversationId,
  recorder: Pick<Recorder, 'view' | 'elapsed'>,
  pathname: string,
): boolean => {
  const own = pathOf(id)
  const isWithin = pathname === own || pathname.startsWith(`${own}/`)
  return !isWithin && !isAuthPath(pathname) && isWorthKeeping(recorder)
}

/** Returns whether the recording is long enough to send. */
const isWorthKeeping = ({ view, elapsed }: Pick<Recorder, 'view' | 'elapsed'>): boolean => {
  if (view === 'recording') return elapsed() * 1000 >= shortestRecording
  return view === 'finishing' || view === 'reviewing'
}
