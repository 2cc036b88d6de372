import type { Answer } from '../bot-talk.ts'
import { findAnswer } from '../find-answer.ts'
import { pickFresh, readAll, readingTime, type Situation, sayAll, unanswered, type Way } from '../way.ts'

const minute = 60_000
const first = ([text]: Answer): string => text

/** Answers with several short messages at once; by itself it speaks up at most once until it is answered. */
export const chatterbox: Way = (situation, talk, random) => {
  const heard = unanswered(situation)
  if (heard.length > 0) {
    const bubbling = pickFresh(talk.bubbling, first, situation, random)
    const answer = findAnswer(heard, talk, situation, random)
    return [...readAll(heard, readingTime(heard, random)), ...sayAll([...bubbling, ...answer], random)]
  }
  if (hasSpokenUp(situation)) return []
  const [say, ...more] = sayAll(pickFresh(talk.chatter, first, situation, random), random)
  return say ? [{ ...say, after: random.integer(3 * minute, 7 * minute) }, ...more] : []
}

/** Whether the last word was its own and spoken in this life; then it waits. */
function hasSpokenUp({ messages, startedAt }: Situation): boolean {
  const last = messages.at(-1)
  return last?.isOwn === true && last.sentAt >= startedAt
}
