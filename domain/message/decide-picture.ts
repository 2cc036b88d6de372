import type { Command, Outcome } from '../commands/command.ts'
import { type AccountState, type Decision, decided, type Given } from '../commands/decision.ts'
import { done } from '../http/refusal.ts'
import { defaultPictureLimit, mostBytes } from '../media/picture-limits.ts'
import { freshTime } from './decide-message.ts'

/** Refuses a file that is empty [MEDIA-28] or larger than `limit` MB and what is let pass above it [MEDIA-26 MEDIA-27]. */
export function checkFileSize(size: number, limit: number = defaultPictureLimit): Outcome {
  if (size === 0) return { isOk: false, refusal: { key: 'errors.invalid-file' } }
  if (size <= mostBytes(limit)) return done
  return { isOk: false, refusal: { key: 'errors.file-size-limit', values: { limit: `${limit} MB` } } }
}

/** Stores a picture as pending with its file beside it [LIFE-01 LIFE-02]; it is uploaded, then sent (DEC-108). */
export function decideSendPicture(
  command: Extract<Command, { type: 'SendPicture' }>,
  state: AccountState,
  given: Given,
): Decision {
  const { conversationId, attachment } = command
  const conversation = state.conversations.byId.get(conversationId)
  if (!conversation?.facts) return { isOk: false, refusal: { key: 'conversation.session-not-available' } }
  const checked = checkFileSize(attachment.size)
  if (!checked.isOk) return checked
  const submittedAt = freshTime(conversation, given.now)
  return decided({
    stream: conversationId,
    type: 'MessageSubmitted',
    data: { clientId: given.clientId, type: 'pic', body: '', submittedAt, attachment },
    occurredAt: submittedAt,
    origin: 'local',
  })
}
