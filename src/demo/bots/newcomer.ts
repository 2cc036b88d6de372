import { type BotBehaviour, readAll, readingTime, sayAll, unanswered } from './behaviour.ts'
import { findAnswer } from './find-answer.ts'

/** Greets once it has been accepted as a friend; then chats like anybody. */
export const newcomer: BotBehaviour = (situation, talk, random) => {
  const heard = unanswered(situation)
  const hasGreeted = situation.messages.some(({ isOwn }) => isOwn)
  if (!hasGreeted) return [...readAll(heard, 1500), ...sayAll(talk.greeting, random)]
  if (heard.length === 0) return []
  return [
    ...readAll(heard, readingTime(heard, random)),
    ...sayAll(findAnswer(heard, talk, situation, random), random),
  ]
}

/** What the newcomer knows when it thinks about applying. */
export interface Acquaintance {
  readonly isFriend: boolean
  /** The world is new: then it cannot have applied before. */
  readonly isFreshWorld: boolean
}

/** How long after the start, ms, the newcomer asks to be friends; undefined when it does not. */
export const applyAfter = (
  { isFriend, isFreshWorld }: Acquaintance,
  random: { integer(low: number, high: number): number },
): number | undefined => (isFriend || !isFreshWorld ? undefined : random.integer(50_000, 75_000))
