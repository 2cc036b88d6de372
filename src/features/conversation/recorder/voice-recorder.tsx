import { useEffect, useRef } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import { useMedia } from '#src/app/use-media.ts'
import { useCovered } from '../use-visible.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { RecordButton } from './record-button.tsx'
import { RecorderBar } from './recorder-bar.tsx'
import { useHold } from './use-hold.ts'
import { useRecorder } from './use-recorder.ts'

interface VoiceRecorderProps {
  readonly conversationId: ConversationId
  readonly onSent: () => void
  /** Gives the focus back to where messages are written. */
  readonly onReturn: () => void
}

/** The button that records a voice message, and while it does a bar over everything beside it [VIEW-18 REC-01]. */
export const VoiceRecorder = ({ conversationId, onSent, onReturn }: VoiceRecorderProps) => {
  const recorder = useRecorder(conversationId, onSent)
  const hold = useHold(recorder)
  const { isOpen, view, stop, cancel } = recorder
  const isCovered = useCovered()
  useEffect(() => {
    // Nothing listens where nobody sees that it does; what was said so far waits to be heard.
    if (isCovered && view === 'recording') stop()
    else if (isCovered && view === 'opening') cancel()
  }, [isCovered, view, stop, cancel])
  // On a phone the focus would open the keyboard.
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
