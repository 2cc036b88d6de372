import { Smile } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffectEvent, useId, useState } from 'react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './emoji-button.module.css'
import type { EmojiViewProps } from './emoji-view-props.ts'

const EmojiPanel = lazy(async () => {
  const found = await import('./emoji-panel.tsx').catch(() => undefined)
  return { default: found?.EmojiPanel ?? EmojiPanelMissing }
})

/** Replaces the panel when it failed to load. */
const EmojiPanelMissing = () => {
  const text = useText()
  return (
    <p role="alert" className={styles.missing}>
      {text('composer.emoji.load-failed')}
    </p>
  )
}

interface EmojiButtonProps extends EmojiViewProps {
  /** Returns the focus to the textbox when the panel closes by keyboard. */
  readonly onReturn: () => void
}

/** Opens the emoji panel and loads it on first use. */
export const EmojiButton = ({ onReturn, ...props }: EmojiButtonProps) => {
  const text = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const giveBack = useEffectEvent(onReturn)
  const leaveByKey = useCallback(() => {
    setOpen(false)
    giveBack()
  }, [])
  return (
    <>
      {isOpen && (
        <Suspense>
          <EmojiPanel id={id} {...props} onClose={close} onEscape={leaveByKey} />
        </Suspense>
      )}
      <IconButton
        label={text('composer.emoji')}
        icon={<Smile aria-hidden="true" />}
        aria-expanded={isOpen}
        onPress={() => {
          setOpen(!isOpen)
          if (isOpen) onReturn()
        }}
      />
    </>
  )
}
