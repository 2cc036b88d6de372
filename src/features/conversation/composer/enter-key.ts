/** What of a key press decides about sending. */
export interface KeyPress {
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
