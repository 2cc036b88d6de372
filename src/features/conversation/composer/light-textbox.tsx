import { type ChangeEvent, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { insertInto, longestComposition, replaceText } from '#domain/message/composition.ts'
import { mentionQuery } from '#domain/message/mention-candidates.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './light-textbox.module.css'
import type { Textbox, TextboxProps } from './textbox.ts'

interface LightTextboxProps extends TextboxProps {
  /** The element, for the handover to the editor. */
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly onComposing: (isComposing: boolean) => void
}

/** The plain textbox until the editor is loaded. It has no images and grows with a hidden copy of the text. */
export const LightTextbox = ({ ref, area, draft, onComposing, ...props }: LightTextboxProps) => {
  const text = useText()
  const { composition } = draft
  const cursor = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (cursor.current !== undefined) area.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  })
  useImperativeHandle(
    ref,
    (): Textbox => ({
      focus: () => area.current?.focus({ preventScroll: true }),
      insert({ text: words, userId }, start) {
        const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {}
        const from = start ?? selectionStart
        // As in the editor, a space follows a mention.
        const insertion = { from, to: selectionEnd, text: words }
        const spaceAt = from + words.length
        draft.write(
          userId === undefined
            ? insertInto(draft.current(), insertion)
            : insertInto(insertInto(draft.current(), { ...insertion, userId }), {
                ...{ from: spaceAt, to: spaceAt, text: ' ' },
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
