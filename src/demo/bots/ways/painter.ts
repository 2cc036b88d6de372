import { findAnswer } from '../find-answer.ts'
import { pickFresh, readAll, readingTime, type Step, sayAll, unanswered, type Way } from '../way.ts'

const itself = (text: string): string => text

/** Answers in a word and shows what it has just painted. */
export const painter: Way = (situation, talk, random) => {
  const heard = unanswered(situation)
  if (heard.length === 0) return []
  const caption = pickFresh(talk.captions, itself, situation, random)
  const isTalkative = random.chance(0.4)
  const words = isTalkative ? findAnswer(heard, talk, situation, random).slice(0, 1) : []
  const picture: Step = { type: 'paint', after: random.integer(2500, 6000) }
  return [
    ...readAll(heard, readingTime(heard, random)),
    ...sayAll(words, random),
    picture,
    ...sayAll([caption], random),
  ]
}
