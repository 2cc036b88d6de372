import type { AccountClient } from '#client/client.ts'
import type { GroupInfo } from '#client/group-lookups.ts'
import { type ConversationId, conversationId, parseConversationId } from '#schemas/ids.ts'
import type { Lookup, LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Tab } from '../person-device.ts'
import { waitFor, waitUntil } from '../scenario/befriend.ts'
import { groupScreensOf } from '../scenario/group-management-commands.ts'
import type { World } from '../world.ts'
import type { Row } from './client-invariants.ts'
import { compare } from './difference.ts'
import type { Violation, Violations } from './invariant.ts'
import type { Truth } from './truth.ts'

/** Checks the open members screens of a tab, which no one touches after the faults. */
export async function checkOpenMembers(
  world: World,
  truth: Truth,
  tab: Tab,
  account: AccountClient,
): Promise<Violations> {
  const violations: Violation[] = []
  for (const { group, members } of groupScreensOf(tab, account)) {
    if (members.get().status === 'failed') await retry(world, tab, members)
    violations.push(...compareMembers(`${tab.name} shows in`, group, members.get(), truth, account.userId))
  }
  return violations
}

/** Checks what each group shows when it is opened now, to its members and to people outside it. */
export async function checkOpenedGroups(
  world: World,
  truth: Truth,
  tab: Tab,
  account: AccountClient,
): Promise<Violations> {
  const violations: Violation[] = []
  for (const { conversationId: wireId } of truth.groups) {
    const group = conversationId('group', wireId)
    const state = await waitFor(world, `${tab.name} opens ${group}`, account.lookUpGroup(group).fresh())
    violations.push(...compareMembers(`${tab.name} opens`, group, state, truth, account.userId))
    if (!isManager(truth, wireId, account.userId)) continue
    const requests = await waitFor(
      world,
      `${tab.name} opens the requests of ${group}`,
      account.lookUpGroupApplications(group).fresh(),
    )
    const found = requests.status === 'ready' ? requests.value : []
    violations.push(
      ...compare(
        'group-members',
        `${tab.name} lists the requests of ${group}`,
        found.filter(({ status }) => status === 'pending').map(({ applicationId }) => applicationId),
        pendingOf(truth, wireId),
      ),
    )
  }
  return violations
}

/** A person presses Retry on a list that could not be loaded. */
async function retry(world: World, tab: Tab, lookup: Lookup<unknown>): Promise<void> {
  lookup.reload()
  await waitUntil(world, `${tab.name} retries`, () => lookup.get().status !== 'loading' || undefined)
}

function compareMembers(
  what: string,
  group: ConversationId,
  found: LookupState<GroupInfo>,
  truth: Truth,
  user: number,
): Violations {
  const { wireId } = parseConversationId(group)
  const members = membersOf(truth, wireId)
  const isMember = members.some((member) => member.userId === user)
  const shown = found.status === 'ready' ? found.value : undefined
  const rows = shown?.members.map(({ userId, role, isBanned, memberName }) => ({
    ...{ userId, role, isBanned, memberName },
  }))
  if (!isMember) {
    const announcement = shown?.description?.announcement ?? ''
    const known = { members: rows ?? [], announcement }
    return compare('membership', `${what} ${group} outside it`, known, { members: [], announcement: '' })
  }
  return [
    ...compare('group-members', `${what} ${group} members`, rows, members),
    ...compare('group-members', `${what} ${group} is public`, shown?.isPublic, isPublic(truth, wireId)),
  ]
}

/** Highest role first, then by time of joining. */
const membersOf = ({ members }: Truth, group: number): readonly Row[] =>
  members
    .filter(({ conversationId }) => conversationId === group)
    .sort(
      (left, right) =>
        right.role - left.role || left.joinedAt - right.joinedAt || left.accountId - right.accountId,
    )
    .map(({ accountId: userId, role, isBanned, memberName }) => ({ userId, role, isBanned, memberName }))

const isPublic = ({ groups }: Truth, group: number): boolean | undefined =>
  groups.find(({ conversationId }) => conversationId === group)?.isPublic

const isManager = ({ members }: Truth, group: number, user: number): boolean =>
  members.some(
    ({ conversationId, accountId, role }) => conversationId === group && accountId === user && role >= 9,
  )

/** Newest first. */
const pendingOf = ({ groupApplications }: Truth, group: number): readonly number[] =>
  groupApplications
    .filter(({ groupId, status }) => groupId === group && status === 0)
    .map(({ id }) => id)
    .sort((left, right) => right - left)
