import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { resultCode } from '#schemas/result-codes.ts'
import * as changes from '#schemas/wire/calls/contact-changes.ts'
import * as calls from '#schemas/wire/calls/contacts.ts'
import { searchUser as findPeople, type WirePerson } from '#schemas/wire/calls/search.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { type Account, deletedTelCode, getAccount, normalAccount } from '../accounts/accounts.ts'
import { listApplications, listSentApplications } from '../contacts/application-lists.ts'
import { replyToApplication } from '../contacts/application-replies.ts'
import {
  acceptApplication,
  applyToBeFriends,
  isForbiddenByGroups,
  recordFound,
  rejectApplication,
} from '../contacts/applications.ts'
import { blockPerson, hasBlocked, readBlacklist, unblockPerson } from '../contacts/blacklist.ts'
import {
  areFriends,
  commonGroupsOf,
  endFriendship,
  friendRowsOf,
  remarkFriend,
} from '../contacts/friendships.ts'
import { callCost } from '../limits/limits.ts'
import type { Services } from '../services.ts'
import { account } from '../store/schema/index.ts'
import { say } from '../texts/say.ts'
import { done, guarded, respondWith } from './handler.ts'
import { CallRefusal } from './refusal.ts'

const searchUser = guarded(findPeople, async ({ fields, services, principal, locale }) => {
  await services.limits.take('searchPerAccount', principal.accountId)
  const person = await findPerson(services, principal.accountId, fields.Keyword)
  return person ? done([person]) : respondWith(resultCode.unavailable, say(locale, 'person-not-found'))
})

/** The text for the sender of a friend request. */
export const appliedTexts = {
  pending: 'friend-applied',
  withheld: 'friend-applied',
  'became-friends': 'friend-accepted',
  'friends-already': 'friend-already',
} as const

const applyFriend = guarded(changes.applyFriend, async ({ fields, services, principal, locale }) => {
  if (fields.UserID === principal.accountId) throw CallRefusal.wrongValue('UserID', 'friend-self')
  await services.limits.take('applicationPerAccount', principal.accountId)
  const kind = await applyToBeFriends(services, {
    senderId: principal.accountId,
    receiverId: fields.UserID,
    remark: fields.Remark,
    source: fields.Source,
  })
  return done(null, say(locale, appliedTexts[kind]))
})

const acceptFriendApply = guarded(
  changes.acceptFriendApply,
  async ({ fields, services, principal, locale }) => {
    await acceptApplication(services, principal.accountId, fields.ID)
    return done(null, say(locale, 'friend-accepted'))
  },
)

const rejectFriendApply = guarded(
  changes.rejectFriendApply,
  async ({ fields, services, principal, locale }) => {
    await rejectApplication(services, principal.accountId, fields.ID)
    return done(null, say(locale, 'friend-rejected'))
  },
)

const replyFriendApply = guarded(changes.replyFriendApply, async ({ fields, services, principal }) => {
  await services.limits.take('applicationPerAccount', principal.accountId)
  await replyToApplication(services, principal.accountId, fields.ID, fields.Content)
  return done(null)
})

const getFriendApplications = guarded(
  calls.getFriendApplications,
  async ({ fields, services, principal }) => {
    const received = await listApplications(services, principal.accountId, 'open')
    if (fields.IncludeSent !== 1) return done(received)
    return done([...received, ...(await listSentApplications(services, principal.accountId))])
  },
)

const getHistoryApplications = guarded(calls.getHistoryApplications, async ({ services, principal }) =>
  done(await listApplications(services, principal.accountId, 'answered')),
)

const getFriends = guarded(
  calls.getFriends,
  async ({ services, principal }) => {
    const rows = await friendRowsOf(services, principal.accountId)
    const online = await services.connections.onlineAmong(rows.map(({ friend }) => friend.id))
    const commonGroups = await commonGroupsOf(services.database, principal.accountId)
    return done(
      rows.map(({ friend, remarkName, conversationId, isBlockedByFriend }) => ({
        FriendID: friend.id,
        FriendNickName: friend.nickname,
        FriendHeadImg: friend.avatarUrl,
        RemarkName: remarkName,
        ChatSessionID: conversationId,
        FriendGender: friend.gender,
        FriendSign: friend.signature,
        VChatID: friend.chatId,
        // A person who has blocked the caller appears offline.
        OnLine: writeFlag(!isBlockedByFriend && online.has(friend.id)),
        LastLoginTime: isBlockedByFriend ? null : friend.lastSeenAt,
        IsFriend: writeFlag(true),
        // This server does not ask for city or province.
        FriendInfo: { Type: normalAccount, City: '', Province: '' },
        CommonGroup: [...(commonGroups.get(friend.id) ?? [])],
      })),
    )
  },
  { cost: callCost.list },
)

