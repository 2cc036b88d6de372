import { inArray } from 'drizzle-orm'
import { canManage } from '#domain/group/roles.ts'
import { resultCode } from '#schemas/wire/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { memberIdsOf } from '../conversations/membership.ts'
import { tellMessage } from '../conversations/tell-message.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, conversationMember } from '../store/schema/index.ts'
import { changeGroup } from './change-group.ts'
import { requireFriends } from './create-group.ts'
import { findGroup, maxMembers } from './group-facts.ts'
import { groupEvent } from './group-frames.ts'
import { nameOf, newestIn } from './membership-changes.ts'
import { storeNotice } from './notices.ts'

/** Joins a public group at once; nothing changes for who is in it already [GROUP-18 GROUP-20]. */
export async function joinGroup(services: Services, accountId: number, groupId: number): Promise<void> {
  await services.lanes.run(`conversation ${groupId}`, async () => {
    const joined = await services.database.transaction(async (transaction) => {
      const group = await findGroup(transaction, groupId)
      if (!group) throw new CallRefusal(resultCode.notFound, 'group-not-found')
      const before = await memberIdsOf(transaction, groupId)
      if (before.includes(accountId)) return undefined
      if (!group.isPublic) throw new CallRefusal(resultCode.forbidden, 'group-needs-application')
      await insertNewcomers(services, transaction, groupId, before, [accountId])
      const notice = { Kind: 'joined', Names: [await nameOf(transaction, accountId)] } as const
      const row = await storeNotice(services, transaction, groupId, accountId, notice)
      return { group, row, accountIds: [...before, accountId] }
    })
    if (!joined) return
    const { group, row, accountIds } = joined
    services.connections.deliver({ accountIds }, groupEvent(group, 'Join', accountId))
    tellMessage(services, row, { accountIds, group })
  })
}

/**
 * A member adds own friends; in a group that is not public only a manager may (DEC-62) [GROUP-35]. Who is in it already
 * is passed over.
 */
export const addMembers = (
  services: Services,
  accountId: number,
  groupId: number,
  ids: readonly number[],
): Promise<void> =>
  changeGroup(services, accountId, groupId, async (change) => {
    const { actor, group, transaction } = change
    if (!group.isPublic && !canManage(actor.role))
      throw new CallRefusal(resultCode.forbidden, 'group-needs-application')
    const before = await memberIdsOf(transaction, groupId)
    await requireFriends(transaction, accountId, ids)
    const newcomers = ids.filter((id) => !before.includes(id))
    if (newcomers.length === 0) return
    await insertNewcomers(services, transaction, groupId, before, newcomers)
    for (const id of newcomers) change.tell(groupEvent(group, 'Join', id))
    const people = await transaction
      .select({ name: account.nickname })
      .from(account)
      .where(inArray(account.id, newcomers))
    await change.notice({
      Kind: 'added',
      Names: people.map(({ name }) => name),
      Count: newcomers.length,
      JoinMethod: 2,
    })
  })

async function insertNewcomers(
  services: Services,
  transaction: Database,
  conversationId: number,
  before: readonly number[],
  accountIds: readonly number[],
): Promise<void> {
  if (before.length + accountIds.length > maxMembers)
    throw new CallRefusal(resultCode.forbidden, 'group-full')
  const newest = await newestIn(transaction, conversationId)
  const joinedAt = services.clock.now()
  await transaction.insert(conversationMember).values(
    accountIds.map((accountId) => ({
      conversationId,
      accountId,
      joinedAt,
      readMessageId: newest,
      historyAfterId: newest,
    })),
  )
}
