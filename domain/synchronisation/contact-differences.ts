import type { NewEvent } from '#schemas/log/envelope.ts'
import type { FriendFacts, ProfileFacts } from '#schemas/log/events.ts'
import type { ListedApplication } from '#schemas/translate/contacts.ts'
import type { Application, ApplicationsView, Friend } from '../contacts/contacts.ts'

const account = { stream: 'account', origin: 'http' } as const

/** Whether `known` already has every field of `next`. */
function saysTheSame<Facts extends object>(known: Facts | undefined, next: Facts): boolean {
  if (!known) return false
  // Facts are records; an own key gives that field or undefined.
  const before = known as Readonly<Record<string, unknown>>
  return Object.entries(next).every(([name, value]) => isSameValue(before[name], value))
}

/** Compares texts, numbers, and lists of these or of records. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSameValue(value, other[index]))
  if (isRecord(one) && isRecord(other)) return saysTheSame(one, other)
  return one === other
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns events for friends that are new, changed or removed [FRIEND-47]. */
export function friendDifferences(
  listed: readonly FriendFacts[],
  known: readonly Friend[],
  now: number,
): NewEvent[] {
  const before = new Map(known.map((friend) => [friend.userId, friend]))
  const ids = new Set(listed.map((facts) => facts.userId))
  const changes = listed
    .filter((facts) => !saysTheSame<FriendFacts>(before.get(facts.userId), facts))
    .map((facts): NewEvent => ({ ...account, type: 'FriendListed', data: { facts }, occurredAt: now }))
  const removals = known
    .filter(({ userId }) => !ids.has(userId))
    .map(({ userId }): NewEvent => ({ ...account, type: 'FriendRemoved', data: { userId }, occurredAt: now }))
  return [...changes, ...removals]
}

/** Merges current and past applications; the first copy of an id wins [FRIEND-54]. */
export function mergeApplications(
  current: readonly ListedApplication[],
  past: readonly ListedApplication[],
): readonly ListedApplication[] {
  const byId = new Map<number, ListedApplication>()
  for (const listed of [...current, ...past]) {
    if (!byId.has(listed.facts.applicationId)) byId.set(listed.facts.applicationId, listed)
  }
  return [...byId.values()]
}

function applicationChanges(
  listed: ListedApplication,
  known: Application | undefined,
  now: number,
): NewEvent[] {
  const { facts, status } = listed
  const events: NewEvent[] = []
  const isReopened = status === 'pending' && (known?.status === 'accepted' || known?.status === 'rejected')
  if (isReopened || !saysTheSame<ListedApplication['facts']>(known, facts)) {
    events.push({ ...account, type: 'ApplicationListed', data: { facts }, occurredAt: now })
  }
  if (status !== 'pending' && status !== known?.status) {
    const data = { applicationId: facts.applicationId, answer: status }
    events.push({ ...account, type: 'ApplicationAnswered', data, occurredAt: now })
  }
  return events
}

/** Returns events for applications that are new, changed or answered [FRIEND-44]. */
export function applicationDifferences(
  listed: readonly ListedApplication[],
  known: ApplicationsView,
  now: number,
): NewEvent[] {
  const before = new Map(
    [...known.pending, ...known.past, ...known.sent].map((one) => [one.applicationId, one]),
  )
  return listed.flatMap((one) => applicationChanges(one, before.get(one.facts.applicationId), now))
}

/** Returns events for known open applications that are in neither list. */
export function applicationWithdrawals(
  listed: readonly ListedApplication[],
  known: ApplicationsView,
  now: number,
): NewEvent[] {
  const ids = new Set(listed.map(({ facts }) => facts.applicationId))
  return [...known.pending, ...known.past, ...known.sent]
    .filter(({ applicationId: id, status }) => (status === 'pending' || status === 'expired') && !ids.has(id))
    .map(({ applicationId: id }): NewEvent => {
      return { ...account, type: 'ApplicationWithdrawn', data: { applicationId: id }, occurredAt: now }
    })
}

/** Returns an event for the own profile if any field changed. */
export function profileDifferences(
  facts: ProfileFacts,
  known: ProfileFacts | undefined,
  now: number,
): NewEvent[] {
  if (saysTheSame(known, facts)) return []
  return [{ ...account, type: 'ProfileUpdated', data: { facts }, occurredAt: now }]
}
