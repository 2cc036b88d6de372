import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useText } from '#src/ui/use-text.ts'
import type { Handover, Textbox, TextboxProps } from '../textbox.ts'
import { createEditor, type Editor, type EditorHooks } from './create-editor.ts'
import styles from './rich-textbox.module.css'

interface RichTextboxProps extends TextboxProps {
  /** Returns the state of the plain textbox while it is still mounted. */
  readonly readHandover: () => Handover | undefined
  /** Called when the editor is mounted and has taken over. */
  readonly onReady: () => void
}

/** The rich textbox, in which mentions and emoticons are atoms [VIEW-17]. */
export const RichTextbox = (props: RichTextboxProps) => {
  const { ref, draft, readHandover, onReady } = props
  const text = useText()
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(undefined)
  const applied = useRef(draft.source)
  const press = useEffectEvent(props.onPress)
  const change = useEffectEvent(draft.writeRendered)
  const query = useEffectEvent(props.onQuery)
  const reject = useEffectEvent(props.onRejected)
  const nameOf = useEffectEvent((name: string) => text(`composer.emoticon.${name}`))
  const start = useEffectEvent((element: HTMLElement): Editor => {
    const hooks: EditorHooks = {
      press: (event) => press(event),
      change: (composition) => change(composition),
      query: (found) => query(found),
      reject: () => reject(),
      nameOf: (name) => nameOf(name),
    }
    const created = createEditor(element, draft.current(), readHandover(), hooks)
    created.setAttributes(attributesOf(props, text('conversation.composer')))
    if (draft.current().text !== '') created.showCursor()
    return created
  })
  const ready = useEffectEvent(onReady)

  useLayoutEffect(() => {
    if (!place.current) return
    const created = start(place.current)
    editor.current = created
    ready()
    return () => {
      created.destroy()
      editor.current = undefined
    }
  }, [])
  useLayoutEffect(() => editor.current?.setAttributes(attributesOf(props, text('conversation.composer'))))

  const { source } = draft
  useLayoutEffect(() => {
    if (applied.current === source) return
    applied.current = source
    editor.current?.replace(source)
  }, [source])

  useImperativeHandle(
    ref,
    (): Textbox => ({
      focus: () => editor.current?.focus(),
      insert: (inserted, from) => editor.current?.insert(inserted, from),
    }),
    [],
  )
  const placeholder = text('conversation.placeholder')
  const isEmpty = draft.composition.text === ''
  return <div ref={place} className={styles.place} data-placeholder={isEmpty ? placeholder : undefined} />
}

/** Attributes for assistive technology and on-screen keyboards; the same as those of the plain textbox. */
const attributesOf = (
  { errorId, doesEnterSend, list }: TextboxProps,
  label: string,
): Readonly<Record<string, string>> => ({
  role: 'textbox',
  'aria-label': label,
  'aria-multiline': 'true',
  'aria-autocomplete': 'list',
  'aria-invalid': String(errorId !== undefined),
  dir: 'auto',
  enterkeyhint: doesEnterSend ? 'send' : 'enter',
  class: styles.area ?? '',
  ...(errorId === undefined ? {} : { 'aria-describedby': errorId }),
  ...(list === undefined ? {} : { 'aria-controls': list.id }),
  ...(list?.activeId === undefined ? {} : { 'aria-activedescendant': list.activeId }),
})
