import { Paperclip, Reply, SendHorizontal, Smile, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type FormEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { textLine } from '#domain/formats/preview.ts'
import { isShortcut } from '#domain/keyboard/shortcuts.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import type { Composition } from '#domain/message/composition.ts'
import { longestMessage } from '#domain/message/message-content.ts'
import { quoteOf } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useEnterChoice } from '#src/app/use-enter-choice.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { AttachmentTray } from '../attachments/attachment-tray.tsx'
import { pastedFiles, useFileDrop } from '../attachments/file-drop-and-paste.ts'
import { usePendingFiles } from '../attachments/pending-files.ts'
import { useConversationAttachments } from '../attachments/use-picked-attachments.ts'
import { MessageLabel } from '../message/message-text.tsx'
import { VoiceRecorder } from '../recorder/voice-recorder.tsx'
import { useOwnTyping } from '../typing/use-own-typing.ts'
import { useComposerChannel, useComposingRequests } from '../use-composing.ts'
import { CoveredByPanelContext, useCovered } from '../use-visible.ts'
import styles from './composer.module.css'
import { AttachButton, FieldNotices, SubmitButton } from './composer-parts.tsx'
import type { EmojiViewProps } from './emoji/emoji-panel.tsx'
import { MessageField } from './message-field.tsx'
import { isComposingKey, type Textbox } from './textbox.ts'
import { useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'

interface ComposerProps {
  readonly conversationId: ConversationId
  readonly onSent: () => void
  /** Whether the composer is replaced while the user edits an own message. The draft stays. */
  readonly isHidden: boolean
}

/**
 * The composer: text, quote, mentions and attachments. Saves a draft and sends messages [VIEW-19 VIEW-50 VIEW-51
 * MSG-33].
 */
export const Composer = ({ conversationId, onSent, isHidden }: ComposerProps) => {
  const text = useText()
  const isCovered = useCovered()
  const frame = useFrameMode()
  const { doesSend: doesEnterSend } = useEnterChoice()
  const draft = useDraft(conversationId)
  const [error, setError] = useState<string>()
  const attachments = useConversationAttachments(conversationId, setError)
  const send = useSending({ conversationId, draft, attachments, showError: setError, onSent })
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<Textbox>(null)
  const errorId = useId()
  // In compact frames the focus would open the on-screen keyboard over the messages.
  const isFocusedAtStart = frame === 'full'
  useEffect(() => {
    if (isFocusedAtStart) field.current?.focus()
  }, [isFocusedAtStart])

  const wasHidden = useRef(false)
  useEffect(() => {
    if (wasHidden.current && !isHidden) field.current?.focus()
    wasHidden.current = isHidden
  }, [isHidden])

  const { editLast } = useComposerChannel()
  /** Edits the last own text on Arrow Up if the composer is empty. Returns whether it does. */
  const editLastOnArrowUp = (event: KeyboardEvent): boolean => {
    const isEmpty = draft.current().text === '' && attachments.isEmpty() && !draft.quote
    return isEmpty && isShortcut(event, 'editLast') && !isComposingKey(event) && editLast()
  }
  const length = draft.composition.text.trim().length
  const addFiles = (files: readonly File[], wanted?: AttachmentKind) => {
    if (files.length > 0) attachments.add(files, wanted)
    field.current?.focus()
  }
  const isDropping = useFileDrop(form, addFiles)
  usePendingFiles(conversationId, addFiles)
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event)
    if (files.length === 0) return
    event.preventDefault()
    addFiles(files)
  }
  const submit = () => {
    field.current?.focus()
    send()
  }
  const showTyping = useOwnTyping(conversationId)
  /** Makes an edit of the draft also remove the error and show others that the user types. */
  const whenTyped = (edit: (composition: Composition) => void) => (composition: Composition) => {
    setError(undefined)
    edit(composition)
    showTyping(composition.text)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  useComposingRequests({
    onQuote: (message) => {
      draft.setQuote(quoteOf(message) ?? null)
      field.current?.focus()
    },
    onMention: ({ userId, name }) => {
      field.current?.insert({ text: `@${name}`, userId })
      field.current?.focus()
    },
  })
  return (
    <form ref={form} hidden={isHidden} className={styles.composer} onSubmit={onSubmit} onPaste={onPaste}>
      <FieldNotices errorId={errorId} error={error} length={length} />
      {isDropping && (
        <p className={styles.drop}>
          <Paperclip aria-hidden="true" />
          {text('conversation.attachment.drop')}
        </p>
      )}
      <div className={styles.border}>
        <AttachmentTray attachments={attachments} onRemoved={() => field.current?.focus()} />
        {draft.quote && (
          <QuotePreview
            quote={draft.quote}
            onRemove={() => {
              draft.setQuote(null)
              field.current?.focus()
            }}
          />
        )}
        <div className={styles.box}>
          <AttachButton onPick={addFiles} />
          <MessageField
            ref={field}
            conversationId={conversationId}
            draft={{
              ...draft,
              write: whenTyped(draft.write),
              writeRendered: whenTyped(draft.writeRendered),
            }}
            errorId={error === undefined ? undefined : errorId}
            doesEnterSend={doesEnterSend}
            onSubmit={submit}
            onPress={editLastOnArrowUp}
            onRejected={() => setError(text('errors.string.max-length', { count: longestMessage }))}
          />
          <EmojiButton
            conversationId={conversationId}
            onInsert={(inserted) => field.current?.insert({ text: inserted })}
            onSent={onSent}
            onReturn={() => field.current?.focus()}
          />
          <span className={styles.end} data-empty={length === 0 && attachments.all.length === 0}>
            {/* A hidden recorder must not record. */}
            <CoveredByPanelContext value={isCovered || isHidden}>
              <VoiceRecorder
                conversationId={conversationId}
                onSent={onSent}
                onReturn={() => field.current?.focus()}
              />
            </CoveredByPanelContext>
            <SubmitButton label={text('conversation.send')}>
              <SendHorizontal aria-hidden="true" />
            </SubmitButton>
          </span>
        </div>
      </div>
    </form>
  )
}