const getBlackList = guarded(
  changes.getBlackList,
  async ({ services, principal }) => done(await readBlacklist(services, principal.accountId)),
  { cost: callCost.list },
)

const addBlackList = guarded(changes.addBlackList, async ({ fields, services, principal, locale }) => {
  await blockPerson(services, principal.accountId, fields.UserID)
  return done(null, say(locale, 'blacklist-added'))
})

const deleteBlackList = guarded(changes.deleteBlackList, async ({ fields, services, principal, locale }) => {
  await unblockPerson(services, principal.accountId, fields.BlackListID)
  return done(null, say(locale, 'blacklist-removed'))
})

const deleteFriend = guarded(changes.deleteFriend, async ({ fields, services, principal, locale }) => {
  await endFriendship(services, principal.accountId, fields.UserID)
  return done(null, say(locale, 'friend-deleted'))
})

const remark = guarded(changes.remarkFriend, async ({ fields, services, principal, locale }) => {
  await remarkFriend(services, principal.accountId, fields.FriendUserID, fields.RemarkName)
  return done(null, say(locale, 'friend-remark-saved'))
})

export const contactRoutes = [
  searchUser,
  applyFriend,
  acceptFriendApply,
  rejectFriendApply,
  replyFriendApply,
  getFriendApplications,
  getHistoryApplications,
  getFriends,
  getBlackList,
  addBlackList,
  deleteBlackList,
  deleteFriend,
  remark,
] as const

/**
 * Finds the person whose phone, chat id or number is exactly `keyword`; undefined if there is none [FRIEND-57]. Everybody
 * in a group sees numbers, so a search by one reveals no chat id of a person whom its members may not add.
 */
async function findPerson(
  services: Services,
  accountId: number,
  keyword: string,
): Promise<WirePerson | undefined> {
  const found = await findByKeyword(services, accountId, keyword)
  if (!found) return undefined
  const digits = digitsOf(keyword)
  const isByNumber = Number(digits) === found.id && !`${found.telCode}${found.phone}`.endsWith(digits ?? '')
  if (!isByNumber) await recordFound(services, accountId, found.id)
  const person = await describePerson(services, accountId, found)
  const isHidden =
    isByNumber && !person.IsFriend && (await isForbiddenByGroups(services.database, accountId, found.id))
  return isHidden ? { ...person, VChatID: '' } : person
}

/** Returns the facts of a person for one who has found them [FRIEND-48 USER-06]. */
export async function describePerson(
  services: Services,
  accountId: number,
  found: Account,
): Promise<WirePerson> {
  const isFriend = await areFriends(services.database, accountId, found.id)
  const isBlocked = await hasBlocked(services.database, found.id, accountId)
  return {
    UID: found.id,
    NickName: found.nickname,
    HeadImg: found.avatarUrl,
    VChatID: found.chatId,
    Gender: found.gender,
    Sign: found.signature,
    LastLoginTime: isFriend && !isBlocked ? found.lastSeenAt : null,
    IsFriend: writeFlag(isFriend),
    IsBlackByFriend: writeFlag(isBlocked),
  }
}

/** The digits of a keyword that may be a phone or a number; undefined for any other. */
const digitsOf = (keyword: string): string | undefined =>
  /^\+?([\d\s()-]+)$/.exec(keyword)?.[1]?.replace(/\D/g, '')

async function findByKeyword(
  services: Services,
  accountId: number,
  keyword: string,
): Promise<Account | undefined> {
  const digits = digitsOf(keyword)
  if (digits) return findByDigits(services, accountId, digits)
  if (!/^[\w-]+$/.test(keyword)) return undefined
  const [row] = await services.database
    .select()
    .from(account)
    .where(eq(account.chatId, keyword.toLowerCase()))
  return row
}

// Several phones may have the same digits. The country of the searching account comes first, then a complete number,
// then an id.
async function findByDigits(
  services: Services,
  accountId: number,
  digits: string,
): Promise<Account | undefined> {
  const { telCode } = await getAccount(services.database, accountId)
  const isPhone = eq(account.phone, digits)
  // A condition for each length of a country code, because an index serves it.
  const isWholePhone = or(
    ...[1, 2, 3, 4].map((length) =>
      and(eq(account.telCode, digits.slice(0, length)), eq(account.phone, digits.slice(length))),
    ),
  )
  const isId: SQL | undefined = digits.length <= 15 ? eq(account.id, Number(digits)) : undefined
  const rank = sql`case when ${and(isPhone, eq(account.telCode, telCode))} then 0
    when ${isWholePhone} then 1 when ${isPhone} then 2 else 3 end`
  const [row] = await services.database
    .select()
    .from(account)
    .where(and(ne(account.telCode, deletedTelCode), or(isPhone, isWholePhone, isId)))
    .orderBy(rank, account.id)
    .limit(1)
  return row
}
