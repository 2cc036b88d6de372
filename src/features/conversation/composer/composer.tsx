import { CircleAlert, SendHorizontal } from 'lucide-react'
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { longestMessage } from '#domain/message/message-text.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useApp, usePreferences } from '#src/app/app-context.ts'
import { useMedia } from '#src/app/use-media.ts'
import { useReadable } from '#src/app/use-readable.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { useText } from '#src/ui/use-text.ts'
import { AttachButton } from '../attachments/attach-button.tsx'
import { pastedFiles } from '../attachments/pasted-files.ts'
import { PictureTray } from '../attachments/picture-tray.tsx'
import { useFileDrop } from '../attachments/use-file-drop.ts'
import { usePickedPictures } from '../attachments/use-picked-pictures.ts'
import styles from './composer.module.css'
import { sendsMessage } from './enter-key.ts'
import { useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'

interface ComposerProps {
  readonly conversationId: ConversationId
  readonly onSent: () => void
}

/** From this length on the number of characters shows. */
const countedFrom = longestMessage - 1000

/** Where a message is written: grows with its text, keeps it as a draft, sends it [VIEW-50 VIEW-51 MSG-33]. */
export const Composer = ({ conversationId, onSent }: ComposerProps) => {
  const text = useText()
  const frame = useFrameMode()
  const { embeddedIn } = useReadable(useApp().host)
  const [{ isEnterSubmit }] = usePreferences()
  const draft = useDraft(conversationId)
  const [error, setError] = useState<string>()
  const send = useSending(conversationId, draft, setError)
  const pictures = usePickedPictures(conversationId, setError)
  const form = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const errorId = useId()
  const opensFocused = frame === 'full'
  useEffect(() => {
    if (opensFocused) area.current?.focus({ preventScroll: true })
  }, [opensFocused])

  const hasFinePointer = useMedia('(pointer: fine)')
  const doesEnterSend = frame === 'full' || embeddedIn !== undefined || (isEnterSubmit ?? hasFinePointer)
  const length = draft.text.trim().length
  const pick = (files: readonly File[]) => {
    if (files.length > 0) pictures.add(files)
    area.current?.focus()
  }
  const isDropping = useFileDrop(form, pick)
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event)
    if (files.length === 0) return
    event.preventDefault()
    pick(files)
  }
  const submit = () => {
    area.current?.focus()
    if (pictures.all.length === 0) return send() && onSent()
    const sending = pictures.send()
    if (length > 0) send(sending)
    void sending.then(onSent)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, keyCode, shiftKey, altKey, ctrlKey, metaKey } = event
    const { isComposing } = event.nativeEvent
    const press = { key, keyCode, isComposing, shiftKey, altKey, ctrlKey, metaKey }
    if (!sendsMessage(press, doesEnterSend)) return
    event.preventDefault()
    submit()
  }
  return (
    <form ref={form} className={styles.composer} onSubmit={onSubmit}>
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
      {length > countedFrom && (
        <p className={styles.count} data-numeric="true">
          {text('conversation.length', { count: length, max: longestMessage })}
        </p>
      )}
      {isDropping && <p className={styles.drop}>{text('conversation.attachment.drop')}</p>}
      <PictureTray pictures={pictures} />
      <div className={styles.box}>
        <AttachButton onPick={pick} />
        <div className={styles.grow} data-text={`${draft.text}\n`}>
          <textarea
            ref={area}
            dir="auto"
            rows={1}
            aria-label={text('conversation.composer')}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : errorId}
            placeholder={text('conversation.placeholder')}
            enterKeyHint={doesEnterSend ? 'send' : 'enter'}
            className={styles.area}
            value={draft.text}
            onChange={(event) => {
              setError(undefined)
              draft.write(event.target.value)
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        <button
          type="submit"
          aria-label={text('conversation.send')}
          className={styles.send}
          data-empty={length === 0 && pictures.all.length === 0}
          // Keeps the focus, and with it the keyboard of a phone, in the text.
          onMouseDown={(event) => event.preventDefault()}
        >
          <SendHorizontal aria-hidden="true" />
        </button>
      </div>
    </form>
  )
}
