import { composeTalk } from './compose-conversations.ts'
import { type ConversationPlan, conversationPlans, totalMessages } from './personas.ts'
import { placeInTime, type TimedTurn } from './place-in-time.ts'
import type { SeedTexts } from './seed-texts.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** A message with its position in its conversation and in the world. */
export interface WorldMessage extends TimedTurn {
  /** 1 is the oldest message of the world. Numbers follow the order of sending over all conversations. */
  readonly number: number
  /** Contiguous from 1 in its conversation. */
  readonly sequence: number
  /** The number of the quoted message. */
  readonly quotes?: number
}

export interface WorldConversation {
  readonly plan: ConversationPlan
  /** Oldest first. */
  readonly messages: readonly WorldMessage[]
  /** The number of the last message that the signed-in person has read. */
  readonly readUpTo: number
  /** The number of the last message that the others have read. */
  readonly othersReadUpTo: number
}

/** All messages of a world in one language. */
export interface World {
  readonly seed: number
  /** The world's present, ms. All times are before it. */
  readonly moment: number
  readonly seedTexts: SeedTexts
  readonly conversations: readonly WorldConversation[]
}

export interface WorldOptions {
  readonly seed: number
  /** ms since 1970. */
  readonly moment: number
}

const minute = 60_000

/** Creates the world of one language. The same options give the same world. */
export function createWorld(seedTexts: SeedTexts, { seed, moment }: WorldOptions): World {
  const random = createSeededRandom(seed, 'world')
  const counts = shareOut(random.split('counts'))
  const talks = conversationPlans.map((plan, index) => {
    const own = random.split(`conversation ${index}`)
    const blocks = composeTalk(seedTexts, plan, counts[index] ?? 0, own.split('talk'))
    return placeInTime(blocks, moment, moment - plan.newestAgo * minute, own.split('time'))
  })
  const numbers = numberAll(talks)
  const conversations = conversationPlans.map((plan, index) =>
    assemble(plan, talks[index] ?? [], numbers[index] ?? [], random.split(`marks ${index}`)),
  )
  return { seed, moment, seedTexts, conversations }
}

/** Returns the number of messages of each conversation: its own number, or a random share of the rest. */
function shareOut(random: SeededRandom): readonly number[] {
  const taken = conversationPlans.reduce((sum, { messages = 0 }) => sum + messages, 0)
  const weights = conversationPlans.map(({ messages }) => (messages === undefined ? 0.4 + random.next() : 0))
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0)
  let left = totalMessages - taken
  let weightLeft = weightSum
  return conversationPlans.map(({ messages }, index) => {
    const weight = weights[index] ?? 0
    if (messages !== undefined) return messages
    const count = Math.round((left * weight) / weightLeft)
    left -= count
    weightLeft -= weight
    return count
  })
}

/** Numbers the messages of all conversations in the order of sending. */
function numberAll(talks: readonly (readonly TimedTurn[])[]): readonly (readonly number[])[] {
  const all = talks.flatMap((talk, index) => talk.map(({ sentAt }, place) => ({ index, place, sentAt })))
  all.sort(
    (left, right) => left.sentAt - right.sentAt || left.index - right.index || left.place - right.place,
  )
  const numbers = talks.map((talk) => new Array<number>(talk.length).fill(0))
  for (const [order, { index, place }] of all.entries()) {
    const own = numbers[index]
    if (own) own[place] = order + 1
  }
  return numbers
}

function assemble(
  plan: ConversationPlan,
  talk: readonly TimedTurn[],
  numbers: readonly number[],
  random: SeededRandom,
): WorldConversation {
  const messages = talk.map((turn, place): WorldMessage => {
    const quoted = turn.quotesBack === undefined ? undefined : numbers[place - turn.quotesBack]
    return {
      ...turn,
      number: numbers[place] ?? 0,
      sequence: place + 1,
      ...(quoted === undefined ? {} : { quotes: quoted }),
    }
  })
  const read = messages.at(-1 - (plan.unread ?? 0))
  return {
    plan,
    messages,
    readUpTo: read?.number ?? 0,
    othersReadUpTo: othersMark(messages, random),
  }
}

/**
 * Returns the others' read marker: at least their last own message. Later messages are read in two of three
 * conversations.
 */
function othersMark(messages: readonly WorldMessage[], random: SeededRandom): number {
  const hasReadAll = random.chance(0.66)
  const last = hasReadAll ? messages.at(-1) : messages.findLast(({ speaker }) => speaker !== 'me')
  return last?.number ?? 0
}
