import type { Outcome } from '#domain/commands/command.ts'
import { done, refusedBecause } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { toListedRow } from '#schemas/translate/conversation.ts'
import { getChatSession } from '#schemas/wire/calls/conversations.ts'

const unavailable = 'conversation.session-not-available'

/**
 * Asks the server for one conversation as it is now [SESS-29 SOCK-71]. One that is not available any more is told, and gone
 * with its messages [SESS-48 SESS-49].
 */
export async function checkConversation(
  core: Pick<AccountCore, 'caller' | 'log' | 'notify' | 'serverTime'>,
  id: ConversationId,
): Promise<Outcome> {
  const { caller, log, notify, serverTime } = core
  const { kind, wireId } = parseConversationId(id)
  const result = await caller.call(
    getChatSession,
    kind === 'group' ? { GroupID: wireId } : { ChatSessionID: wireId },
  )
  if (!result.isOk) return refusedBecause(result.failure.refusal)
  const common = { stream: id, occurredAt: serverTime.now(), origin: 'http' } as const
  const facts = toListedRow(kind, result.data, serverTime.now())?.facts
  const event: NewEvent = facts
    ? { ...common, type: 'ConversationListed', data: { facts } }
    : { ...common, type: 'ConversationRemoved', data: {} }
  await log.append([event])
  if (facts) return done
  notify({ kind: 'error', key: unavailable })
  return refusedBecause({ key: unavailable })
}
