import { and, asc, desc, eq } from 'drizzle-orm'
import type { WireGroup, WireGroupMember } from '#schemas/wire/calls/groups.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { isStoredPicture } from '../accounts/stored-picture.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, blockedPerson, chatGroup, conversationMember, friendship } from '../store/schema/index.ts'

export type Group = typeof chatGroup.$inferSelect

/** Returns a group in the wire's format [GROUP-12]. */
export const toWireGroup = (
  { maxGroupMembers }: Pick<Services, 'maxGroupMembers'>,
  group: Group,
  memberCount: number,
): WireGroup => ({
  ID: group.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
  GroupType: group.isChannel ? 1 : 0,
  JoinType: group.isPublic ? 0 : 1,
  AllBan: writeFlag(group.isAllBanned),
  AddFriend: writeFlag(group.mayAddFriends),
  UserCount: memberCount,
  MaxUserCount: maxGroupMembers,
  Info: group.announcement,
  GroupCode: group.code,
})

/** Finds a group by its id; undefined if there is none. */
export async function findGroup(database: Database, groupId: number): Promise<Group | undefined> {
  const [row] = await database.select().from(chatGroup).where(eq(chatGroup.conversationId, groupId))
  return row
}

/** Returns the members as one of them sees them, highest role first, then by time of joining [GROUP-15]. */
export async function readMembers(
  { connections, database }: Services,
  groupId: number,
  accountId: number,
): Promise<WireGroupMember[]> {
  const rows = await database
    .select({
      member: conversationMember,
      person: account,
      remark: friendship.remarkName,
      blockId: blockedPerson.id,
    })
    .from(conversationMember)
    .innerJoin(account, eq(account.id, conversationMember.accountId))
    .leftJoin(
      friendship,
      and(eq(friendship.accountId, accountId), eq(friendship.friendId, conversationMember.accountId)),
    )
    .leftJoin(
      blockedPerson,
      and(eq(blockedPerson.accountId, conversationMember.accountId), eq(blockedPerson.blockedId, accountId)),
    )
    .where(eq(conversationMember.conversationId, groupId))
    .orderBy(
      desc(conversationMember.role),
      asc(conversationMember.joinedAt),
      asc(conversationMember.accountId),
    )
  const online = await connections.onlineAmong(rows.map(({ person }) => person.id))
  return rows.map(({ member, person, remark, blockId }) => ({
    ID: person.id,
    GroupID: groupId,
    UserID: person.id,
    UserNickName: person.nickname,
    RemarkName: remark ?? '',
    Role: member.role,
    GroupMemberName: member.memberName,
    UserHeadImg: person.avatarUrl,
    Gender: person.gender,
    JoinTime: member.joinedAt,
    // Readers of single messages are not listed, and presence has no words: both fields are always empty.
    ReadStatus: 0,
    Status: member.isBanned ? 0 : 1,
    // A member who has blocked this person appears offline.
    OnLine: writeFlag(blockId === null && online.has(person.id)),
    OnlineDesc: '',
  }))
}

/** Rejects a group picture that was not uploaded here; an empty one is allowed. */
export function checkGroupPicture(address: string): string {
  if (address !== '' && !isStoredPicture(address)) throw CallRefusal.wrongValue('GroupImg', 'invalid')
  return address
}

type EventType = Extract<ServerFrameInput, { Cmd: 'GroupEvent' }>['Type']

/** Notifies that a member joined or left, or that their messages were deleted [SOCK-47]. */
export const groupEvent = (group: Group, Type: EventType, UserID: number): ServerFrameInput => ({
  Cmd: 'GroupEvent',
  Type,
  UserID,
  GroupID: group.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
})

/**
 * Notifies of a change that has no frame of its own: without a UserID clients fetch the group again (DEC-51) [SOCK-71].
 */
export const groupChangedFrame = (group: Group): ServerFrameInput => ({
  Cmd: 'GroupEvent',
  Type: 'Join',
  GroupID: group.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
})
