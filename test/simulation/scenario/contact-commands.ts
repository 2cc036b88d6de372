import { and, eq } from 'drizzle-orm'
import type { AccountClient } from '#client/client.ts'
import { type UserId, userId } from '#schemas/ids.ts'
import { blockedPerson, friendApplication, friendship } from '#server/store/schema/index.ts'
import type { Person, World } from '../world.ts'
import { expectAnswer } from './group-commands.ts'
import { callAs } from './other-device.ts'
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
  /** Everybody keeps a friend, because people without a conversation can do nothing. */
  deleteFriendHere: async ({ world, person, random, account }) => {
    const friends = account.friends.get()
    if (friends.length === 0) return undefined
    const friend = random.pick(friends)
    for (const one of [person.userId, friend.userId])
      if ((await friendsOf(world, one)).length < 2) return undefined
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
  befriendHere: async ({ world, person, random, account }) => {
    const strangers = await strangersTo(world, person)
    if (strangers.length === 0) return undefined
    const other = userId(random.pick(strangers).userId ?? 0)
    const request = { userId: other, remark: 'friends again?', chatId: '', source: 'Search' }
    expectAnswer(world, account.contacts.apply(request))
    return `asks ${other} to be friends again`
  },
  /** Accepts a request that this client shows. The outside person accepts theirs on another device. */
  acceptFriendHere: async ({ world, random, account }) => {
    const elsewhere = await applicationTo(world, world.outsidePerson)
    if (elsewhere !== undefined && world.backend.isRunning() && random.chance(0.5)) {
      await callAs(world, world.outsidePerson, '/AcceptFriendApply', { ID: elsewhere })
      return `is accepted by ${world.outsidePerson.name}`
    }
    const [application] = account.applications.get().pending
    if (!application) return undefined
    expectAnswer(world, account.contacts.accept(application.applicationId))
    return `accepts ${application.userId} as a friend`
  },
} as const satisfies Record<string, CommandRunner>

/** Excluded from most worlds, and from those whose seeds were found without these commands. */
export const contactCommandNames = [
  'blockHere',
  'unblockHere',
  'deleteFriendHere',
  'befriendHere',
  'acceptFriendHere',
] as const satisfies readonly (keyof typeof contactCommands)[]

const changesOf = (account: AccountClient) => account.loadFriendChanges()

const othersOf = ({ people, outsidePerson }: World, person: Person): readonly Person[] =>
  [...people, outsidePerson].filter((other) => other !== person)

const otherPerson = ({ world, person, random }: Situation): UserId =>
  userId(random.pick(othersOf(world, person)).userId ?? 0)

async function strangersTo(world: World, person: Person): Promise<readonly Person[]> {
  const friends = new Set(await friendsOf(world, person.userId))
  return othersOf(world, person).filter((other) => !friends.has(other.userId ?? 0))
}

async function friendsOf({ database }: World, user: UserId | undefined): Promise<readonly number[]> {
  const rows = await database.truth
    .select({ id: friendship.friendId })
    .from(friendship)
    .where(eq(friendship.accountId, user ?? 0))
  return rows.map(({ id }) => id)
}

async function applicationTo({ database }: World, receiver: Person): Promise<number | undefined> {
  const [row] = await database.truth
    .select({ id: friendApplication.id })
    .from(friendApplication)
    .where(and(eq(friendApplication.receiverId, receiver.userId ?? 0), eq(friendApplication.status, 0)))
    .orderBy(friendApplication.id)
  return row?.id
}
