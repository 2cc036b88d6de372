import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { type Membership, memberIdsOf, requireMembership } from '../conversations/membership.ts'
import { type MessageRow, messageFrame } from '../conversations/message-rows.ts'
import { lockConversation } from '../conversations/open-conversation.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { findGroup, type Group } from './group-facts.ts'
import { type Notice, storeNotice } from './notices.ts'

/** A group and one of its members, inside the transaction that changes it. */
export interface GroupChange {
  readonly services: Services
  readonly transaction: Database
  readonly now: number
  readonly groupId: number
  readonly group: Group
  readonly actor: Membership
  /** Sends a notice to all members, in the group's conversation, after the commit. */
  notice(notice: Notice): Promise<void>
  /** Sends these people a frame after the commit and before the notices; all members of that time if left out. */
  notify(frame: ServerFrameInput, accountIds?: readonly number[]): void
  /** Replaces notifications that show the text of these deleted messages, after the commit. */
  messagesErased(messageIds: readonly number[]): void
  /** Closes the notifications of people who are no longer members, after the commit. */
  membershipsEnded(accountIds: readonly number[]): void
}

interface Outgoing {
  readonly frames: { readonly frame: ServerFrameInput; readonly accountIds: readonly number[] | undefined }[]
  readonly notices: MessageRow[]
  readonly erasedIds: number[]
  readonly formerIds: number[]
}

/**
 * Changes a group for a member: in the queue of its messages, in one transaction. Members are notified afterwards, in
 * the order of the commits. Rejects people who are no members.
 * @param isDone whether an earlier request, which is retried, has ended the membership; then this one changes nothing
 */
export async function changeGroup(
  services: Services,
  accountId: number,
  groupId: number,
  change: (change: GroupChange) => Promise<void>,
  isDone?: (transaction: Database) => Promise<boolean>,
): Promise<void> {
  await services.keyedLock.runExclusive(`conversation ${groupId}`, async () => {
    const outgoing: Outgoing = { frames: [], notices: [], erasedIds: [], formerIds: [] }
    const committed = await services.database.transaction(async (transaction) => {
      await lockConversation(transaction, groupId)
      if (await isDone?.(transaction)) return undefined
      const actor = await requireMembership(transaction, 'group', groupId, accountId)
      if (!actor.group) throw new Error('A group conversation has no group')
      await change(handsOn(services, transaction, actor, actor.group, outgoing))
      const group = (await findGroup(transaction, groupId)) ?? actor.group
      const memberIds = await memberIdsOf(transaction, groupId)
      const send = await services.connections.stage(transaction, [
        ...outgoing.frames.map(({ frame, accountIds = memberIds }) => ({ to: { accountIds }, frame })),
        ...outgoing.notices.map((row) => messageFrame(row, { accountIds: memberIds, group })),
      ])
      return { memberIds, send }
    })
    if (!committed) return
    committed.send()
    for (const { message } of outgoing.notices) services.pushes.messageStored(message)
    services.pushes.messagesChanged({
      isErased: true,
      conversationId: groupId,
      messageIds: outgoing.erasedIds,
      accountIds: committed.memberIds,
    })
    for (const id of outgoing.formerIds) services.pushes.conversationSettled(id, groupId)
  })
}

const handsOn = (
  services: Services,
  transaction: Database,
  actor: Membership,
  group: Group,
  { frames, notices, erasedIds, formerIds }: Outgoing,
): GroupChange => ({
  services,
  transaction,
  now: services.clock.now(),
  groupId: actor.conversationId,
  group,
  actor,
  async notice(notice) {
    notices.push(await storeNotice(services, transaction, actor.conversationId, actor.accountId, notice))
  },
  notify(frame, accountIds) {
    frames.push({ frame, accountIds })
  },
  messagesErased(messageIds) {
    for (const id of messageIds) erasedIds.push(id)
  },
  membershipsEnded(accountIds) {
    for (const id of accountIds) formerIds.push(id)
  },
})
