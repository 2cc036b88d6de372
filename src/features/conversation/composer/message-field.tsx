import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import { LightTextbox } from './light-textbox.tsx'
import { MentionFailure, MentionList } from './mentions/mention-list.tsx'
import { useMentioning } from './mentions/use-mentioning.ts'
import styles from './message-field.module.css'
import { type Handover, sendsMessage, type Textbox, type TextboxProps } from './textbox.ts'
import type { Draft } from './use-draft.ts'

interface MessageFieldProps {
  readonly ref: Ref<Textbox>
  readonly conversationId: ConversationId
  readonly draft: Draft
  readonly errorId: string | undefined
  readonly doesEnterSend: boolean
  readonly onSubmit: () => void
  readonly onRejected: () => void
}

/** The textbox "Message": plain at first, replaced by the editor when it is loaded and no input method is composing. */
export const MessageField = (props: MessageFieldProps) => {
  const { ref, conversationId, draft, errorId, doesEnterSend, onSubmit, onRejected } = props
  const rich = useRichTextbox()
  const [isHandedOver, setHandedOver] = useState(rich !== undefined)
  const [isComposing, setComposing] = useState(false)
  const composing = useRef(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const light = useRef<Textbox>(null)
  const editor = useRef<Textbox>(null)
  const textbox = () => editor.current ?? light.current
  const mentioning = useMentioning(conversationId, (words, from) => textbox()?.insert(words, from))
  useImperativeHandle(
    ref,
    (): Textbox => ({
      focus: () => (editor.current ?? light.current)?.focus(),
      insert: (words, from) => (editor.current ?? light.current)?.insert(words, from),
    }),
    [],
  )

  const onPress = (event: KeyboardEvent): boolean => {
    if (mentioning.press(event)) return true
    if (!sendsMessage(event, doesEnterSend)) return false
    onSubmit()
    return true
  }
  const noteComposing = (isOn: boolean) => {
    composing.current = isOn
    if (isOn) setComposing(true)
    // Some browsers report the composed text only after composition has ended.
    else setTimeout(() => setComposing(composing.current))
  }
  const takeOver = (): Handover | undefined => {
    const { current: plain } = area
    if (!plain) return undefined
    const { selectionStart: from, selectionEnd: to } = plain
    return { from, to, isFocused: document.activeElement === plain }
  }
  const shared: Omit<TextboxProps, 'ref'> = {
    ...{ draft, errorId, doesEnterSend, onPress, onRejected },
    list: mentioning.open,
    onQuery: mentioning.look,
  }
  const isRich = rich !== undefined && (isHandedOver || !isComposing)
  return (
    <div className={styles.field}>
      {mentioning.hasFailed && <MentionFailure />}
      {mentioning.open && <MentionList open={mentioning.open} onPick={mentioning.pick} />}
      {!isHandedOver && <LightTextbox {...shared} ref={light} area={area} onComposing={noteComposing} />}
      {isRich && (
        <rich.RichTextbox {...shared} ref={editor} takeOver={takeOver} onReady={() => setHandedOver(true)} />
      )}
    </div>
  )
}

type RichTextboxModule = typeof import('./editor/rich-textbox.tsx')

let loaded: RichTextboxModule | undefined

/**
 * Returns the editor's module when it is loaded. If loading fails, the plain textbox stays and the next conversation
 * tries again.
 */
const useRichTextbox = (): RichTextboxModule | undefined => {
  const [found, setFound] = useState(loaded)
  useEffect(() => {
    if (loaded !== undefined) return
    let isUnmounted = false
    const take = (module: RichTextboxModule) => {
      loaded = module
      if (!isUnmounted) setFound(module)
    }
    void import('./editor/rich-textbox.tsx').then(take, () => undefined)
    return () => {
      isUnmounted = true
    }
  }, [])
  return found
}
