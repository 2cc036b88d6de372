import type { DrawnRandom } from '../world/seeded-random.ts'
import type { BotTalk } from './bot-talk.ts'

/** A message as a bot sees it. */
export interface HeardMessage {
  /** Grows with each message of the conversation. */
  readonly id: number
  readonly isOwn: boolean
  /** Empty when the message is no text. */
  readonly text: string
  /** Server time, ms. */
  readonly sentAt: number
}

/** What a bot knows when it makes up its mind. */
export interface Situation {
  /** Oldest first; own messages under way included. */
  readonly messages: readonly HeardMessage[]
  /** Up to here the bot had read when it looked last. */
  readonly readUpTo: number
  /** When the bots came to life, server ms: what was read before is history. */
  readonly startedAt: number
}

/** One thing to do, `after` ms from the step before it. */
export type Step =
  | { readonly type: 'read'; readonly after: number; readonly upTo: number }
  | { readonly type: 'say'; readonly after: number; readonly text: string }
  | { readonly type: 'paint'; readonly after: number }

/** A bot's behaviour: what it will do about the situation; nothing is fine. A new message makes it think again. */
export type BotBehaviour = (situation: Situation, talk: BotTalk, random: DrawnRandom) => readonly Step[]

/** Messages of the other person that wait for an answer: after the bot's last one, and new to it since it came to life. */
export function unanswered({ messages, readUpTo, startedAt }: Situation): readonly HeardMessage[] {
  const lastOwn = messages.findLastIndex(({ isOwn }) => isOwn)
  return messages.slice(lastOwn + 1).filter(({ id, sentAt }) => id > readUpTo || sentAt >= startedAt)
}

/** How long a person looks at what came in before its marks turn, ms. */
export const readingTime = (heard: readonly HeardMessage[], random: DrawnRandom): number =>
  random.integer(700, 1800) + Math.min(heard.reduce((sum, { text }) => sum + text.length, 0) * 18, 4000)

/** How long a text takes to be typed on a phone, ms. */
export const typingTime = (text: string, random: DrawnRandom): number =>
  random.integer(900, 1800) + Math.min([...text].length * 70, 6000)

/** Reads everything that waits. */
export const readAll = (heard: readonly HeardMessage[], after: number): readonly Step[] => {
  const newest = heard.at(-1)
  return newest ? [{ type: 'read', after, upTo: newest.id }] : []
}

/** Says texts one after another, each after the time it takes to type. */
export const sayAll = (texts: readonly string[], random: DrawnRandom): readonly Step[] =>
  texts.map((text) => ({ type: 'say', text, after: typingTime(text, random) }))

/** One of the options that the bot has not used in its last messages; any of them when it has used all. */
export function pickFresh<Option>(
  options: readonly Option[],
  firstText: (option: Option) => string,
  { messages }: Situation,
  random: DrawnRandom,
): Option {
  const said = new Set(messages.filter(({ isOwn }) => isOwn).map(({ text }) => text))
  const fresh = options.filter((option) => !said.has(firstText(option)))
  return random.pick(fresh.length > 0 ? fresh : options)
}
