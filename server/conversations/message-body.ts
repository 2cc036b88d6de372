import { readMediaAddress } from '#domain/media/media-address.ts'
import { refuseInvalid } from '../calls/invalid-input.ts'
import { CallRefusal } from '../calls/refusal.ts'

/** Most characters of a trimmed message (DEC-118). */
export const maxMessageLength = 20_000
/** Kinds a person may send; the others are the server's own notices. */
const sendableTypes: ReadonlySet<string> = new Set(['txt', 'emo', 'pic'])

/** The body as it is stored; refuses kinds that are not a person's to send, what is empty or too long, and a picture elsewhere. */
export function checkBody({ text, type }: { readonly text: string; readonly type: string }): string {
  if (!sendableTypes.has(type)) throw CallRefusal.wrongValue('MsgType', 'message-type')
  const body = text.trim()
  if (body.length === 0) throw refuseInvalid({ field: 'Message', kind: 'short', count: 1 })
  if (body.length > maxMessageLength) {
    throw refuseInvalid({ field: 'Message', kind: 'long', count: maxMessageLength })
  }
  if (type === 'pic' && !readMediaAddress(body)) throw CallRefusal.wrongValue('Message', 'file-unknown')
  return body
}
