import { and, eq, isNotNull, max, or } from 'drizzle-orm'
import { type ConversationId, conversationId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { blockedPerson, conversationMember, friendship, message } from '#server/store/schema/index.ts'
import type { Backend } from '../backend.ts'
import { isListed } from '../invariants/expected-view.ts'
import { nameOf, readTruth } from '../invariants/truth.ts'
import type { World } from '../world.ts'

/** A time in which no message may pass between two people: one has blocked the other, or they are no friends. */
interface Barrier {
  readonly wireId: number
  readonly conversation: ConversationId
  /** The newest message when the server had confirmed the block or the end of the friendship. */
  readonly after: number
  /** The newest message before the server was asked to end the barrier. Infinite while it stands. */
  before: number
  /** When the server had answered that, virtual ms. Infinite while it stands. */
  until: number
}

/** The end of a friendship, which the people may begin again. */
interface FriendshipEnd {
  readonly wireId: number
  /** The person who ended it. */
  readonly accountId: number
  /** The newest message when the server had confirmed it. The person may not see messages up to it. */
  readonly after: number
}

/** Two people and their one-to-one conversation. */
interface Pair {
  readonly one: number
  readonly other: number
  readonly wireId: number
}

const deleteFriend = '/Api/DeleteFriend'
const closing: readonly string[] = ['/Api/AddBlackList', deleteFriend]
const opening: readonly string[] = ['/Api/DeleteBlackList', '/Api/ApplyFriend', '/Api/AcceptFriendApply']

/** The barriers between people, as the server confirmed them to clients. */
export class Barriers {
  readonly all: Barrier[] = []
  readonly friendshipEnds: FriendshipEnd[] = []

  /** Whether a barrier stood in a conversation at or after this time, virtual ms. */
  stoodAfter(conversation: ConversationId | undefined, at: number): boolean {
    return this.all.some((one) => one.conversation === conversation && one.until >= at)
  }

  /** Records that the server has confirmed a block or the end of a friendship. */
  async close(world: World, one: number, other: number, isFriendshipEnd: boolean): Promise<void> {
    const pair = (await pairsIn(world)).find((found) => found.one === one && found.other === other)
    if (!pair) return
    const { wireId } = pair
    if (isFriendshipEnd) {
      this.friendshipEnds.push({ wireId, accountId: one, after: await newestIn(world, wireId) })
      await recordUnlisted(world, other, one)
    }
    if (!this.#isClosed(wireId)) await this.#add(world, wireId)
  }

  /** Records that the server is asked to end a barrier. */
  async end(world: World): Promise<void> {
    for (const barrier of this.all)
      barrier.before = Math.min(barrier.before, await newestIn(world, barrier.wireId))
  }

  /** Keeps the barriers that such a call left standing: it failed, or concerned another one. */
  async restore(world: World): Promise<void> {
    for (const barrier of this.all)
      if (barrier.before < Number.POSITIVE_INFINITY) barrier.until = Math.min(barrier.until, world.time.now())
    for (const { one, other, wireId } of await pairsIn(world))
      if (one < other && !this.#isClosed(wireId) && (await isApart(world, one, other)))
        await this.#add(world, wireId)
  }

  #isClosed(wireId: number): boolean {
    return this.all.some(
      (barrier) => barrier.wireId === wireId && barrier.before === Number.POSITIVE_INFINITY,
    )
  }

  async #add(world: World, wireId: number): Promise<void> {
    const after = await newestIn(world, wireId)
    const open = { before: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY }
    this.all.push({ wireId, conversation: conversationId('direct', wireId), after, ...open })
  }
}

/** Records the effects of clients' calls on barriers when the server carries them out. */
export const watchBarriers = (backend: Backend, world: () => World): Backend => ({
  ...backend,
  async fetch(request, address) {
    const { pathname } = new URL(request.url)
    if (closing.includes(pathname)) {
      const { UID, UserID }: Readonly<Record<string, unknown>> = JSON.parse(await request.clone().text())
      const answer = await backend.fetch(request, address)
      if (answer.text.startsWith(`{"Code":${resultCode.ok},`))
        await world().barriers.close(world(), Number(UID), Number(UserID), pathname === deleteFriend)
      return answer
    }
    return ending(world, pathname, () => backend.fetch(request, address))
  },
  call: (path, fields, address) => ending(world, `/Api${path}`, () => backend.call(path, fields, address)),
})

/**
 * Records that a person has lost a conversation without messages because the other person ended the friendship. The
 * server lists it no more [FRIEND-50], so a device may remove it, with its outbox, before the server rejects the rest.
 */
async function recordUnlisted(world: World, accountId: number, peerId: number): Promise<void> {
  const truth = await readTruth(world.database.truth)
  const person = world.people.find(({ userId }) => userId === accountId)
  const side = truth.members.find((one) => one.accountId === accountId && one.peerId === peerId)
  if (person && side && !isListed(truth, side))
    world.ledger.departed(person, nameOf(truth, side.conversationId), world.time.now())
}

async function ending<Answer>(
  world: () => World,
  pathname: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  if (!opening.includes(pathname)) return call()
  await world().barriers.end(world())
  const answer = await call()
  await world().barriers.restore(world())
  return answer
}

async function pairsIn({ database }: World): Promise<readonly Pair[]> {
  const rows = await database.truth
    .select({
      one: conversationMember.accountId,
      other: conversationMember.peerId,
      wireId: conversationMember.conversationId,
    })
    .from(conversationMember)
    .where(isNotNull(conversationMember.peerId))
    .orderBy(conversationMember.conversationId, conversationMember.accountId)
  return rows.map(({ other, ...row }) => ({ ...row, other: other ?? 0 }))
}

async function newestIn({ database }: World, wireId: number): Promise<number> {
  const [row] = await database.truth
    .select({ id: max(message.id) })
    .from(message)
    .where(eq(message.conversationId, wireId))
  return row?.id ?? 0
}

/** Whether one of two people has blocked the other, or they are no friends. */
async function isApart({ database: { truth } }: World, one: number, other: number): Promise<boolean> {
  const [block] = await truth
    .select()
    .from(blockedPerson)
    .where(
      or(
        and(eq(blockedPerson.accountId, one), eq(blockedPerson.blockedId, other)),
        and(eq(blockedPerson.accountId, other), eq(blockedPerson.blockedId, one)),
      ),
    )
  if (block) return true
  const [friend] = await truth
    .select()
    .from(friendship)
    .where(and(eq(friendship.accountId, one), eq(friendship.friendId, other)))
  return friend === undefined
}
