import { AtSign } from 'lucide-react'
import {
  type ChangeEvent,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { insertInto, longestComposition, replaceText } from '#domain/message/composition.ts'
import { type MentionCandidate, mentionQuery } from '#domain/message/mention-candidates.ts'
import { everyone } from '#domain/message/mentions.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { useText } from '#src/ui/use-text.ts'
import { type Mentioning, useMentioning } from './mentions/use-mentioning.ts'
import styles from './message-field.module.css'
import { type Handover, sendsMessage, type Textbox, type TextboxProps, type WrittenDraft } from './textbox.ts'

interface MessageFieldProps {
  readonly ref: Ref<Textbox>
  readonly conversationId: ConversationId
  readonly draft: WrittenDraft
  readonly errorId: string | undefined
  readonly doesEnterSend: boolean
  readonly onSubmit: () => void
  /** Receives each key that neither picks a mention nor sends; returns true when it handled one. */
  readonly onPress: (event: KeyboardEvent) => boolean
  readonly onRejected: () => void
}

/** The textbox "Message": plain at first, replaced by the editor when it is loaded and no input method is composing. */
export const MessageField = (props: MessageFieldProps) => {
  const { ref, conversationId, draft, errorId, doesEnterSend, onSubmit, onRejected } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const rich = useRichTextbox(area)
  const [isHandedOver, setHandedOver] = useState(rich !== undefined)
  const [isComposing, setComposing] = useState(false)
  const composing = useRef(false)
  const light = useRef<Textbox>(null)
  const editor = useRef<Textbox>(null)
  const textbox = useCallback(() => editor.current ?? light.current, [])
  const mentioning = useMentioning(conversationId, (inserted, from) => textbox()?.insert(inserted, from))
  useImperativeHandle(
    ref,
    (): Textbox => ({
      focus: () => textbox()?.focus(),
      insert: (inserted, from) => textbox()?.insert(inserted, from),
    }),
    [textbox],
  )

  const onPress = (event: KeyboardEvent): boolean => {
    if (mentioning.handleKey(event)) return true
    if (!sendsMessage(event, doesEnterSend)) return props.onPress(event)
    onSubmit()
    return true
  }
  const trackComposing = (isOn: boolean) => {
    composing.current = isOn
    if (isOn) setComposing(true)
    // Some browsers report the composed text only after composition has ended.
    else setTimeout(() => setComposing(composing.current))
  }
  const readHandover = (): Handover | undefined => {
    const { current: plain } = area
    if (!plain) return undefined
    const { selectionStart: from, selectionEnd: to } = plain
    return { from, to, isFocused: document.activeElement === plain }
  }
  const shared: Omit<TextboxProps, 'ref'> = {
    draft,
    errorId,
    doesEnterSend,
    onPress,
    onRejected,
    list: mentioning.open,
    onQuery: mentioning.updateQuery,
  }
  const isRich = rich !== undefined && (isHandedOver || !isComposing)
  return (
    <div className={styles.field}>
      {mentioning.hasFailed && <MentionFailure />}
      {mentioning.open && <MentionList open={mentioning.open} onPick={mentioning.pick} />}
      {!isHandedOver && <LightTextbox {...shared} ref={light} area={area} onComposing={trackComposing} />}
      {isRich && (
        <rich.RichTextbox
          {...shared}
          ref={editor}
          readHandover={readHandover}
          onReady={() => setHandedOver(true)}
        />
      )}
    </div>
  )
}

type RichTextboxModule = typeof import('./editor/rich-textbox.tsx')

let loaded: RichTextboxModule | undefined

/**
 * Returns the editor's module when it is loaded and no dialog covers the plain textbox, which a closing dialog may give
 * the focus back to. If loading fails, the plain textbox stays and the next conversation tries again.
 */
const useRichTextbox = (plain: RefObject<HTMLTextAreaElement | null>): RichTextboxModule | undefined => {
  const [found, setFound] = useState(loaded)
  useEffect(() => {
    if (loaded !== undefined) return
    const unmount = new AbortController()
    const take = (module: RichTextboxModule) => {
      loaded = module
      if (unmount.signal.aborted) return
      const isCovered = plain.current?.closest('[inert], [aria-hidden="true"]')
      if (!isCovered) setFound(module)
      // A dialog that closes moves the focus.
      else window.addEventListener('focusin', () => take(module), { once: true, signal: unmount.signal })
    }
    void import('./editor/rich-textbox.tsx').then(take, () => undefined)
    return () => unmount.abort()
  }, [plain])
  return found
}

interface LightTextboxProps extends TextboxProps {
  /** The element, for the handover to the editor. */
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly onComposing: (isComposing: boolean) => void
}

/** The plain textbox until the editor is loaded. It has no images and grows with a hidden copy of the text. */
const LightTextbox = ({ ref, area, draft, onComposing, ...props }: LightTextboxProps) => {
  const text = useText()
  const { composition } = draft
  // Where to put the cursor after the next render: first at the end of the draft, where browsers do not put it.
  const cursor = useRef<number | undefined>(composition.text.length)
  useLayoutEffect(() => {
    if (cursor.current !== undefined) area.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  })
  useImperativeHandle(
    ref,
    (): Textbox => ({
      focus: () => area.current?.focus({ preventScroll: true }),
      insert({ text: insertedText, userId }, start) {
        const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {}
        const from = start ?? selectionStart
        // As in the editor, a space follows a mention.
        const insertion = { from, to: selectionEnd, text: insertedText }
        const spaceAt = from + insertedText.length
        draft.write(
          userId === undefined
            ? insertInto(draft.current(), insertion)
            : insertInto(insertInto(draft.current(), { ...insertion, userId }), {
                from: spaceAt,
                to: spaceAt,
                text: ' ',
              }),
        )
        cursor.current = spaceAt + (userId === undefined ? 0 : 1)
        props.onQuery(undefined)
      },
    }),
    [draft, area, props.onQuery],
  )
  const look = ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement) =>
    props.onQuery(selectionStart === selectionEnd ? mentionQuery(value.slice(0, selectionStart)) : undefined)
  const change = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    if (target.value.length > longestComposition) return props.onRejected()
    draft.write(replaceText(draft.current(), target.value))
    look(target)
  }
  const { list, errorId, doesEnterSend } = props
  return (
    <div className={styles.grow} data-text={`${composition.text}\n`}>
      <textarea
        ref={area}
        dir="auto"
        rows={1}
        aria-label={text('conversation.composer')}
        aria-multiline="true"
        aria-autocomplete="list"
        aria-controls={list?.id}
        aria-activedescendant={list?.activeId}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        placeholder={text('conversation.placeholder')}
        enterKeyHint={doesEnterSend ? 'send' : 'enter'}
        className={styles.area}
        value={composition.text}
        onChange={change}
        onSelect={(event) => look(event.currentTarget)}
        onKeyDown={(event) => {
          if (props.onPress(event.nativeEvent)) event.preventDefault()
        }}
        onCompositionStart={() => onComposing(true)}
        onCompositionEnd={() => onComposing(false)}
      />
    </div>
  )
}

