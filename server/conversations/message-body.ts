import { attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { isSendableBody, readMessageBody } from '#domain/message/message-body.ts'
import { isSendable } from '#domain/message/message-content.ts'
import { isStoredPicture } from '../accounts/stored-picture.ts'
import { CallRefusal, refuseInvalid } from '../calls/refusal.ts'

/** The maximum length of a trimmed message, characters (DEC-118). */
export const maxMessageLength = 20_000

/**
 * Returns the body to store. Rejects kinds that people may not send, and bodies that are empty, too long or invalid for
 * their kind.
 */
export function checkBody({ text, type }: { readonly text: string; readonly type: string }): string {
  if (!isSendable(type)) throw CallRefusal.wrongValue('MsgType', 'message-type')
  const body = text.trim()
  if (body.length === 0) throw refuseInvalid({ field: 'Message', kind: 'short', count: 1 })
  if (body.length > maxMessageLength) {
    throw refuseInvalid({ field: 'Message', kind: 'long', count: maxMessageLength })
  }
  const content = readMessageBody(type, body)
  if (content.kind === 'card' && content.card.avatarUrl !== '' && !isStoredPicture(content.card.avatarUrl))
    throw CallRefusal.wrongValue('Message', 'invalid')
  if (isSendableBody(content)) return body
  if (type === 'card') throw refuseInvalid({ field: 'Message', kind: 'other', count: 0 })
  throw CallRefusal.wrongValue('Message', 'file-unknown')
}

/** Whether messages of this kind name files of this server, which then belong to them. */
export const hasFiles = (type: string): boolean => type === 'emo' || attachmentKindOf(type) !== undefined