interface QuotePreviewProps {
  readonly quote: QuotedMessage
  readonly onRemove: () => void
}

/** The quoted message in one line, until it is sent or removed [VIEW-19]. */
const QuotePreview = ({ quote, onRemove }: QuotePreviewProps) => {
  const text = useText()
  const { userId, friends } = useAccount()
  const { senderId, senderName, type } = quote
  // The sent quote contains the public name (DEC-153). The preview shows the user's own remark for that friend.
  const remark = useSelected(friends, (all) => all.find((friend) => friend.userId === senderId)?.remark)
  return (
    <section aria-label={text('composer.quote')} className={styles.quote}>
      <Reply aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <bdi className={styles.sender}>
          {senderId === userId ? text('composer.quote.own') : remark || senderName}
        </bdi>
        <span className={styles.line}>
          {type === 'txt' ? (
            <bdi>{textLine(quote.text)}</bdi>
          ) : (
            <MessageLabel type={type} body={quote.text} />
          )}
        </span>
      </div>
      <IconButton label={text('composer.quote.remove')} icon={<X />} onPress={onRemove} />
    </section>
  )
}

const EmojiPanel = lazy(async () => {
  const loaded = await import('./emoji/emoji-panel.tsx').catch(() => undefined)
  return { default: loaded?.EmojiPanel ?? EmojiPanelMissing }
})

/** Replaces the panel when it failed to load. */
const EmojiPanelMissing = () => {
  const text = useText()
  return (
    <p role="alert" className={styles.missing}>
      {text('composer.emoji.load-failed')} {text('errors.part-missing.reason')}
    </p>
  )
}

interface EmojiButtonProps extends EmojiViewProps {
  /** Returns the focus to the textbox when the panel closes by keyboard. */
  readonly onReturn: () => void
}

/** Opens the emoji panel and loads it on first use. */
const EmojiButton = ({ onReturn, ...props }: EmojiButtonProps) => {
  const text = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const returnFocus = useEffectEvent(onReturn)
  const closeByKey = useCallback(() => {
    setOpen(false)
    returnFocus()
  }, [])
  return (
    <>
      {isOpen && (
        <Suspense>
          <EmojiPanel id={id} {...props} onClose={close} onEscape={closeByKey} />
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
