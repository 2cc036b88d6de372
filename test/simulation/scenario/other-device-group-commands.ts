import { canManage, groupRole } from '#domain/group/roles.ts'
import { conversationId } from '#schemas/ids.ts'
import type { Person, World } from '../world.ts'
import {
  applicantsOf,
  changingGroups,
  type GroupMember,
  type GroupPlace,
  groupsNow,
  ownPlace,
} from './group-members.ts'
import { callAs, elsewhereId } from './other-device.ts'
import type { CommandRunner, Situation } from './situation.ts'
import { unusualText } from './unusual-texts.ts'

/** The maximum number of groups in one world. */
const mostGroups = 2

/** A member's group call: its path, fields and description. Undefined if it is impossible. */
interface GroupAction {
  readonly path: string
  readonly fields?: object
  readonly words: string
}
type ActionChoice = (situation: Situation, group: GroupPlace, own: GroupMember) => GroupAction | undefined

/** Runs a group command of a random member on an outside device. */
const inGroup =
  (want: ActionChoice): CommandRunner =>
  async (situation) => {
    const { world, person, random } = situation
    if (!world.backend.isRunning()) return undefined
    const groups = (await groupsNow(world)).filter((group) => ownPlace(group, person))
    if (groups.length === 0) return undefined
    const group = random.pick(groups)
    const own = ownPlace(group, person)
    const wish = own && want(situation, group, own)
    if (!wish) return undefined
    const { path, fields, words } = wish
    await changingGroups(world, () => callAs(world, person, path, { GroupID: group.groupId, ...fields }))
    return `${words} in group ${group.groupId}`
  }

/** The same for a manager of the group, with a plain member of it. */
const asManager = (want: (situation: Situation, member: GroupMember) => GroupAction): CommandRunner =>
  inGroup((situation, { members }, own) => {
    const plain = members.filter(({ role }) => !canManage(role))
    if (!canManage(own.role) || plain.length === 0) return undefined
    return want(situation, situation.random.pick(plain))
  })

/** All people who can join a group. */
const everybody = ({ people, outsidePerson }: World): readonly Person[] =>
  [...people, outsidePerson].filter(({ userId }) => userId !== undefined)

