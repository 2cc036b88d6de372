import type { RandomPicker } from '../world/seeded-random.ts'
import {
  type BotMessage,
  type BotTexts,
  findAnswer,
  firstText,
  pickFresh,
  readMessages,
  type Situation,
  type Step,
  sendTexts,
} from './behaviour.ts'

/** A message of a group as a bot sees it. */
export interface GroupMessage extends BotMessage {
  /** Whether a bot sent it, this one included. */
  readonly isFromBot: boolean
  /** Whether it is a notice of the server, which bots do not answer. */
  readonly isNotice: boolean
  /** Whether it mentions this bot or everyone, only others, or no one. */
  readonly mention: 'own' | 'other' | 'none'
}

export interface GroupSituation extends Situation {
  readonly messages: readonly GroupMessage[]
  /** False while the bot or all members are banned. */
  readonly mayWrite: boolean
  /** Whether the bot joined after its start. */
  readonly isNewcomer: boolean
}

/** A bot's behaviour in groups. Called again for each new message, and when its right to write changes. */
export type GroupBehaviour = (
  situation: GroupSituation,
  botTexts: BotTexts,
  random: RandomPicker,
) => readonly Step[]

const second = 1000
const minute = 60 * second
/** Bots answer each other with at most this many messages in a row. A longer pause starts a new row. */
const longestChain = 4
const chainPause = 3 * minute
/** The probability that a bot joins in when another bot wrote. */
const joiningShare = 0.45
/** Bots fall silent after this many messages that no person has answered. */
const mostAlone = 24

/** Reads everything and never writes. */
export const silentMember: GroupBehaviour = (situation, _botTexts, random) => read(situation, random)

/**
 * Answers mentions, greets as a newcomer, answers people, sometimes joins in when another bot writes, and starts a topic
 * after minutes of silence. All bots plan at the same time. The first message makes the others plan again, so that they
 * do not talk over each other.
 */
export const talkativeMember: GroupBehaviour = (situation, botTexts, random) => [
  ...read(situation, random),
  ...(situation.mayWrite ? speak(situation, botTexts, random) : []),
]

/** Sends a picture instead of every second topic. */
export const paintingMember: GroupBehaviour = (situation, botTexts, random) => {
  const steps = talkativeMember(situation, botTexts, random)
  const [topic] = steps.filter(({ type }) => type === 'say')
  if (!topic || topic.after < firstSilence[0] || random.chance(0.5)) return steps
  return [
    ...steps.filter(({ type }) => type === 'read'),
    { type: 'paint', after: topic.after },
    ...sendTexts([random.pick(botTexts.captions)], random),
  ]
}

const read = ({ messages, readUpTo }: GroupSituation, random: RandomPicker): readonly Step[] =>
  readMessages(
    messages.filter(({ isOwn, id }) => !isOwn && id > readUpTo),
    random.integer(2 * second, 9 * second),
  )

/** The silence before a topic, ms: after the start, and later. */
const firstSilence = [minute, 2.5 * minute] as const
const silence = [5 * minute, 10 * minute] as const

function speak(situation: GroupSituation, botTexts: BotTexts, random: RandomPicker): readonly Step[] {
  const { startedAt, isNewcomer } = situation
  const messages = situation.messages.filter(({ isNotice }) => !isNotice)
  const lastOwn = messages.findLastIndex(({ isOwn }) => isOwn)
  const unanswered = messages.slice(lastOwn + 1).filter(({ sentAt }) => sentAt >= startedAt)
  const mentions = unanswered.filter(({ mention }) => mention === 'own')
  if (mentions.length > 0) return answer(mentions, [2, 8], situation, botTexts, random)
  const last = messages.at(-1)
  if (isNewcomer && lastOwn < 0 && !last?.isFromBot)
    return thenSend(random.integer(4 * second, 15 * second), botTexts.groupGreeting, random)
  const newest = unanswered.at(-1)
  if (newest && !newest.isFromBot && newest.mention === 'none')
    return answer([newest], [3, 20], situation, botTexts, random)
  if (newest?.isFromBot && chainOf(messages) < longestChain && random.chance(joiningShare))
    return answer([newest], [6, 30], situation, botTexts, random)
  if (countAlone(messages, startedAt) >= mostAlone) return []
  const [shortest, longest] = last && last.sentAt >= startedAt ? silence : firstSilence
  const topic = pickFresh(botTexts.groupTopics, firstText, situation, random)
  return thenSend(random.integer(shortest, longest), topic, random)
}

/** Answers with one message after a pause, s. */
function answer(
  messages: readonly GroupMessage[],
  [shortest, longest]: readonly [number, number],
  situation: GroupSituation,
  botTexts: BotTexts,
  random: RandomPicker,
): readonly Step[] {
  const [text] = findAnswer(messages, botTexts, situation, random)
  return thenSend(random.integer(shortest * second, longest * second), [text], random)
}

/** Sends texts after a pause, ms, besides the typing time. */
function thenSend(pause: number, texts: readonly string[], random: RandomPicker): readonly Step[] {
  const [say, ...more] = sendTexts(texts, random)
  return say ? [{ ...say, after: say.after + pause }, ...more] : []
}

/** The number of the bots' messages in a row, without a longer pause between them. */
function chainOf(messages: readonly GroupMessage[]): number {
  let length = 0
  for (const [index, message] of [...messages].reverse().entries()) {
    const later = messages.at(-index)
    const isTogether = index === 0 || (later?.sentAt ?? 0) - message.sentAt < chainPause
    if (!message.isFromBot || !isTogether) break
    length += 1
  }
  return length
}

/** The number of messages since the start and the last one of a person. */
function countAlone(messages: readonly GroupMessage[], startedAt: number): number {
  const lastOfPerson = messages.findLastIndex(({ isFromBot }) => !isFromBot)
  return messages.slice(lastOfPerson + 1).filter(({ sentAt }) => sentAt >= startedAt).length
}
