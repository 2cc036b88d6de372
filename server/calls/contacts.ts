import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/contacts.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import {
  acceptApplication,
  applyToBeFriends,
  listApplications,
  rejectApplication,
} from '../contacts/applications.ts'
import { friendRowsOf } from '../contacts/friendships.ts'
import { findPerson } from '../contacts/people.ts'
import { say } from '../texts/say.ts'
import { answer, done, guarded } from './handler.ts'
import { CallRefusal } from './refusal.ts'

const searchUser = guarded(calls.searchUser, async ({ fields, services, caller, locale }) => {
  services.limits.take('searchPerAccount', caller.accountId)
  const person = await findPerson(services, caller.accountId, fields.Keyword)
  return person ? done([person]) : answer(resultCode.unavailable, say(locale, 'person-not-found'))
})

const appliedTexts = {
  pending: 'friend-applied',
  'became-friends': 'friend-accepted',
  'friends-already': 'friend-already',
} as const

const applyFriend = guarded(calls.applyFriend, async ({ fields, services, caller, locale }) => {
  if (fields.UserID === caller.accountId) throw CallRefusal.wrongValue('UserID', 'friend-self')
  services.limits.take('applicationPerAccount', caller.accountId)
  const kind = await applyToBeFriends(services, {
    senderId: caller.accountId,
    receiverId: fields.UserID,
    remark: fields.Remark,
    source: fields.Source,
  })
  return done(null, say(locale, appliedTexts[kind]))
})

const acceptFriendApply = guarded(calls.acceptFriendApply, async ({ fields, services, caller, locale }) => {
  await acceptApplication(services, caller.accountId, fields.ID)
  return done(null, say(locale, 'friend-accepted'))
})

const rejectFriendApply = guarded(calls.rejectFriendApply, async ({ fields, services, caller, locale }) => {
  await rejectApplication(services, caller.accountId, fields.ID)
  return done(null, say(locale, 'friend-rejected'))
})

const getFriendApplications = guarded(calls.getFriendApplications, async ({ services, caller }) =>
  done(await listApplications(services, caller.accountId, 'open')),
)

const getHistoryApplications = guarded(calls.getHistoryApplications, async ({ services, caller }) =>
  done(await listApplications(services, caller.accountId, 'answered')),
)

const getFriends = guarded(calls.getFriends, async ({ services, caller }) => {
  const rows = await friendRowsOf(services.database, caller.accountId)
  return done(
    rows.map(({ friend, remarkName, conversationId }) => ({
      FriendID: friend.id,
      FriendNickName: friend.nickname,
      FriendHeadImg: friend.avatarUrl,
      RemarkName: remarkName,
      ChatSessionID: conversationId,
      FriendGender: friend.gender,
      FriendSign: friend.signature,
      VChatID: friend.chatId,
      OnLine: writeFlag(services.connections.isOnline(friend.id)),
      LastLoginTime: friend.lastSeenAt,
    })),
  )
})

export const contactRoutes = [
  searchUser,
  applyFriend,
  acceptFriendApply,
  rejectFriendApply,
  getFriendApplications,
  getHistoryApplications,
  getFriends,
] as const