interface MentionListProps {
  readonly open: NonNullable<Mentioning['open']>
  readonly onPick: (candidate: MentionCandidate) => void
}

/** The people who can be mentioned. The textbox keeps the focus and controls the list with its keys. */
const MentionList = ({ open, onPick }: MentionListProps) => {
  const text = useText()
  const announce = useAnnouncer()
  const count = open.found.length
  useEffect(() => announce(text('composer.mentions.count', { count })), [announce, text, count])
  return (
    <div id={open.id} role="listbox" aria-label={text('composer.mentions')} className={styles.list}>
      {open.found.map((candidate, index) => (
        <MentionOption
          key={candidate.userId}
          id={`${open.id}-${candidate.userId}`}
          candidate={candidate}
          isActive={index === open.active}
          onPick={onPick}
        />
      ))}
    </div>
  )
}

interface MentionOptionProps extends Pick<MentionListProps, 'onPick'> {
  readonly id: string
  readonly candidate: MentionCandidate
  readonly isActive: boolean
}

const MentionOption = ({ id, candidate, isActive, onPick }: MentionOptionProps) => {
  const text = useText()
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { userId, label, name, avatarUrl } = candidate
  const isEveryone = userId === everyone
  const hint = isEveryone ? text('composer.mentions.everyone-hint') : label === name ? undefined : `@${name}`
  return (
    <button
      ref={row}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      // Keeps the focus in the textbox, and the keyboard of a phone open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(candidate)}
    >
      {isEveryone ? (
        <span className={styles.everyone}>
          <AtSign aria-hidden="true" />
        </span>
      ) : (
        <Avatar id={userId} name={label} url={avatarUrl} size="small" />
      )}
      <bdi className={styles.label}>{label}</bdi>
      {hint !== undefined && <bdi className={styles.hint}>{hint}</bdi>}
    </button>
  )
}

/** Says that the members could not be loaded. */
const MentionFailure = () => {
  const text = useText()
  return (
    <p role="status" className={styles.failure}>
      {text('composer.mentions.load-failed')}
    </p>
  )
}
