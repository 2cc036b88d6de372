import type { Command } from '../commands/command.ts'
import { type AccountState, type Decision, decided, type Given } from '../commands/decision.ts'
import { freshTime } from './decide-message.ts'
import { writeCollected } from './message-body.ts'
import { checkMessageContent } from './message-content.ts'

/**
 * Stores what is sent from a collection or passed on as pending, like any other message (DEC-17) [MSG-57]; a file has its
 * small picture in front. Refuses what does not fit its type, and a conversation that is not there.
 */
export function decideSendContent(
  command: Extract<Command, { type: 'SendContent' }>,
  state: AccountState,
  given: Given,
): Decision {
  const { conversationId, content, contentType, quote, smallAddress } = command
  const conversation = state.conversations.byId.get(conversationId)
  if (!conversation?.facts) return { isOk: false, refusal: { key: 'conversation.session-not-available' } }
  const written = smallAddress === undefined ? content : writeCollected(smallAddress, content)
  const body = checkMessageContent(contentType, written)
  if (!body.isOk) return body
  const submittedAt = freshTime(conversation, given.now)
  return decided({
    stream: conversationId,
    type: 'MessageSubmitted',
    data: { clientId: given.clientId, type: contentType, body: body.value, submittedAt, quote },
    occurredAt: submittedAt,
    origin: 'local',
  })
}
