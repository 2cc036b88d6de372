import type { Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { toListedConversation } from '#schemas/translate/conversation.ts'
import { updateChatSession } from '#schemas/wire/calls/conversations.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import type { AccountClient } from './client.ts'

/**
 * Sets the vanish mode of a one-to-one conversation: the local setting follows the server's answer, and both its word and
 * a refusal are told as notices [BURN-06 SESS-33].
 */
export const createVanishOperation =
  ({ caller, log, notify, serverTime }: AccountCore): AccountClient['setVanish'] =>
  async (conversation: ConversationId, seconds: number): Promise<Outcome> => {
    const result = await caller.call(updateChatSession, {
      ChatSessionID: parseConversationId(conversation).wireId,
      ReadDelete: writeFlag(seconds > 0),
      AutoDeleteTime: seconds,
    })
    if (!result.isOk) {
      const { refusal } = result.failure
      notify({ kind: 'error', ...(refusal.text ? { text: refusal.text } : { key: refusal.key }) })
      return { isOk: false, refusal }
    }
    const { facts } = toListedConversation(result.data, serverTime.now())
    const listed: NewEvent = {
      stream: conversation,
      type: 'ConversationListed',
      data: { facts },
      occurredAt: serverTime.now(),
      origin: 'http',
    }
    // The server has it; what could not be stored here comes with the next list.
    await log.append([listed]).catch(() => undefined)
    if (result.message) notify({ kind: 'success', text: result.message })
    return done
  }
