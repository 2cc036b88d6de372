import { momentOfDay } from './place-in-time.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** When the world's people get up. */
const morning = 7 * hour
/** The shortest morning there may be; anybody earlier looks at the world from the end of the day before. */
const shortestMorning = 1.5 * hour

/** How ages of the world's times are changed, so that its nights fall into the night of whoever looks. */
export interface DayFit {
  /** Up to this age, ms, an age is multiplied by `factor`: the world's last day becomes shorter or longer. */
  readonly recent: number
  readonly factor: number
  /** Any greater age grows by this many ms, which may be less than none. */
  readonly added: number
}

/**
 * Fits the world to the time of day at which it is looked at. Ages keep their order.
 * @param timeOfDay ms since local midnight
 */
export function fitToDay(timeOfDay: number): DayFit {
  const isTooEarly = timeOfDay < morning + shortestMorning
  const added = timeOfDay + (isTooEarly ? day : 0) - momentOfDay
  const recent = momentOfDay - morning
  return { recent, added, factor: (recent + added) / recent }
}
