import { twoDigits } from './calendar.ts'

/** A time within a recording as players write it: 7 becomes 0:07, 3725 becomes 1:02:05. Begun seconds are left out. */
export function playingTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const rest = twoDigits(whole % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}
