import type { ApplicationId, UserId } from '#schemas/ids.ts'
import { type BlockedPerson, toBlockedPerson } from '#schemas/translate/contacts.ts'
import * as calls from '#schemas/wire/calls/contact-changes.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

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
