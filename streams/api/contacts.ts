import type { ApplicationId, UserId } from '#schemas/ids.ts'
import {
  type BlockedPerson,
  type FoundPerson,
  type ListedApplication,
  type ListedFriend,
  toBlockedPerson,
  toFoundPerson,
  toListedApplication,
  toListedFriend,
} from '#schemas/translate/contacts.ts'
import * as calls from '#schemas/wire/calls/contacts.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** (DEC-18) */
export const getFriends = async (
  caller: Caller,
  options?: CallOptions,
): Promise<CallResult<readonly ListedFriend[]>> =>
  mapResult(await caller.call(calls.getFriends, {}, options), (friends) => friends.map(toListedFriend))

/** Open friend applications [FRIEND-52], with those that this account has sent (DEC-222); `now` is server ms. */
export const getApplications = async (
  caller: Caller,
  now: () => number,
  options?: CallOptions,
): Promise<CallResult<readonly ListedApplication[]>> =>
  mapResult(
    await caller.call(calls.getFriendApplications, { IncludeSent: writeFlag(true) }, options),
    toApplications(now),
  )

/** Answered friend applications [FRIEND-53]; `now` is server ms. */
export const getPastApplications = async (
  caller: Caller,
  now: () => number,
  options?: CallOptions,
): Promise<CallResult<readonly ListedApplication[]>> =>
  mapResult(await caller.call(calls.getHistoryApplications, {}, options), toApplications(now))

const toApplications = (now: () => number) => (applications: readonly calls.WireApplication[]) => {
  const time = now()
  return applications.map((wire) => toListedApplication(wire, time))
}

/** Finds people by phone number or chat id [FRIEND-57]. */
export const findPeople = async (
  caller: Caller,
  keyword: string,
  options?: CallOptions,
): Promise<CallResult<readonly FoundPerson[]>> =>
  mapResult(await caller.call(calls.searchUser, { Keyword: keyword }, options), (people) =>
    (people ?? []).map(toFoundPerson),
  )

interface FriendRequest {
  readonly userId: UserId
  readonly remark: string
  readonly chatId: string
  readonly source: string
}

/** [FRIEND-58 FRIEND-59] */
export const applyToFriend = (
  caller: Caller,
  { userId, remark, chatId, source }: FriendRequest,
): Promise<CallResult<unknown>> =>
  caller.call(calls.applyFriend, { UserID: userId, Remark: remark, VChatID: chatId, Source: source })

/** [FRIEND-55 FRIEND-56] */
export const answerApplication = (
  caller: Caller,
  application: ApplicationId,
  verdict: 'accepted' | 'rejected',
): Promise<CallResult<unknown>> =>
  caller.call(verdict === 'accepted' ? calls.acceptFriendApply : calls.rejectFriendApply, {
    ID: application,
  })

/** Adds a reply to the thread of a friend request (DEC-222). */
export const replyToApplication = (
  caller: Caller,
  application: ApplicationId,
  text: string,
): Promise<CallResult<unknown>> => caller.call(calls.replyFriendApply, { ID: application, Content: text })

/** The people whom this account has blocked [BLOCK-07]. */
export const getBlacklist = async (
  caller: Caller,
  options?: CallOptions,
): Promise<CallResult<readonly BlockedPerson[]>> =>
  mapResult(await caller.call(calls.getBlackList, {}, options), (entries) =>
    (entries ?? []).map(toBlockedPerson),
  )

/** [BLOCK-08] */
export const blockPerson = (caller: Caller, person: UserId): Promise<CallResult<unknown>> =>
  caller.call(calls.addBlackList, { UserID: person })

/** [BLOCK-09] */
export const unblockPerson = (caller: Caller, entryId: number): Promise<CallResult<unknown>> =>
  caller.call(calls.deleteBlackList, { BlackListID: entryId })

/** [FRIEND-62] */
export const deleteFriend = (caller: Caller, friend: UserId): Promise<CallResult<unknown>> =>
  caller.call(calls.deleteFriend, { UserID: friend })

/** Sets a remark; an empty one resets it [FRIEND-63]. */
export const remarkFriend = (caller: Caller, friend: UserId, remark: string): Promise<CallResult<unknown>> =>
  caller.call(calls.remarkFriend, { FriendUserID: friend, RemarkName: remark })
