import type { Block, Turn } from './compose-conversations.ts'
import type { SeededRandom } from './seeded-random.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long before the world's present its conversations start. */
export const worldSpan = 5 * day
/** The time of day of the world's present, to which the daily rhythm refers. */
export const momentOfDay = 15 * hour
/** The share of messages by hour of the day: most in the evening, none at night. */
const hourWeights = [1, 0, 0, 0, 0, 0, 1, 4, 6, 6, 5, 5, 8, 8, 5, 5, 6, 7, 9, 10, 10, 9, 7, 3]
const heaviestHour = Math.max(...hourWeights)

export interface TimedTurn extends Turn {
  readonly sentAt: number
}

/**
 * Assigns a strictly rising time, ms, to every turn, with the newest at `newestAt`: days and evenings, short pauses
 * within a run, longer ones before an answer. A conversation that is too dense starts earlier.
 * @param blocks newest first
 * @param moment the world's present, ms
 * @returns oldest first
 */
export function placeInTime(
  blocks: readonly Block[],
  moment: number,
  newestAt: number,
  random: SeededRandom,
): readonly TimedTurn[] {
  const beginning = moment - worldSpan
  const ends = blocks
    .map(() => drawWakingTime(beginning, newestAt, moment, random))
    .sort((left, right) => right - left)
  const placed: (readonly TimedTurn[])[] = []
  let latest = newestAt
  for (const [index, block] of blocks.entries()) {
    const timed = placeBlock(block, index === 0 ? newestAt : Math.min(ends[index] ?? latest, latest), random)
    placed.push(timed)
    latest = (timed[0]?.sentAt ?? latest) - random.integer(3 * minute, 40 * minute)
  }
  return placed.reverse().flat()
}

function drawWakingTime(from: number, to: number, moment: number, random: SeededRandom): number {
  for (;;) {
    const time = random.integer(from, to)
    const ofDay = (((time - moment + momentOfDay) % day) + day) % day
    const weight = hourWeights[Math.floor(ofDay / hour)] ?? 0
    if (random.next() * heaviestHour < weight) return time
  }
}

function placeBlock(block: Block, end: number, random: SeededRandom): readonly TimedTurn[] {
  const timed: TimedTurn[] = []
  let sentAt = end
  for (let index = block.length - 1; index >= 0; index--) {
    const turn = block[index]
    if (!turn) continue
    timed.push({ ...turn, sentAt })
    sentAt -= pauseBefore(turn, block[index - 1], random)
  }
  return timed.reverse()
}

/** The time to notice a message and to type. */
function pauseBefore(turn: Turn, previous: Turn | undefined, random: SeededRandom): number {
  const typing = Math.min(turn.text.length * 90, 40 * second)
  if (previous?.speaker === turn.speaker) return typing + random.integer(2 * second, 15 * second)
  const isBusy = random.chance(0.12)
  return typing + (isBusy ? random.integer(3 * minute, 14 * minute) : random.integer(6 * second, 90 * second))
}
