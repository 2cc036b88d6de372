import { Mic } from 'lucide-react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './record-button.module.css'
import type { Hold } from './use-hold.ts'
import type { Recorder } from './use-recorder.ts'

interface RecordButtonProps {
  readonly recorder: Recorder
  readonly hold: Hold
}

/** Opens the recorder: by a press, or for as long as a finger holds it. */
export const RecordButton = ({ recorder, hold }: RecordButtonProps) => {
  const text = useText()
  return (
    <span className={styles.hold}>
      <IconButton
        label={text('conversation.record')}
        icon={<Mic aria-hidden="true" />}
        onPressStart={({ pointerType }) => pointerType === 'touch' && hold.begin()}
        onPress={({ pointerType }) => pointerType !== 'touch' && recorder.start()}
      />
    </span>
  )
}
