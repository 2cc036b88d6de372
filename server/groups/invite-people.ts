import { inArray } from 'drizzle-orm'
import { canManage } from '#domain/group/roles.ts'
import type { WireGroupInvite } from '#schemas/wire/message-bodies.ts'
import { requireUnblocked } from '../contacts/blacklist.ts'
import { memberIdsOf } from '../conversations/membership.ts'
import type { Services } from '../services.ts'
import { account } from '../store/schema/index.ts'
import { settleApplications, writeApplication } from './application-rows.ts'
import { changeGroup, type GroupChange } from './change-group.ts'
import { requireFriends, sendInvite, toInvite } from './create-group.ts'
import { groupEvent } from './group-facts.ts'
import { insertNewcomers, joinMethod } from './join-group.ts'
import { findRemovedMembers } from './membership-changes.ts'

/** The result for the people that a member chose. */
export interface Invited {
  readonly added: number
  readonly invited: number
  readonly applied: number
}

interface Chosen {
  readonly id: number
  readonly name: string
  readonly verifiesGroups: boolean
}

/**
 * Adds friends of a member to a group, or invites them [GROUP-34 GROUP-35] (DEC-62). Friends who verify groups get an
 * invitation; the others are added. In a private group, the choice of a plain member is only proposed to the managers,
 * and so is a person whom a manager removed. Members are skipped.
 * @throws CallRefusal for a person who is no friend of the member
 */
export async function invitePeople(
  services: Services,
  accountId: number,
  groupId: number,
  ids: readonly number[],
): Promise<Invited> {
  let outcome: Invited = { added: 0, invited: 0, applied: 0 }
  let invitation: { readonly to: readonly Chosen[]; readonly body: WireGroupInvite } | undefined
  await changeGroup(services, accountId, groupId, async (change) => {
    const { actor, group, transaction } = change
    await requireFriends(transaction, accountId, ids)
    await requireUnblocked(transaction, accountId, ids)
    const before = await memberIdsOf(transaction, groupId)
    const people = await readPeople(
      change,
      ids.filter((id) => !before.includes(id)),
    )
    const removed = await findRemovedMembers(transaction, groupId, ids)
    const needsManager = ({ id }: Chosen) => !canManage(actor.role) && (!group.isPublic || removed.has(id))
    const asked = people.filter(({ verifiesGroups }) => verifiesGroups)
    const willing = people.filter(({ verifiesGroups }) => !verifiesGroups)
    const proposed = willing.filter(needsManager)
    const welcome = willing.filter((one) => !needsManager(one))
    await propose(change, proposed)
    await add(change, before, welcome)
    invitation = { to: asked, body: toInvite(services, group, before.length + welcome.length) }
    outcome = { added: welcome.length, invited: asked.length, applied: proposed.length }
  })
  for (const { id } of invitation?.to ?? [])
    await sendInvite(services, accountId, id, JSON.stringify(invitation?.body))
  return outcome
}

const readPeople = (
  { transaction }: GroupChange,
  ids: readonly number[],
): Promise<readonly Chosen[]> | readonly Chosen[] =>
  ids.length === 0
    ? []
    : transaction
        .select({ id: account.id, name: account.nickname, verifiesGroups: account.verifiesGroups })
        .from(account)
        .where(inArray(account.id, [...ids]))
        .orderBy(account.id)

async function add(change: GroupChange, before: readonly number[], people: readonly Chosen[]): Promise<void> {
  if (people.length === 0) return
  const { services, transaction, group, groupId } = change
  const ids = people.map(({ id }) => id)
  await insertNewcomers(services, transaction, groupId, before, ids)
  for (const id of ids) change.notify(groupEvent(group, 'Join', id))
  const news = await settleApplications(services, transaction, group, ids)
  if (news) change.notify(news.frame, news.accountIds)
  await change.notice({
    Kind: 'added',
    people,
    JoinMethod: joinMethod.invitation,
  })
}

async function propose(change: GroupChange, people: readonly Chosen[]): Promise<void> {
  const { services, transaction, group, actor } = change
  for (const { id } of people) {
    const application = {
      applicantId: id,
      joinMethod: joinMethod.invitation,
      inviterId: actor.accountId,
      remark: '',
    }
    const news = await writeApplication(services, transaction, group, application)
    if (news) change.notify(news.frame, news.accountIds)
  }
}
