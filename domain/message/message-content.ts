import type { MessageType } from '#schemas/message-types.ts'
import type { Outcome } from '../commands/command.ts'
import { readMessageBody, saysSomething } from './message-body.ts'
import { checkMessageText } from './message-text.ts'

/** Kinds of message that a person may send; the others are the server's own. */
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

/** Trims and checks the text of a message by its type; refuses one that is damaged or not a person's to send. */
export function checkMessageContent(type: string, content: string): Outcome<string> {
  if (!isSendable(type)) return { isOk: false, refusal: { key: 'errors.error' } }
  const text = checkMessageText(content)
  if (!text.isOk || saysSomething(readMessageBody(type, text.value))) return text
  return { isOk: false, refusal: { key: type === 'card' ? 'contact.error.damaged' : 'errors.invalid-file' } }
}
