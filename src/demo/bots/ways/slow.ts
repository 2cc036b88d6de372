import { findAnswer } from '../find-answer.ts'
import { readAll, sayAll, unanswered, type Way } from '../way.ts'

const second = 1000

/** Reads after a while, thinks for a longer one, and then answers to the point. */
export const slow: Way = (situation, talk, random) => {
  const heard = unanswered(situation)
  if (heard.length === 0) return []
  const [beginning, ...rest] = findAnswer(heard, talk, situation, random)
  const text = random.chance(0.5) ? `${random.pick(talk.slowBeginnings)} ${beginning}` : beginning
  const [say, ...more] = sayAll([text, ...rest], random)
  if (!say) return []
  const thinking = random.integer(14 * second, 40 * second)
  return [
    ...readAll(heard, random.integer(6 * second, 16 * second)),
    { ...say, after: say.after + thinking },
    ...more,
  ]
}
