import type { Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { updateSessionDoNotDisturb, updateSessionTop } from '#schemas/wire/calls/conversations.ts'
import type { CallResult } from '#streams/http/call-result.ts'
import { fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import type { AccountClient } from './client.ts'

/** A group is named by GroupID, a one-to-one conversation by ChatSessionID. */
function named(id: ConversationId): { readonly ChatSessionID?: number; readonly GroupID?: number } {
  const { kind, wireId } = parseConversationId(id)
  return kind === 'group' ? { GroupID: wireId } : { ChatSessionID: wireId }
}

/**
 * What a person sets for a conversation of either kind, for themselves on all their devices: the list follows the server's
 * answer, and both its word and a refusal are told as notices [SESS-31 SESS-32 SESS-45 SESS-46].
 */
export function createOwnSettings(core: AccountCore): Pick<AccountClient, 'setPinned' | 'setMuted'> {
  const { caller, log, notify, serverTime } = core

  async function settle(result: CallResult<unknown>): Promise<Outcome> {
    if (!result.isOk) {
      const { refusal } = result.failure
      notify({ kind: 'error', ...(refusal.text ? { text: refusal.text } : { key: refusal.key }) })
      return { isOk: false, refusal }
    }
    // The server has it; a list that could not be fetched comes with the next one.
    const parts = { caller, log, serverTime, signal: new AbortController().signal }
    await fetchConversations(parts).catch(() => undefined)
    if (result.message) notify({ kind: 'success', text: result.message })
    return done
  }

  return {
    async setPinned(id, isPinned) {
      return settle(await caller.call(updateSessionTop, { ...named(id), IsTop: isPinned ? 1 : 0 }))
    },
    async setMuted(id, isMuted) {
      const IsNotDisturb = isMuted ? 1 : 0
      return settle(await caller.call(updateSessionDoNotDisturb, { ...named(id), IsNotDisturb }))
    },
  }
}
