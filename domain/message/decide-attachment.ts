import type { NewEvent } from '#schemas/log/envelope.ts'
import type { Command, Outcome } from '../commands/command.ts'
import { type AccountState, type Decision, decided, type Given } from '../commands/decision.ts'
import { afterFile } from '../conversation/decide-draft.ts'
import { done, errorName, refusedBecause } from '../http/refusal.ts'
import { messageTypeOf } from '../media/attachment-kind.ts'
import { defaultUploadLimit, mostBytes } from '../media/upload-limits.ts'
import { freshTime } from './decide-message.ts'

/** Refuses a file that is empty [MEDIA-28] or larger than `limit` MB and what is let pass above it [MEDIA-26 MEDIA-27 MEDIA-36]. */
export function checkFileSize(size: number, limit: number = defaultUploadLimit): Outcome {
  if (size === 0) return refusedBecause({ key: 'errors.invalid-file', name: errorName.invalidFile })
  if (size <= mostBytes(limit)) return done
  const words = { key: 'errors.file-size-limit', values: { limit: `${limit} MB` } }
  return refusedBecause({ ...words, name: errorName.fileTooLarge })
}

/**
 * Stores an attachment as a pending message with its file beside it [LIFE-01 LIFE-02]; it is uploaded, then sent (DEC-108).
 * The quote it carries leaves the draft with it.
 * Refuses an empty file, and a conversation that is not there; how large it may be is the server's to say.
 */
export function decideSendAttachment(
  command: Extract<Command, { type: 'SendAttachment' }>,
  state: AccountState,
  given: Given,
): Decision {
  const { conversationId, attachment, kind, quote } = command
  const conversation = state.conversations.byId.get(conversationId)
  if (!conversation?.facts) return { isOk: false, refusal: { key: 'conversation.session-not-available' } }
  if (attachment.size === 0) return { isOk: false, refusal: { key: 'errors.invalid-file' } }
  const submittedAt = freshTime(conversation, given.now)
  const type = messageTypeOf(kind)
  const submitted: NewEvent = {
    stream: conversationId,
    type: 'MessageSubmitted',
    data: {
      ...{ clientId: given.clientId, type, body: '', submittedAt, attachment },
      ...(quote ? { quote } : {}),
    },
    occurredAt: submittedAt,
    origin: 'local',
  }
  return decided(submitted, ...(quote ? afterFile(conversation, quote, given.now) : []))
}
