import { Mic } from 'lucide-react'
import { Button } from 'react-aria-components'
import { classNames } from '#src/ui/class-names.ts'
import iconButton from '#src/ui/icon-button.module.css'
import { useText } from '#src/ui/use-text.ts'
import { useTooltip } from '#src/ui/use-tooltip.tsx'
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
