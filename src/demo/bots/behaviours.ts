import {
  type BotBehaviour,
  findAnswer,
  findUnanswered,
  firstText,
  pickFresh,
  readingTime,
  readMessages,
  type Situation,
  type Step,
  sendTexts,
} from './behaviour.ts'

const minute = 60_000

/** Answers with several short messages. Writes at most once without an answer. */
export const chatterbox: BotBehaviour = (situation, botTexts, random) => {
  const unanswered = findUnanswered(situation)
  if (unanswered.length > 0) {
    const bubbling = pickFresh(botTexts.bubbling, firstText, situation, random)
    const answer = findAnswer(unanswered, botTexts, situation, random)
    return [
      ...readMessages(unanswered, readingTime(unanswered, random)),
      ...sendTexts([...bubbling, ...answer], random),
    ]
  }
  if (hasSpokenUp(situation)) return []
  const [say, ...more] = sendTexts(pickFresh(botTexts.chatter, firstText, situation, random), random)
  return say ? [{ ...say, after: random.integer(3 * minute, 7 * minute) }, ...more] : []
}

/** Whether the bot wrote the last message, since its start. It then waits. */
function hasSpokenUp({ messages, startedAt }: Situation): boolean {
  const last = messages.at(-1)
  return last?.isOwn === true && last.sentAt >= startedAt
}

/** Longest text that is repeated in full, characters. */
const longestEcho = 120

/** Repeats the message with varying templates. */
export const echo: BotBehaviour = (situation, botTexts, random) => {
  const unanswered = findUnanswered(situation)
  const last = unanswered.at(-1)
  if (!last) return []
  const used = situation.messages.filter(({ isOwn }) => isOwn).length
  // Uses the templates in turn, so that two answers in a row differ.
  const template = botTexts.echoes[used % botTexts.echoes.length] ?? '{text}'
  const text =
    last.text === '' ? botTexts.echoOfSilence : template.replaceAll('{text}', () => shorten(last.text))
  return [...readMessages(unanswered, readingTime(unanswered, random)), ...sendTexts([text], random)]
}

function shorten(text: string): string {
  const characters = [...text.trim()]
  return characters.length <= longestEcho ? characters.join('') : `…${characters.slice(-40).join('')}`
}

const itself = (text: string): string => text

/** Answers with a few words and a new picture. */
export const painter: BotBehaviour = (situation, botTexts, random) => {
  const unanswered = findUnanswered(situation)
  if (unanswered.length === 0) return []
  const caption = pickFresh(botTexts.captions, itself, situation, random)
  const isTalkative = random.chance(0.4)
  const words = isTalkative ? findAnswer(unanswered, botTexts, situation, random).slice(0, 1) : []
  const picture: Step = { type: 'paint', after: random.integer(2500, 6000) }
  return [
    ...readMessages(unanswered, readingTime(unanswered, random)),
    ...sendTexts(words, random),
    picture,
    ...sendTexts([caption], random),
  ]
}

/** Reads everything and never answers. */
export const reader: BotBehaviour = (situation, _botTexts, random) =>
  readMessages(findUnanswered(situation), random.integer(3000, 9000))

const second = 1000

/** Reads after a while, waits longer, and then answers on topic. */
export const slow: BotBehaviour = (situation, botTexts, random) => {
  const unanswered = findUnanswered(situation)
  if (unanswered.length === 0) return []
  const [beginning, ...rest] = findAnswer(unanswered, botTexts, situation, random)
  const text = random.chance(0.5) ? `${random.pick(botTexts.slowBeginnings)} ${beginning}` : beginning
  const [say, ...more] = sendTexts([text, ...rest], random)
  if (!say) return []
  const thinking = random.integer(14 * second, 40 * second)
  return [
    ...readMessages(unanswered, random.integer(6 * second, 16 * second)),
    { ...say, after: say.after + thinking },
    ...more,
  ]
}

/** Accepts an invitation to a group among the unanswered messages. Without one, follows `behaviour`. */
export const acceptInvitations =
  (behaviour: BotBehaviour): BotBehaviour =>
  (situation, botTexts, random) => {
    const unanswered = findUnanswered(situation)
    const invite = unanswered.findLast(({ invitation }) => invitation !== undefined)
    if (!invite?.invitation) return behaviour(situation, botTexts, random)
    return [
      ...readMessages(unanswered, readingTime(unanswered, random)),
      {
        type: 'join',
        after: random.integer(4 * second, 15 * second),
        messageId: invite.id,
        invitation: invite.invitation,
      },
      ...sendTexts(botTexts.invitationAnswer, random),
    ]
  }
