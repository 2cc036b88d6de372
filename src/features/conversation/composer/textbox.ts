import type { Ref } from 'react'
import { isShortcut, type KeyPress as ShortcutPress } from '#domain/keyboard/shortcuts.ts'
import type { MentionQuery } from '#domain/message/mention-candidates.ts'
import type { Draft } from './use-draft.ts'

/** Text inserted by other means than typing; `userId` makes it a mention. */
export interface InsertedText {
  readonly text: string
  readonly userId?: number
}

/** The interface of the plain and the rich textbox. */
export interface Textbox {
  focus(): void
  /** Replaces the selection, or the text between `from` and the cursor. */
  insert(inserted: InsertedText, from?: number): void
}

/** The state that one textbox passes to the other. */
export interface Handover {
  /** Offsets in the text, UTF-16 units. */
  readonly from: number
  readonly to: number
  readonly isFocused: boolean
}

/** The text that a textbox shows and changes. */
export type WrittenDraft = Pick<Draft, 'composition' | 'source' | 'current' | 'write' | 'writeRendered'>

export interface TextboxProps {
  readonly ref: Ref<Textbox>
  readonly draft: WrittenDraft
  readonly errorId: string | undefined
  readonly doesEnterSend: boolean
  /** The mention list while it is open. */
  readonly list: { readonly id: string; readonly activeId: string | undefined } | undefined
  /** Receives each key first; returns true when it handled one. */
  readonly onPress: (event: KeyboardEvent) => boolean
  readonly onQuery: (query: MentionQuery | undefined) => void
  /** Called when inserted text is too long. */
  readonly onRejected: () => void
}

/** The properties of a key press that decide whether it sends. */
interface KeyPress extends ShortcutPress {
  readonly keyCode: number
  readonly isComposing: boolean
}

/** The key code of some browsers for every key during composition, including its final Enter. */
const composingKeyCode = 229

/** Returns whether a key belongs to a composing input method [VIEW-51]. */
export const isComposingKey = ({
  isComposing,
  keyCode,
}: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === composingKeyCode

/**
 * Returns whether a key press sends the message. Enter does on desktop, when embedded, and elsewhere by the user's
 * setting. Shift+Enter breaks the line. No key sends while an input method composes [VIEW-50 VIEW-51] (DEC-105).
 */
export function sendsMessage(press: KeyPress, doesEnterSend: boolean): boolean {
  if (isComposingKey(press)) return false
  return isShortcut(press, 'sendAlways') || (doesEnterSend && isShortcut(press, 'send'))
}
