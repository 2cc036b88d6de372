import { Check, Pencil, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { textLine } from '#domain/formats/preview.ts'
import { isShortcut } from '#domain/keyboard/shortcuts.ts'
import { type Composition, compositionOf, mentionedIn } from '#domain/message/composition.ts'
import { longestMessage } from '#domain/message/message-content.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useEnterChoice } from '#src/app/use-enter-choice.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useGroupWithoutRefresh } from '../../groups/use-group.ts'
import styles from '../composer/composer.module.css'
import { FieldNotices, SubmitButton } from '../composer/composer-parts.tsx'
import { MessageField } from '../composer/message-field.tsx'
import { isComposingKey, type Textbox, type WrittenDraft } from '../composer/textbox.ts'
import { useMentionedPeople } from '../message/message-text.tsx'
import { useConversationKeys } from '../use-conversation-keys.ts'
import ownStyles from './edit-composer.module.css'
import type { Editing } from './use-editing.ts'

interface EditComposerProps {
  readonly conversationId: ConversationId
  readonly message: TimelineMessage
  readonly onChange: Editing['change']
  readonly onEnd: () => void
}

/** Edits an own text in place of the composer, whose draft stays. Escape cancels. Loaded on use. */
export const EditComposer = ({ conversationId, message, onChange, onEnd }: EditComposerProps) => {
  const text = useText()
  const account = useAccount()
  const rejectionText = useRejectionText()
  const { doesSend: doesEnterSend } = useEnterChoice()
  const { draft, mentions, isUnchanged } = useEditedText(conversationId, message, onChange)
  const [error, setError] = useState<string>()
  const field = useRef<Textbox>(null)
  const errorId = useId()
  useEffect(() => field.current?.focus(), [])
  useConversationKeys((event) => (isShortcut(event, 'close') ? onEnd : undefined))

  const length = draft.composition.text.trim().length
  const save = async () => {
    const { serverId } = message
    if (serverId === undefined || isUnchanged()) return onEnd()
    const edit = { text: draft.current().text, mentions: mentions(), replaces: message.body }
    const outcome = await account.dispatch({ type: 'EditMessage', conversationId, serverId, ...edit })
    if (outcome.isOk) return onEnd()
    setError(rejectionText(outcome.rejection))
    field.current?.focus()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const press = (event: KeyboardEvent): boolean => {
    if (isComposingKey(event) || !isShortcut(event, 'close')) return false
    event.stopPropagation()
    onEnd()
    return true
  }
  return (
    <form className={styles.composer} onSubmit={onSubmit}>
      <FieldNotices errorId={errorId} error={error} length={length} />
      <div className={styles.border}>
        <section aria-label={text('conversation.edit.title')} className={styles.quote}>
          <Pencil aria-hidden="true" className={styles.icon} />
          <div className={styles.words}>
            <span className={styles.sender}>{text('conversation.edit.title')}</span>
            <bdi className={styles.line}>{textLine(message.body)}</bdi>
          </div>
          <IconButton label={text('conversation.edit.cancel')} icon={<X />} onPress={onEnd} />
        </section>
        <div className={classNames(styles.box, ownStyles.box)}>
          <MessageField
            ref={field}
            conversationId={conversationId}
            draft={draft}
            errorId={error === undefined ? undefined : errorId}
            doesEnterSend={doesEnterSend}
            onSubmit={() => void save()}
            onPress={press}
            onRejected={() => setError(text('errors.string.max-length', { count: longestMessage }))}
          />
          <SubmitButton label={text('conversation.edit.save')}>
            <Check aria-hidden="true" />
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}

interface EditedDraft {
  readonly draft: WrittenDraft
  /** The ids that the text mentions. */
  readonly mentions: () => readonly number[]
  readonly isUnchanged: () => boolean
}

/** The text of a message as a draft that begins with the unfinished edit, if there is one. */
function useEditedText(
  conversationId: ConversationId,
  message: TimelineMessage,
  onChange: Editing['change'],
): EditedDraft {
  const { userId, conversations } = useAccount()
  const group = parseConversationId(conversationId).kind === 'group' ? conversationId : undefined
  const people = useMentionedPeople(group)
  const members = useGroupWithoutRefresh(group)
  const [{ composition: source, unplaced }] = useState(() => {
    const draft = conversations.get().find(({ id }) => id === conversationId)?.editDraft
    const { body, mentions = [] } = draft?.serverId === message.serverId && draft ? draft : message
    return compositionOf(body, mentions, people, userId)
  })
  const [composition, setComposition] = useState(source)
  const latest = useRef(source)
  const memberIds = useMemo(
    () => (members.status === 'ready' ? members.value.members.map(({ userId: id }) => id) : undefined),
    [members],
  )
  const mentions = () => {
    const placed = mentionedIn(latest.current, memberIds)
    return [...placed, ...unplaced.filter((id) => !placed.includes(id))]
  }
  const isUnchanged = () =>
    latest.current.text.trim() === message.body && String(mentions()) === String(message.mentions ?? [])
  const write = (next: Composition) => {
    latest.current = next
    setComposition(next)
    onChange(isUnchanged() ? undefined : { text: next.text, mentions: mentions() })
  }
  return {
    draft: { composition, source, current: () => latest.current, write, writeRendered: write },
    mentions,
    isUnchanged,
  }
}
