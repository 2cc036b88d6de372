import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { deliverMessage } from '../conversations/deliver-message.ts'
import { type Membership, memberIdsOf, requireMembership } from '../conversations/membership.ts'
import type { MessageRow } from '../conversations/message-rows.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { findGroup, type Group } from './group-facts.ts'
import { type Notice, storeNotice } from './notices.ts'

/** A group in the hands of one of its members, inside the transaction that changes it. */
export interface GroupChange {
  readonly services: Services
  readonly transaction: Database
  readonly now: number
  readonly groupId: number
  readonly group: Group
  readonly actor: Membership
  /** Tells everybody of the group, in its members' conversation, once the change is committed. */
  notice(notice: Notice): Promise<void>
  /** Tells these people once the change is committed, before the notices; everybody of then when left out. */
  tell(frame: ServerFrameInput, accountIds?: readonly number[]): void
}

interface Outgoing {
  readonly frames: { readonly frame: ServerFrameInput; readonly accountIds: readonly number[] | undefined }[]
  readonly notices: MessageRow[]
}

/**
 * Changes a group at a member's wish: in the queue of its messages, all or nothing, and telling its people afterwards in
 * the order of the commits. Refuses who is no member.
 */
export async function changeGroup(
  services: Services,
  accountId: number,
  groupId: number,
  change: (change: GroupChange) => Promise<void>,
): Promise<void> {
  await services.keyedLock.runExclusive(`conversation ${groupId}`, async () => {
    const outgoing: Outgoing = { frames: [], notices: [] }
    const audience = await services.database.transaction(async (transaction) => {
      const actor = await requireMembership(transaction, 'group', groupId, accountId)
      if (!actor.group) throw new Error('A group conversation has no group')
      await change(handsOn(services, transaction, actor, actor.group, outgoing))
      const group = (await findGroup(transaction, groupId)) ?? actor.group
      return { accountIds: await memberIdsOf(transaction, groupId), group }
    })
    for (const { frame, accountIds } of outgoing.frames)
      services.connections.deliver({ accountIds: accountIds ?? audience.accountIds }, frame)
    for (const row of outgoing.notices) deliverMessage(services, row, audience)
  })
}

const handsOn = (
  services: Services,
  transaction: Database,
  actor: Membership,
  group: Group,
  { frames, notices }: Outgoing,
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
  tell(frame, accountIds) {
    frames.push({ frame, accountIds })
  },
})
