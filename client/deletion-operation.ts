import type { Outcome } from '#domain/commands/command.ts'
import { done, refusedBecause } from '#domain/http/refusal.ts'
import { decideDeleteForEveryone } from '#domain/message/decide-deletion.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { parseConversationId } from '#schemas/ids.ts'
import { confirmDeletion, sendDeletion } from '#streams/outbound/delete-for-everyone.ts'
import type { AccountClient } from './client.ts'

/** Deletes messages for everyone: by this tab's own connection, else by the one of the tab that leads (DEC-20). */
export const createDeletionOperation =
  (core: AccountCore): AccountClient['deleteForEveryone'] =>
  async (conversation, chosen): Promise<Outcome> => {
    const { link, log, ports, serverTime, tabs, userId } = core
    const group = log.conversations.get().find(({ id }) => id === conversation)?.group
    const standing = { kind: parseConversationId(conversation).kind, role: group?.role ?? 0 }
    const decision = decideDeleteForEveryone(chosen, standing, serverTime.now())
    if (!decision.isOk) return decision
    if (!isConnected(core)) return refusedBecause({ key: 'connection.disconnected' })
    const messages = decision.value
    const ask = () =>
      link.isReady()
        ? sendDeletion(link, userId, { conversation, messages })
        : tabs.post({ type: 'delete-for-everyone', account: userId, conversation, messages: [...messages] })
    const isGone = await confirmDeletion(log, ports.clock, { conversation, messages }, ask)
    return isGone ? done : refusedBecause({ key: 'conversation.delete.unconfirmed' })
  }

const isConnected = ({ connection }: AccountCore): boolean => {
  const { status } = connection.get()
  return status === 'connected' || status === 'catching-up'
}
