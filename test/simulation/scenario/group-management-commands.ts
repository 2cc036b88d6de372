import type { AccountClient } from '#client/client.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { canManage, groupRole, mayDiscipline } from '#domain/group/roles.ts'
import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import type { GroupScreen, Tab } from '../person-device.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { expectAnswer } from './group-commands.ts'
import { groupsNow, ownPlace } from './group-members.ts'
import type { CommandRunner } from './situation.ts'

/** Commands on groups that a person gives on the group's screens. The server's database gives their outcome. */
export const groupManagementCommands = {
  /**
   * Opens the members screen of a group, or closes it. A manager also looks at the join requests. Outsiders open the
   * page of a group that they may join.
   */
  openMembersHere: async ({ world, random, tab, account }) => {
    const open = tab.groupScreens.filter((screen) => screen.account === account)
    const groups = (await groupsNow(world)).map(({ groupId }) => conversationId('group', groupId))
    if (groups.length === 0) return undefined
    const group = random.pick(groups)
    const known = open.find((screen) => screen.group === group)
    // Most screens stay open, so that changes arrive while they are shown.
    if (known && random.chance(0.7)) return undefined
    known?.close()
    const others = open.filter((screen) => screen !== known)
    tab.groupScreens = known ? others : [...others, openGroupScreen(account, group)]
    return `${known ? 'closes' : 'opens'} the members of ${group}`
  },
  /** Joins a public group, or applies to join a private one. */
  joinGroupHere: async ({ world, person, random, account }) => {
    const groups = (await groupsNow(world)).filter((group) => !ownPlace(group, person))
    if (groups.length === 0) return undefined
    const group = conversationId('group', random.pick(groups).groupId)
    expectAnswer(world, account.groups.join({ group, remark: 'let me in here' }))
    return `joins ${group} here`
  },
  answerApplicantHere: ({ world, random, account }) => {
    const waiting = managedGroups(account).flatMap(({ id }) => {
      const known = account.lookUpGroupApplications(id).get()
      const all = known.status === 'ready' ? known.value : []
      return all.filter(({ status }) => status === 'pending').map((application) => ({ id, application }))
    })
    if (waiting.length === 0) return undefined
    const { id, application } = random.pick(waiting)
    const verdict = random.chance(0.8) ? 'accepted' : 'rejected'
    expectAnswer(world, account.groups.answer(id, application.applicationId, verdict))
    return `answers ${application.userId} in ${id} here: ${verdict}`
  },
  removeMemberHere: ({ world, random, account }) => {
    const known = managedGroups(account).flatMap(({ id, group }) =>
      membersSeen(account, id)
        .filter((member) => mayDiscipline(group?.role ?? 0, member.role))
        .map((member) => ({ id, member })),
    )
    if (known.length === 0) return undefined
    const { id, member } = random.pick(known)
    const withMessages = random.chance(0.4)
    expectAnswer(world, account.groups.remove(id, member.userId, withMessages))
    return `removes ${member.userId}${withMessages ? ' and all texts' : ''} in ${id} here`
  },
  setPublicHere: ({ world, random, account }) => {
    const groups = managedGroups(account)
    if (groups.length === 0) return undefined
    const { id } = random.pick(groups)
    const isPublic = random.chance(0.5)
    expectAnswer(world, account.groups.change(id, { isPublic }))
    return `makes ${id} public here: ${isPublic}`
  },
  transferGroupHere: ({ world, random, account }) => {
    const owned = pickOwned(account, random)
    const others = owned ? membersSeen(account, owned).filter(({ userId }) => userId !== account.userId) : []
    if (!owned || others.length === 0) return undefined
    const { userId } = random.pick(others)
    expectAnswer(world, account.groups.transfer(owned, userId))
    return `hands ${owned} over to ${userId} here`
  },
  disbandGroupHere: ({ world, random, account }) => {
    const owned = pickOwned(account, random)
    if (!owned) return undefined
    expectAnswer(world, account.groups.disband(owned))
    return `ends ${owned} here`
  },
} as const satisfies Record<string, CommandRunner>

/** Excluded from worlds whose seeds were found without these commands. */
export const groupManagementNames = [
  'openMembersHere',
  'joinGroupHere',
  'answerApplicantHere',
  'removeMemberHere',
  'setPublicHere',
  'transferGroupHere',
  'disbandGroupHere',
] as const satisfies readonly (keyof typeof groupManagementCommands)[]

function openGroupScreen(account: AccountClient, group: ConversationId): GroupScreen {
  const members = account.lookUpGroup(group)
  const isManager = managedGroups(account).some(({ id }) => id === group)
  // An open list of join requests would be fetched every 15 s, which is a large share of the backend's work.
  if (isManager) void account.lookUpGroupApplications(group).fresh()
  return { ...{ account, group, members }, close: members.subscribe(() => undefined) }
}

/** The open screens of a tab's present account. The others went with their account. */
export const groupScreensOf = ({ groupScreens }: Tab, account: AccountClient): readonly GroupScreen[] =>
  groupScreens.filter((screen) => screen.account === account)

/** The groups that the person manages, as far as this client knows. */
const managedGroups = (account: AccountClient): readonly ConversationSummary[] =>
  account.conversations.get().filter(({ group }) => group !== undefined && canManage(group.role))

/** The members that the person saw on this client. They may have changed since. */
function membersSeen(account: AccountClient, group: ConversationId): readonly GroupMember[] {
  const known = account.lookUpGroup(group).get()
  return known.status === 'ready' ? known.value.members : []
}

function pickOwned(account: AccountClient, random: SeededRandom): ConversationId | undefined {
  const owned = managedGroups(account).filter(({ group }) => group?.role === groupRole.owner)
  return owned.length > 0 ? random.pick(owned).id : undefined
}
