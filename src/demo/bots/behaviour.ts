import type { UserId } from '#schemas/ids.ts'
import type { RandomPicker } from '../world/seeded-random.ts'

/** A message as a bot sees it. */
export interface BotMessage {
  /** Increases with each message of the conversation. */
  readonly id: number
  readonly isOwn: boolean
  /** Empty if the message has no text. */
  readonly text: string
  /** Server time, ms. */
  readonly sentAt: number
  /** The invitation to a group that it carries. */
  readonly invitation?: Invitation | undefined
}

/** An invitation to a group: the group's wire id and the sender's account. */
export interface Invitation {
  readonly groupId: number
  readonly inviterId: UserId
}

/** The inputs of a bot's decision. */
export interface Situation {
  /** Oldest first, including own messages in flight. */
  readonly messages: readonly BotMessage[]
  /** The bot's read marker at its last look. */
  readonly readUpTo: number
  /** The start of the bots, server ms. Earlier messages that were read are not answered. */
  readonly startedAt: number
}

/** One action, `after` ms from the action before it. */
export type Step =
  | { readonly type: 'read'; readonly after: number; readonly upTo: number }
  | { readonly type: 'say'; readonly after: number; readonly text: string }
  | { readonly type: 'paint'; readonly after: number }
  | {
      readonly type: 'join'
      readonly after: number
      readonly messageId: number
      readonly invitation: Invitation
    }

/** A bot's behaviour: returns the actions for a situation, possibly none. Called again for each new message. */
export type BotBehaviour = (situation: Situation, botTexts: BotTexts, random: RandomPicker) => readonly Step[]

/**
 * Returns the other person's messages to answer: after the bot's last message, and not read before the bots started.
 */
export function findUnanswered({ messages, readUpTo, startedAt }: Situation): readonly BotMessage[] {
  const lastOwn = messages.findLastIndex(({ isOwn }) => isOwn)
  return messages.slice(lastOwn + 1).filter(({ id, sentAt }) => id > readUpTo || sentAt >= startedAt)
}

/** Returns how long a person looks at received messages before reading them, ms. */
export const readingTime = (unanswered: readonly BotMessage[], random: RandomPicker): number =>
  random.integer(700, 1800) + Math.min(unanswered.reduce((sum, { text }) => sum + text.length, 0) * 18, 4000)

/** Returns how long it takes to type a text on a phone, ms. */
export const typingTime = (text: string, random: RandomPicker): number =>
  random.integer(900, 1800) + Math.min([...text].length * 70, 6000)

/** Reads all received messages. */
export const readMessages = (unanswered: readonly BotMessage[], after: number): readonly Step[] => {
  const newest = unanswered.at(-1)
  return newest ? [{ type: 'read', after, upTo: newest.id }] : []
}

/** Sends texts one after the other, each after its typing time. */
export const sendTexts = (texts: readonly string[], random: RandomPicker): readonly Step[] =>
  texts.map((text) => ({ type: 'say', text, after: typingTime(text, random) }))

/** Picks an option that the bot has not used in its last messages; any option if all were used. */
export function pickFresh<Option>(
  options: readonly Option[],
  beginningOf: (option: Option) => string,
  { messages }: Situation,
  random: RandomPicker,
): Option {
  const sentTexts = new Set(messages.filter(({ isOwn }) => isOwn).map(({ text }) => text))
  const fresh = options.filter((option) => !sentTexts.has(beginningOf(option)))
  return random.pick(fresh.length > 0 ? fresh : options)
}

/** The first message of an answer. */
export const firstText = ([text]: Answer): string => text

const questionMarks = /[?？吗嗎]\s*$/u

/** Returns an answer on the topic of the last messages, else to a question, else a general one. */
export function findAnswer(
  unanswered: readonly BotMessage[],
  botTexts: BotTexts,
  situation: Situation,
  random: RandomPicker,
): Answer {
  const newestFirst = [...unanswered].reverse().map(({ text }) => text.toLowerCase())
  for (const text of newestFirst) {
    const topic = botTexts.topics.find(({ words }) => words.some((word) => holdsWord(text, word)))
    if (topic) return pickFresh(topic.answers, firstText, situation, random)
  }
  const isQuestion = newestFirst.some((text) => questionMarks.test(text))
  return pickFresh(isQuestion ? botTexts.toQuestions : botTexts.toAnything, firstText, situation, random)
}

/** Scripts with spaces between words are searched for whole words, so that "tea" is not found in "team". */
function holdsWord(text: string, word: string): boolean {
  if (/\p{Script=Han}/u.test(word)) return text.includes(word)
  const parts = ` ${text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')} `
  return parts.includes(` ${word} `)
}

/** An answer of one or several messages in a row. */
type Answer = readonly [string, ...string[]]

/** A topic, recognised by words in the message. */
interface Topic {
  /** In lower case. One match is enough. */
  readonly words: readonly [string, ...string[]]
  readonly answers: readonly [Answer, ...Answer[]]
}

/** All texts of the bots in one language. */
export interface BotTexts {
  /** Templates of the echo, with `{text}`. */
  readonly echoes: readonly [string, ...string[]]
  /** The echo's answer to a message without text. */
  readonly echoOfSilence: string
  readonly topics: readonly [Topic, ...Topic[]]
  /** Answers to a question without a known topic. */
  readonly toQuestions: readonly [Answer, ...Answer[]]
  /** Answers to anything else. */
  readonly toAnything: readonly [Answer, ...Answer[]]
  /** Beginnings of the slow bot's answers. */
  readonly slowBeginnings: readonly [string, ...string[]]
  /** Messages that the chatterbox starts with. */
  readonly chatter: readonly [Answer, ...Answer[]]
  /** Messages of the chatterbox before its answer. */
  readonly bubbling: readonly [Answer, ...Answer[]]
  /** Captions of a picture. */
  readonly captions: readonly [string, ...string[]]
  /** The newcomer's application, and its greeting after it was accepted. */
  readonly application: string
  readonly greeting: Answer
  /** The application to join a group. */
  readonly groupApplication: string
  /** The first messages in a group that the bot has joined. */
  readonly groupGreeting: Answer
  /** Messages that start a conversation in a group. */
  readonly groupTopics: readonly [Answer, ...Answer[]]
  /** The message after accepting an invitation to a group. */
  readonly invitationAnswer: Answer
}
