import { Mic } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import type { ConversationId } from '#schemas/ids.ts'
import { useMedia } from '#src/app/use-media.ts'
import { classNames } from '#src/ui/class-names.ts'
import iconButton from '#src/ui/icon-button.module.css'
import { useText } from '#src/ui/use-text.ts'
import { useTooltip } from '#src/ui/use-tooltip.tsx'
import { useCovered } from '../use-visible.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { RecorderBar } from './recorder-bar.tsx'
import { type Hold, useHold } from './use-hold.ts'
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
  const { target, words } = useTooltip({ text: text('conversation.record') })
  const { 'aria-describedby': describedBy, ...pointing } = target
  return (
    <span className={styles.hold}>
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
      {words}
    </span>
  )
}
