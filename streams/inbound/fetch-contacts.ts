import { applicationListLimit } from '#domain/contacts/contacts.ts'
import {
  applicationDifferences,
  applicationWithdrawals,
  friendDifferences,
  mergeApplications,
  profileDifferences,
} from '#domain/synchronisation/contact-differences.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getProfile } from '../api/account.ts'
import { getApplications, getFriends, getPastApplications } from '../api/contacts.ts'
import { dataOrThrow } from '../http/call-result.ts'
import type { FetchServices } from './fetch-conversations.ts'
import type { Presence } from './presence.ts'

/**
 * Fetches the friends, appends changes and updates presence. Fetches again if the friends changed meanwhile. Throws
 * CallFailed.
 */
export async function fetchFriends(services: FetchServices, presence: Presence): Promise<void> {
  const { caller, log, serverTime, signal } = services
  const known = log.friends.get()
  const receiveList = presence.expectList()
  const result = await getFriends(caller, { signal })
  if (!result.isOk) receiveList(undefined)
  const friends = dataOrThrow(result)
  receiveList(friends.map(({ facts, ...listed }) => ({ userId: facts.userId, ...listed })))
  // The friends changed during the call, so the response may be outdated.
  if (log.friends.get() !== known) return fetchFriends(services, presence)
  const facts = friends.map((friend) => friend.facts)
  await appendIfAny(services, friendDifferences(facts, known, serverTime.now()))
}

/** Fetches open and answered applications, and appends changes and withdrawals [FRIEND-54]; throws CallFailed. */
export async function fetchApplications(services: FetchServices): Promise<void> {
  const { caller, log, serverTime, signal } = services
  const known = log.applications.get()
  const current = dataOrThrow(await getApplications(caller, serverTime.now, { signal }))
  const past = dataOrThrow(await getPastApplications(caller, serverTime.now, { signal }))
  // The applications changed during the calls, so the responses may be outdated.
  if (log.applications.get() !== known) return fetchApplications(services)
  const listed = mergeApplications(current, past)
  const now = serverTime.now()
  const isComplete = current.length < applicationListLimit
  const withdrawals = isComplete ? applicationWithdrawals(listed, known, now) : []
  await appendIfAny(services, [...applicationDifferences(listed, known, now), ...withdrawals])
}

/** Fetches the own profile and appends it if it changed; throws CallFailed. */
export async function fetchProfile(services: FetchServices): Promise<void> {
  const { caller, log, serverTime, signal } = services
  const known = log.profile.get()
  const facts = dataOrThrow(await getProfile(caller, { signal }))
  // The profile changed during the call, so the response may be outdated.
  if (log.profile.get() !== known) return fetchProfile(services)
  await appendIfAny(services, profileDifferences(facts, known, serverTime.now()))
}

async function appendIfAny({ log }: FetchServices, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await log.append(events)
}
