import * as calls from '#schemas/wire/calls/groups.ts'
import { readIds } from '../groups/create-group.ts'
import { checkGroupPicture } from '../groups/group-picture.ts'
import {
  banMember,
  changeRole,
  setMemberName,
  transferGroup,
  updateSettings,
} from '../groups/group-settings.ts'
import { addMembers, joinGroup } from '../groups/join-group.ts'
import { disbandGroup, kickOut, leaveGroup } from '../groups/membership-changes.ts'
import { say } from '../texts/say.ts'
import { done, guarded } from './handler.ts'

const join = guarded(calls.joinGroup, async ({ fields, services, caller, locale }) => {
  services.limits.take('applicationPerAccount', caller.accountId)
  await joinGroup(services, caller.accountId, fields.GroupID)
  return done(null, say(locale, 'group-joined'))
})

const add = guarded(calls.addGroupMembers, async ({ fields, services, caller, locale }) => {
  await addMembers(services, caller.accountId, fields.GroupID, readIds(fields.UserIDs))
  return done(null, say(locale, 'group-members-added'))
})

const leave = guarded(calls.quitGroup, async ({ fields, services, caller, locale }) => {
  await leaveGroup(services, caller.accountId, fields.GroupID)
  return done(null, say(locale, 'group-left'))
})

const disband = guarded(calls.deleteGroup, async ({ fields, services, caller, locale }) => {
  await disbandGroup(services, caller.accountId, fields.GroupID)
  return done(null, say(locale, 'group-disbanded'))
})

const kick = guarded(calls.kickOutGroup, async ({ fields, services, caller, locale }) => {
  const { GroupID, UserID, DeleteAllChat } = fields
  await kickOut(services, caller.accountId, GroupID, UserID, DeleteAllChat === 1)
  return done(null, say(locale, 'group-member-removed'))
})

const ban = guarded(calls.banGroupUser, async ({ fields, services, caller, locale }) => {
  const isBanned = fields.Status === 0
  await banMember(services, caller.accountId, fields.GroupID, fields.UserID, isBanned)
  return done(null, say(locale, isBanned ? 'group-member-banned' : 'group-member-unbanned'))
})

const role = guarded(calls.changeGroupUserRole, async ({ fields, services, caller, locale }) => {
  await changeRole(services, caller.accountId, fields.GroupID, fields.UserID, fields.Role)
  return done(null, say(locale, 'group-saved'))
})

const transfer = guarded(calls.transGroup, async ({ fields, services, caller, locale }) => {
  await transferGroup(services, caller.accountId, fields.GroupID, fields.UserID)
  return done(null, say(locale, 'group-saved'))
})

const update = guarded(calls.updateGroup, async ({ fields, services, caller, locale }) => {
  const { GroupID, GroupName, GroupImg, AddFriend, JoinType } = fields
  await updateSettings(services, caller.accountId, GroupID, {
    ...(GroupName === undefined ? {} : { name: GroupName }),
    ...(GroupImg === undefined ? {} : { avatarUrl: checkGroupPicture(GroupImg) }),
    ...(AddFriend === undefined ? {} : { mayAddFriends: AddFriend === 1 }),
    ...(JoinType === undefined ? {} : { isPublic: Number(JoinType) === 0 }),
  })
  return done(null, say(locale, 'group-saved'))
})

const announce = guarded(calls.updateGroupInfo, async ({ fields, services, caller, locale }) => {
  await updateSettings(services, caller.accountId, fields.GroupID, { announcement: fields.Info })
  return done(null, say(locale, 'group-saved'))
})

const banAll = guarded(calls.updateGroupAllBan, async ({ fields, services, caller, locale }) => {
  await updateSettings(services, caller.accountId, fields.GroupID, { isAllBanned: fields.AllBan === 1 })
  return done(null, say(locale, 'group-saved'))
})

const setName = guarded(calls.groupUserSetName, async ({ fields, services, caller, locale }) => {
  await setMemberName(services, caller.accountId, fields.GroupID, fields.MemberName)
  return done(null, say(locale, 'group-saved'))
})

export const groupMemberRoutes = [
  join,
  add,
  leave,
  disband,
  kick,
  ban,
  role,
  transfer,
  update,
  announce,
  banAll,
  setName,
] as const
