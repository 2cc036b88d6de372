import { canManage } from '#domain/group/roles.ts'
import * as calls from '#schemas/wire/calls/group-changes.ts'
import { getGroupJoinApplications } from '#schemas/wire/calls/groups.ts'
import type { ParsedRequestOf } from '#schemas/wire/define-call.ts'
import { requireMembership } from '../conversations/membership.ts'
import { readApplications } from '../groups/application-rows.ts'
import { readIds } from '../groups/create-group.ts'
import { checkGroupPicture } from '../groups/group-facts.ts'
import {
  banMember,
  changeRole,
  setMemberName,
  transferGroup,
  updateSettings,
} from '../groups/group-settings.ts'
import { type Invited, invitePeople } from '../groups/invite-people.ts'
import { answerApplication, applyToJoin, type JoinRequest, joinGroup } from '../groups/join-group.ts'
import { disbandGroup, kickOut, leaveGroup, notManager } from '../groups/membership-changes.ts'
import { say } from '../texts/say.ts'
import type { TextKey } from '../texts/text-keys.ts'
import { done, guarded } from './handler.ts'

/**
 * Converts the fields of a request to join. A QR code sends `Remark`; an invite message sends `ChatID` and
 * `InviterUserId` (DEC-14).
 */
const joinRequestOf = (
  accountId: number,
  { GroupID, Remark, ChatID, InviterUserId }: ParsedRequestOf<typeof calls.joinGroup>,
): JoinRequest => ({
  accountId,
  groupId: GroupID,
  remark: Remark ?? '',
  invite: ChatID || InviterUserId ? { messageId: ChatID ?? 0, inviterId: InviterUserId ?? 0 } : undefined,
})

const join = guarded(calls.joinGroup, async ({ fields, services, principal, locale }) => {
  await services.limits.take('applicationPerAccount', principal.accountId)
  await joinGroup(services, joinRequestOf(principal.accountId, fields))
  return done(null, say(locale, 'group-joined'))
})

const apply = guarded(calls.applyJoinGroup, async ({ fields, services, principal, locale }) => {
  await services.limits.take('applicationPerAccount', principal.accountId)
  const joining = await applyToJoin(services, joinRequestOf(principal.accountId, fields))
  return done(null, say(locale, joining === 'joined' ? 'group-joined' : 'group-applied'))
})

const listApplications = guarded(getGroupJoinApplications, async ({ fields, services, principal }) => {
  const { role } = await requireMembership(services.database, 'group', fields.GroupId, principal.accountId)
  if (!canManage(role)) throw notManager()
  return done(await readApplications(services, fields.GroupId))
})

const processApplication = guarded(
  calls.processGroupJoinApplication,
  async ({ fields, services, principal, locale }) => {
    // '1' accepts, '2' rejects.
    const isAccepted = fields.Status === '1'
    await answerApplication(services, principal.accountId, fields.GroupID, fields.ApplicationID, isAccepted)
    return done(null, say(locale, isAccepted ? 'group-application-accepted' : 'group-application-rejected'))
  },
)

/**
 * Returns one text for all chosen people, though their results may differ. A choice that still needs a manager's
 * approval comes first, then one that needs the person's own.
 */
function invitedText({ invited, applied }: Invited): TextKey {
  if (applied > 0) return 'group-members-proposed'
  return invited > 0 ? 'group-members-invited' : 'group-members-added'
}

const add = guarded(calls.addGroupMembers, async ({ fields, services, principal, locale }) => {
  await services.limits.take('applicationPerAccount', principal.accountId)
  const invited = await invitePeople(services, principal.accountId, fields.GroupID, readIds(fields.UserIDs))
  return done(null, say(locale, invitedText(invited)))
})

const leave = guarded(calls.quitGroup, async ({ fields, services, principal, locale }) => {
  await leaveGroup(services, principal.accountId, fields.GroupID)
  return done(null, say(locale, 'group-left'))
})

const disband = guarded(calls.deleteGroup, async ({ fields, services, principal, locale }) => {
  await disbandGroup(services, principal.accountId, fields.GroupID)
  return done(null, say(locale, 'group-disbanded'))
})

const kick = guarded(calls.kickOutGroup, async ({ fields, services, principal, locale }) => {
  const { GroupID, UserID, DeleteAllChat } = fields
  await kickOut(services, principal.accountId, GroupID, UserID, DeleteAllChat === 1)
  return done(null, say(locale, 'group-member-removed'))
})

const ban = guarded(calls.banGroupUser, async ({ fields, services, principal, locale }) => {
  // On the wire, 0 bans and 1 lifts the ban.
  const isBanned = fields.Status === 0
  await banMember(services, principal.accountId, fields.GroupID, fields.UserID, isBanned)
  return done(null, say(locale, isBanned ? 'group-member-banned' : 'group-member-unbanned'))
})

const setRole = guarded(calls.changeGroupUserRole, async ({ fields, services, principal, locale }) => {
  await changeRole(services, principal.accountId, fields.GroupID, fields.UserID, fields.Role)
  services.securityLog.write({ kind: 'group-role-changed', accountId: fields.UserID })
  return done(null, say(locale, 'group-saved'))
})

const transfer = guarded(calls.transGroup, async ({ fields, services, principal, locale }) => {
  await transferGroup(services, principal.accountId, fields.GroupID, fields.UserID)
  services.securityLog.write({ kind: 'group-role-changed', accountId: fields.UserID })
  return done(null, say(locale, 'group-saved'))
})

const update = guarded(calls.updateGroup, async ({ fields, services, principal, locale }) => {
  const { GroupID, GroupName, GroupImg, AddFriend, JoinType } = fields
  await updateSettings(services, principal.accountId, GroupID, {
    ...(GroupName === undefined ? {} : { name: GroupName }),
    ...(GroupImg === undefined ? {} : { avatarUrl: checkGroupPicture(GroupImg) }),
    ...(AddFriend === undefined ? {} : { mayAddFriends: AddFriend === 1 }),
    // The client may send the number or its text.
    ...(JoinType === undefined ? {} : { isPublic: Number(JoinType) === 0 }),
  })
  return done(null, say(locale, 'group-saved'))
})

const announce = guarded(calls.updateGroupInfo, async ({ fields, services, principal, locale }) => {
  await updateSettings(services, principal.accountId, fields.GroupID, { announcement: fields.Info })
  return done(null, say(locale, 'group-saved'))
})

const banAll = guarded(calls.updateGroupAllBan, async ({ fields, services, principal, locale }) => {
  await updateSettings(services, principal.accountId, fields.GroupID, { isAllBanned: fields.AllBan === 1 })
  return done(null, say(locale, 'group-saved'))
})

const setName = guarded(calls.groupUserSetName, async ({ fields, services, principal, locale }) => {
  await services.limits.take('memberNamePerAccount', principal.accountId)
  await setMemberName(services, principal.accountId, fields.GroupID, fields.MemberName)
  return done(null, say(locale, 'group-saved'))
})

export const groupMemberRoutes = [
  join,
  apply,
  listApplications,
  processApplication,
  add,
  leave,
  disband,
  kick,
  ban,
  setRole,
  transfer,
  update,
  announce,
  banAll,
  setName,
] as const
