import { twoDigits } from './calendar.ts'

/** A duration as one unit and its count. */
export interface RoundedDuration {
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days'
  readonly count: number
}

const units = [
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3600 },
  { unit: 'minutes', seconds: 60 },
] as const

/** Returns whole seconds in the largest unit that is exact: 90 stays seconds, 120 is two minutes. */
export function exactDuration(seconds: number): RoundedDuration {
  const found = units.find((one) => seconds >= one.seconds && seconds % one.seconds === 0)
  return found ? { unit: found.unit, count: seconds / found.seconds } : { unit: 'seconds', count: seconds }
}

/** Returns a short duration: seconds up to 120, then rounded in the largest unit that has begun [MSG-31]. */
export function shortDuration(seconds: number): RoundedDuration {
  const whole = Math.max(0, Math.round(seconds))
  const found = whole > 120 ? units.find((one) => whole >= one.seconds) : undefined
  return found
    ? { unit: found.unit, count: Math.round(whole / found.seconds) }
    : { unit: 'seconds', count: whole }
}

/**
 * Returns the rest of a countdown, rounded up in the largest unit that has begun: 61 s are two minutes, 0 and less is
 * one second.
 */
export function remainingDuration(milliseconds: number): RoundedDuration {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const found = units.find((one) => seconds > one.seconds)
  return found
    ? { unit: found.unit, count: Math.ceil(seconds / found.seconds) }
    : { unit: 'seconds', count: seconds }
}

/** Returns a position in a recording: 7 becomes 0:07, 3725 becomes 1:02:05. Fractions are cut off. */
export function playingTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const rest = twoDigits(whole % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}
