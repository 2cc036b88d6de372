import { and, count, desc, eq, gt, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { WireGroupApplication } from '#schemas/wire/calls/groups.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { rejectionPause } from '../contacts/applications.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, applicationStatus, groupApplication } from '../store/schema/index.ts'
import { findGroup, type Group } from './group-facts.ts'
import { managerIdsOf } from './membership-changes.ts'

type Application = typeof groupApplication.$inferSelect
export type NewApplication = Pick<Application, 'applicantId' | 'joinMethod' | 'inviterId' | 'remark'>

/** The maximum number of applications in a list. */
const listLimit = 200

/** Sends the managers the number of pending applications, after the commit [SOCK-55 SOCK-75]. */
export interface ApplicationNews {
  readonly frame: ServerFrameInput
  readonly accountIds: readonly number[]
}

const isPending = (groupId: number) =>
  and(eq(groupApplication.groupId, groupId), eq(groupApplication.status, applicationStatus.pending))

/**
 * Stores an application to join; a repeated one renews the pending one. Stores nothing and returns undefined within a
 * day of a rejection, also if a member has invited the person meanwhile.
 */
export async function writeApplication(
  services: Services,
  transaction: Database,
  group: Group,
  application: NewApplication,
): Promise<ApplicationNews | undefined> {
  const { conversationId: groupId } = group
  const createdAt = services.clock.now()
  const isOfApplicant = eq(groupApplication.applicantId, application.applicantId)
  const [rejected] = await transaction
    .select({ id: groupApplication.id })
    .from(groupApplication)
    .where(
      and(
        eq(groupApplication.groupId, groupId),
        isOfApplicant,
        eq(groupApplication.status, applicationStatus.rejected),
        gt(groupApplication.answeredAt, createdAt - rejectionPause),
      ),
    )
    .limit(1)
  if (rejected) return undefined
  const renewed = await transaction
    .update(groupApplication)
    .set({ ...application, createdAt })
    .where(and(isPending(groupId), isOfApplicant))
    .returning({ id: groupApplication.id })
  if (renewed.length === 0)
    await transaction
      .insert(groupApplication)
      .values({ ...application, groupId, status: applicationStatus.pending, createdAt })
  return readNews(transaction, group, application.applicantId)
}

/** Marks the pending applications of people who have joined as accepted; undefined if there were none. */
export async function settleApplications(
  services: Services,
  transaction: Database,
  group: Group,
  applicantIds: readonly number[],
): Promise<ApplicationNews | undefined> {
  const [settled] = await transaction
    .update(groupApplication)
    .set({ status: applicationStatus.accepted, answeredAt: services.clock.now() })
    .where(and(isPending(group.conversationId), inArray(groupApplication.applicantId, [...applicantIds])))
    .returning({ applicantId: groupApplication.applicantId })
  return settled && readNews(transaction, group, settled.applicantId)
}

/** Withdraws all pending applications of a person. */
export async function withdrawApplications(
  transaction: Database,
  applicantId: number,
): Promise<readonly ApplicationNews[]> {
  const withdrawn = await transaction
    .delete(groupApplication)
    .where(
      and(
        eq(groupApplication.applicantId, applicantId),
        eq(groupApplication.status, applicationStatus.pending),
      ),
    )
    .returning({ groupId: groupApplication.groupId })
  const news: ApplicationNews[] = []
  for (const { groupId } of withdrawn) {
    const group = await findGroup(transaction, groupId)
    if (group) news.push(await readNews(transaction, group, applicantId))
  }
  return news
}

/** The managers, and the count for their frame. */
export async function readNews(
  transaction: Database,
  group: Group,
  ApplyUserID: number,
): Promise<ApplicationNews> {
  const { conversationId: GroupID, name: GroupName, avatarUrl: GroupImg } = group
  const [waiting] = await transaction
    .select({ count: count() })
    .from(groupApplication)
    .where(isPending(GroupID))
  const GroupJoinApplyCount = waiting?.count ?? 0
  return {
    frame: { Cmd: 'GroupJoinApply', GroupID, GroupName, GroupImg, GroupJoinApplyCount, ApplyUserID },
    accountIds: await managerIdsOf(transaction, GroupID),
  }
}

const inviter = alias(account, 'inviter')

/** Returns the pending and answered applications of a group, newest first [ADMIN-24 ADMIN-27]. */
export async function readApplications(
  { database }: Services,
  groupId: number,
): Promise<WireGroupApplication[]> {
  const rows = await database
    .select({
      application: groupApplication,
      nickname: account.nickname,
      avatarUrl: account.avatarUrl,
      inviterName: inviter.nickname,
    })
    .from(groupApplication)
    .innerJoin(account, eq(account.id, groupApplication.applicantId))
    .leftJoin(inviter, eq(inviter.id, groupApplication.inviterId))
    .where(eq(groupApplication.groupId, groupId))
    .orderBy(desc(groupApplication.id))
    .limit(listLimit)
  return rows.map(({ application, nickname, avatarUrl, inviterName }) => ({
    ID: application.id,
    UserID: application.applicantId,
    Status: application.status,
    JoinMethod: application.joinMethod,
    Source: application.remark || (inviterName ?? ''),
    UserNickName: nickname,
    UserHeadImg: avatarUrl,
    CreateTime: application.createdAt,
  }))
}
