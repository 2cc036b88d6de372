import { eq } from 'drizzle-orm'
import type { AccountClient } from '#client/client.ts'
import { type UserId, userId } from '#schemas/ids.ts'
import { blockedPerson } from '#server/store/schema/index.ts'
import { expectAnswer } from './group-commands.ts'
import type { CommandRunner, Situation } from './situation.ts'

/** Commands on friends by people's own clients. The server's database gives their outcome. */
export const contactCommands = {
  blockHere: (situation) => {
    const { world, account } = situation
    const other = otherPerson(situation)
    expectAnswer(
      world,
      changesOf(account).then((changes) => changes.block(other)),
    )
    return `blocks ${other}`
  },
  /** Unblocks a person whom this client lists as blocked. */
  unblockHere: async ({ world, person, random, account }) => {
    const entries = await world.database.truth
      .select()
      .from(blockedPerson)
      .where(eq(blockedPerson.accountId, person.userId ?? 0))
      .orderBy(blockedPerson.id)
    if (entries.length === 0) return undefined
    const { id, blockedId } = random.pick(entries)
    expectAnswer(
      world,
      changesOf(account).then((changes) => changes.unblock(id)),
    )
    return `unblocks ${blockedId}`
  },
  /** The outside person stays everybody's friend, because people without a conversation can do nothing. */
  deleteFriendHere: ({ world, person, account }) => {
    const isInside = (id: UserId) => world.people.some(({ userId }) => userId === id)
    const friend = account.friends.get().find(({ userId }) => isInside(userId))
    if (!friend) return undefined
    // Unsent messages, drafts and local commands go with the conversation.
    for (const { id, peerId } of account.conversations.get())
      if (peerId === friend.userId) world.ledger.departed(person, id, world.time.now())
    expectAnswer(
      world,
      changesOf(account).then((changes) => changes.remove(friend.userId)),
    )
    return `deletes the friend ${friend.userId}`
  },
  /** Asks a former friend to become one again. */
  befriendHere: ({ world, person, account }) => {
    const friends = new Set(account.friends.get().map(({ userId }) => userId))
    const stranger = world.people.find((one) => one !== person && one.userId && !friends.has(one.userId))
    if (!stranger?.userId) return undefined
    const request = { userId: stranger.userId, remark: 'friends again?', chatId: '', source: 'Search' }
    expectAnswer(world, account.contacts.apply(request))
    return `asks ${stranger.userId} to be friends again`
  },
  /** Accepts a request that this client shows. */
  acceptFriendHere: ({ world, account }) => {
    const [application] = account.applications.get().pending
    if (!application) return undefined
    expectAnswer(world, account.contacts.accept(application.applicationId))
    return `accepts ${application.userId} as a friend`
  },
  /** Replies to a request that this client shows, received or sent. */
  replyHere: ({ world, random, account }) => {
    const { pending, sent } = account.applications.get()
    const open = [...pending, ...sent.filter(({ status }) => status === 'pending')]
    if (open.length === 0) return undefined
    const { applicationId, userId: other } = random.pick(open)
    const text = `reply ${random.integer(1, 5)}`
    expectAnswer(world, account.contacts.reply(applicationId, text))
    return `replies to the request ${applicationId} with ${other}`
  },
} as const satisfies Record<string, CommandRunner>

/** Excluded from most worlds, and from those whose seeds were found without these commands. */
export const contactCommandNames = [
  'blockHere',
  'unblockHere',
  'deleteFriendHere',
  'befriendHere',
  'acceptFriendHere',
  'replyHere',
] as const satisfies readonly (keyof typeof contactCommands)[]

const changesOf = (account: AccountClient) => account.loadFriendChanges()

const otherPerson = ({ world: { people, outsidePerson }, person, random }: Situation): UserId => {
  const others = [...people, outsidePerson].filter((other) => other !== person)
  return userId(random.pick(others).userId ?? 0)
}
