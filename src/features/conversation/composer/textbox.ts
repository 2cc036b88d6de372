import type { Ref } from 'react'
import type { MentionQuery } from '#domain/message/mention-candidates.ts'
import type { Draft } from './use-draft.ts'

/** What is put in by something other than typing; words that mention somebody say whom. */
export interface InsertedWords {
  readonly text: string
  readonly userId?: number
}

/** Where a message is written, whichever of both textboxes it is. */
export interface Textbox {
  focus(): void
  /** Puts words in place of the selection, or of what stands between `from` and the cursor. */
  insert(words: InsertedWords, from?: number): void
}

/** What one textbox hands over to the other. */
export interface Handover {
  /** Offsets in the text, UTF-16 units. */
  readonly from: number
  readonly to: number
  readonly isFocused: boolean
}

export interface TextboxProps {
  readonly ref: Ref<Textbox>
  readonly draft: Draft
  readonly errorId: string | undefined
  readonly doesEnterSend: boolean
  /** The list of people, while it is open. */
  readonly list: { readonly id: string; readonly activeId: string | undefined } | undefined
  /** Hears each key first; true when it was taken. */
  readonly onPress: (event: KeyboardEvent) => boolean
  readonly onQuery: (query: MentionQuery | undefined) => void
  /** What was to come in is too long. */
  readonly onRefused: () => void
}

/** What of a key press decides about sending. */
interface KeyPress {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** The code some browsers give every key while an input method is composing, its closing Enter included. */
const composingKeyCode = 229

/** Whether a key belongs to an input method that composes [VIEW-51]. */
export const isComposingKey = ({
  isComposing,
  keyCode,
}: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === composingKeyCode

/**
 * Whether a key press sends the message. Enter does on desktop, embedded, and elsewhere when the person has chosen
 * so; Shift+Enter breaks the line; no key does while an input method composes [VIEW-50 VIEW-51] (DEC-105).
 */
export function sendsMessage(press: KeyPress, doesEnterSend: boolean): boolean {
  if (press.key !== 'Enter' || isComposingKey(press)) return false
  if (press.ctrlKey || press.metaKey) return true
  return doesEnterSend && !press.shiftKey && !press.altKey
}
