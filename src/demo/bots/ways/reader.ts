import { readAll, unanswered, type Way } from '../way.ts'

/** Reads everything and never says a word. */
export const reader: Way = (situation, _talk, random) =>
  readAll(unanswered(situation), random.integer(3000, 9000))
