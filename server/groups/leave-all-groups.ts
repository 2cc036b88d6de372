import { and, asc, desc, eq, ne } from 'drizzle-orm'
import { groupRole } from '#domain/group/roles.ts'
import { isSide } from '../conversations/membership.ts'
import type { Services } from '../services.ts'
import { conversation, conversationMember } from '../store/schema/index.ts'
import { changeGroup, type GroupChange } from './change-group.ts'
import { groupChangedFrame } from './group-facts.ts'
import { depart, end } from './membership-changes.ts'

/**
 * Removes an account from all its groups before its deletion. A group that it owns passes to the longest-standing
 * member of the highest role; a group that would be empty is disbanded.
 */
export async function leaveAllGroups(services: Services, accountId: number): Promise<void> {
  const groups = await services.database
    .select({ id: conversation.id })
    .from(conversationMember)
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .where(and(eq(conversationMember.accountId, accountId), eq(conversation.kind, 'group')))
  for (const { id } of groups) await changeGroup(services, accountId, id, passOn)
}

async function passOn(change: GroupChange): Promise<void> {
  const { actor, transaction, group, groupId } = change
  if (actor.role === groupRole.owner) {
    const heirId = await findHeir(change)
    if (heirId === undefined) return end(change)
    await transaction
      .update(conversationMember)
      .set({ role: groupRole.owner, isBanned: false })
      .where(isSide(groupId, heirId))
    change.notify(groupChangedFrame(group))
  }
  await depart(change)
}

async function findHeir({ actor, transaction, groupId }: GroupChange): Promise<number | undefined> {
  const [heir] = await transaction
    .select({ accountId: conversationMember.accountId })
    .from(conversationMember)
    .where(
      and(eq(conversationMember.conversationId, groupId), ne(conversationMember.accountId, actor.accountId)),
    )
    .orderBy(
      desc(conversationMember.role),
      asc(conversationMember.joinedAt),
      asc(conversationMember.accountId),
    )
    .limit(1)
  return heir?.accountId
}
