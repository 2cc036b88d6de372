import {
  type ListedApplication,
  type ListedFriend,
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
