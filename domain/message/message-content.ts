import type { MessageType } from '#schemas/message-types.ts'
import type { Outcome } from '../commands/command.ts'
import { isSendableBody, readMessageBody } from './message-body.ts'

/** Message types that a person may send. The server creates the others. */
export const sendableTypes = [
  'txt',
  'emo',
  'pic',
  'audio',
  'video',
  'file',
  'card',
] as const satisfies readonly MessageType[]
const sendable: ReadonlySet<string> = new Set(sendableTypes)

export const isSendable = (type: string): type is (typeof sendableTypes)[number] => sendable.has(type)

/** Trims and checks a message's text by its type. Rejects a damaged body and a type that people may not send. */
export function checkMessageContent(type: string, content: string): Outcome<string> {
  if (!isSendable(type)) return { isOk: false, rejection: { key: 'errors.error' } }
  const text = checkMessageText(content)
  if (!text.isOk || isSendableBody(readMessageBody(type, text.value))) return text
  return {
    isOk: false,
    rejection: { key: type === 'card' ? 'contact.error.damaged' : 'errors.invalid-file' },
  }
}

/** The maximum length of a message, in UTF-16 units like every text limit (DEC-118). */
export const longestMessage = 20_000

/** Trims a message's text. Rejects an empty one [MSG-33 MSG-35] and one above 20,000 characters (DEC-118). */
export function checkMessageText(text: string): Outcome<string> {
  const trimmed = text.trim()
  if (trimmed.length === 0)
    return { isOk: false, rejection: { key: 'errors.string.length', values: { count: 1 } } }
  if (trimmed.length > longestMessage)
    return { isOk: false, rejection: { key: 'errors.string.max-length', values: { count: longestMessage } } }
  return { isOk: true, value: trimmed }
}

/**
 * Checks what a person sends from the composer: a text, attachments, or both. Only with attachments may the text be
 * empty [MSG-33 MSG-34].
 */
export const checkMessageForm = (text: string, hasAttachments: boolean): Outcome<string> =>
  hasAttachments && text.trim() === '' ? { isOk: true, value: '' } : checkMessageText(text)