/** Group commands on outside devices. */
export const otherDeviceGroupCommands = {
  createGroup: async ({ world, person, random }) => {
    if (!world.backend.isRunning() || (await groupsNow(world)).length >= mostGroups) return undefined
    // People who are left out may apply to join.
    const others = everybody(world).filter(
      (other) => other !== person && (other === world.outsidePerson || random.chance(0.6)),
    )
    const isChannel = random.chance(0.2)
    await callAs(world, person, '/CreateGroup', {
      GroupName: `of ${person.name}`,
      UserIDs: others.map(({ userId }) => userId).join('|'),
      JoinType: random.chance(0.5) ? '0' : '1',
      GroupType: isChannel ? 1 : 0,
    })
    return `founds a ${isChannel ? 'channel' : 'group'}`
  },
  addMember: inGroup(({ world, random }, { members }) => {
    const missing = everybody(world).filter(
      ({ userId }) => !members.some(({ accountId }) => accountId === userId),
    )
    if (missing.length === 0) return undefined
    const { userId, name } = random.pick(missing)
    const fields = { UserIDs: String(userId) }
    return { path: '/CheckGroupManualVerified', fields, words: `adds ${name}` }
  }),
  joinGroup: async ({ world, person, random }) => {
    const groups = (await groupsNow(world)).filter((group) => !ownPlace(group, person))
    if (!world.backend.isRunning() || groups.length === 0) return undefined
    const { groupId } = random.pick(groups)
    await callAs(world, person, '/JoinGroup', { GroupID: groupId })
    return `joins group ${groupId}`
  },
  /** Applies to join a group that requires approval. */
  applyToGroup: async ({ world, person, random }) => {
    if (!world.backend.isRunning()) return undefined
    const groups = (await groupsNow(world)).filter((group) => !ownPlace(group, person))
    if (groups.length === 0) return undefined
    const { groupId } = random.pick(groups)
    await callAs(world, person, '/ApplyJoinGroup', { GroupID: groupId, Remark: 'let me in' })
    return `asks to be let into group ${groupId}`
  },
  /** Accepts or rejects an application. */
  answerApplicant: async ({ world, person, random }) => {
    if (!world.backend.isRunning()) return undefined
    const managed = (await groupsNow(world)).filter((group) => canManage(ownPlace(group, person)?.role ?? 0))
    const waiting = await applicantsOf(
      world,
      managed.map(({ groupId }) => groupId),
    )
    if (waiting.length === 0) return undefined
    const { id, groupId } = random.pick(waiting)
    const fields = { GroupID: groupId, ApplicationID: id, Status: random.chance(0.8) ? '1' : '2' }
    await callAs(world, person, '/ProcessGroupJoinApplication', fields)
    return `answers application ${id} for group ${groupId} with ${fields.Status}`
  },
  leaveGroup: inGroup((_, __, { role }) =>
    role === groupRole.owner ? undefined : { path: '/QuitGroup', words: 'leaves' },
  ),
  removeMember: asManager(({ random }, { accountId }) => {
    const isPurged = random.chance(0.4)
    const fields = { UserID: accountId, DeleteAllChat: isPurged ? 1 : 0 }
    return { path: '/KickOutGroup', fields, words: `removes ${accountId}${isPurged ? ' and all texts' : ''}` }
  }),
  disbandGroup: inGroup((_, __, { role }) =>
    role === groupRole.owner ? { path: '/DeleteGroup', words: 'ends all' } : undefined,
  ),
  banMember: asManager((_, { accountId, isBanned }) => {
    const fields = { UserID: accountId, Status: isBanned ? 1 : 0 }
    return { path: '/BanGroupUser', fields, words: `${isBanned ? 'unbans' : 'bans'} ${accountId}` }
  }),
  banAll: inGroup(({ random }, _, { role }) => {
    if (!canManage(role)) return undefined
    const fields = { AllBan: random.chance(0.4) ? 1 : 0 }
    return { path: '/UpdateGroupAllBan', fields, words: `bans all: ${fields.AllBan}` }
  }),
  changeRole: inGroup(({ random, person }, { members }, { role }) => {
    const others = members.filter((one) => one.accountId !== person.userId && one.role < groupRole.owner)
    if (!canManage(role) || others.length === 0) return undefined
    const other = random.pick(others)
    const fields = { UserID: other.accountId, Role: other.role === 0 ? groupRole.admin : groupRole.member }
    return { path: '/ChangeGroupUserRole', fields, words: `gives ${other.accountId} role ${fields.Role}` }
  }),
  passGroupOn: inGroup(({ random, person }, { members }, { role }) => {
    const others = members.filter(({ accountId }) => accountId !== person.userId)
    if (role !== groupRole.owner || others.length === 0) return undefined
    const fields = { UserID: random.pick(others).accountId }
    return { path: '/TransGroup', fields, words: `hands over to ${fields.UserID}` }
  }),
  renameGroup: inGroup(({ random }, _, { role }) => {
    const fields = { GroupName: `name ${random.integer(0, 99)}` }
    return canManage(role) ? { path: '/UpdateGroup', fields, words: `says "${fields.GroupName}"` } : undefined
  }),
  announce: inGroup(({ random }, _, { role }) => {
    const fields = { Info: random.chance(0.3) ? '' : `notice ${random.integer(0, 99)}` }
    return canManage(role) ? { path: '/UpdateGroupInfo', fields, words: `tells "${fields.Info}"` } : undefined
  }),
  nameInGroup: inGroup(({ random }) => {
    const fields = { MemberName: random.chance(0.3) ? '' : `known ${random.integer(0, 99)}` }
    return { path: '/GroupUserSetName', fields, words: `is "${fields.MemberName}"` }
  }),
  /** The only command here that mentions a person. */
  mention: async ({ world, person, random }) => {
    const { outsidePerson, ledger } = world
    const groups = (await groupsNow(world)).filter((group) => ownPlace(group, outsidePerson))
    if (!world.backend.isRunning() || groups.length === 0) return undefined
    const { groupId } = random.pick(groups)
    const serial = ledger.messages.length
    const mentions = [random.chance(0.3) ? 0 : Number(person.userId)]
    const text = unusualText(random, serial)
    const requested = ledger.message(outsidePerson, conversationId('group', groupId), text, { mentions })
    await callAs(world, outsidePerson, '/SendGroupChat', {
      GroupID: groupId,
      Message: requested.text,
      MsgType: 'txt',
      TimeStamp: world.time.now(),
      AtIDs: mentions.join('|'),
      ClientMsgId: elsewhereId(world, serial, requested.text),
    })
    requested.answer = 'accepted'
    return `is mentioned in group ${groupId}`
  },
} as const satisfies Record<string, CommandRunner>
