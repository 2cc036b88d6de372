import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { canManage, groupRole } from '#domain/group/roles.ts'
import { type UserId, userId } from '#schemas/ids.ts'
import { groupsNow } from './group-members.ts'
import type { CommandRunner, Situation } from './situation.ts'

/** The maximum number of groups in one world. */
const mostGroups = 3

/** A group command of a person's own client: its description and its promise. */
type GroupAction = readonly [words: string, outcome: Promise<Outcome<unknown>>]
type ActionChoice = (situation: Situation, group: ConversationSummary, other: UserId) => GroupAction

const asMember: readonly ActionChoice[] = [
  ({ account, random }, { id }) => {
    const name = random.chance(0.3) ? '' : `here ${random.integer(0, 99)}`
    return [`is "${name}"`, account.groups.setOwnName(id, name)]
  },
  ({ account }, { id }, other) => [`invites ${other}`, account.groups.invite(id, [other])],
]
const asManager: readonly ActionChoice[] = [
  ({ account, random }, { id }) => {
    const text = `notice ${random.integer(100, 199)}`
    return [`tells "${text}"`, account.groups.announce(id, text)]
  },
  ({ account, random }, { id }) => {
    const name = `name ${random.integer(100, 199)}`
    return [`says "${name}"`, account.groups.change(id, { name })]
  },
  ({ account, random }, { id }, other) => {
    const isBanned = random.chance(0.5)
    return [`${isBanned ? 'bans' : 'unbans'} ${other}`, account.groups.setBanned(id, other, isBanned)]
  },
  ({ account, random }, { id }) => {
    const isBanned = random.chance(0.3)
    return [`bans all: ${isBanned}`, account.groups.setAllBanned(id, isBanned)]
  },
]
const asOwner: readonly ActionChoice[] = [
  ({ account, random }, { id }, other) => {
    const isManager = random.chance(0.5)
    return [`makes ${other} a manager: ${isManager}`, account.groups.setManager(id, other, isManager)]
  },
]

/** Group commands by people's own clients. The server's database gives their outcome. */
export const groupCommands = {
  createGroupHere: async ({ world, account, person }) => {
    if ((await groupsNow(world)).length >= mostGroups) return undefined
    const members = account.friends.get().map((friend) => friend.userId)
    if (members.length === 0) return undefined
    expectAnswer(world, account.groups.create({ name: `here of ${person.name}`, avatarUrl: '', members }))
    return 'founds a group here'
  },
  leaveGroupHere: ({ world, account, person, conversation }) => {
    if (!conversation.group || conversation.group.role === groupRole.owner) return undefined
    // Messages and drafts of the group may be lost, whether the call reaches the server or not.
    world.ledger.departed(person, conversation.id, world.time.now())
    expectAnswer(world, account.groups.leave(conversation.id))
    return `leaves ${conversation.id} here`
  },
  changeGroupHere: (situation) => {
    const { world, account, random } = situation
    const groups = account.conversations.get().filter(({ group }) => group !== undefined)
    const others = [...world.people, world.outsidePerson].filter((one) => one !== situation.person)
    if (groups.length === 0) return undefined
    const conversation = random.pick(groups)
    const role = conversation.group?.role ?? 0
    const actions = [
      ...asMember,
      ...(canManage(role) ? asManager : []),
      ...(role === groupRole.owner ? asOwner : []),
    ]
    const [words, outcome] = random.pick(actions)(
      situation,
      conversation,
      userId(random.pick(others).userId ?? 0),
    )
    expectAnswer(world, outcome)
    return `${words} in ${conversation.id} here`
  },
} as const satisfies Record<string, CommandRunner>

/** Traces the outcome. Never rejects. */
export const expectAnswer = ({ ledger }: Situation['world'], outcome: Promise<Outcome<unknown>>): void =>
  void outcome.catch((cause: unknown) => ledger.problems.push(`a group call was rejected: ${String(cause)}`))
