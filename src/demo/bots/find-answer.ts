import type { DrawnRandom } from '../world/seeded-random.ts'
import { type BotMessage, pickFresh, type Situation } from './behaviour.ts'
import type { Answer, BotTalk } from './bot-talk.ts'

const first = ([text]: Answer): string => text
const questionMarks = /[?？吗嗎]\s*$/u

/** Returns an answer on the topic of the last messages, else to a question, else a general one. */
export function findAnswer(
  unanswered: readonly BotMessage[],
  talk: BotTalk,
  situation: Situation,
  random: DrawnRandom,
): Answer {
  const newestFirst = [...unanswered].reverse().map(({ text }) => text.toLowerCase())
  for (const text of newestFirst) {
    const topic = talk.topics.find(({ words }) => words.some((word) => holdsWord(text, word)))
    if (topic) return pickFresh(topic.answers, first, situation, random)
  }
  const isQuestion = newestFirst.some((text) => questionMarks.test(text))
  return pickFresh(isQuestion ? talk.toQuestions : talk.toAnything, first, situation, random)
}

/** Scripts with spaces between words are searched for whole words, so that "tea" is not found in "team". */
function holdsWord(text: string, word: string): boolean {
  if (/\p{Script=Han}/u.test(word)) return text.includes(word)
  const parts = ` ${text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')} `
  return parts.includes(` ${word} `)
}
