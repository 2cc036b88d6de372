import type { InspectedPort, InspectedRate } from '#schemas/cross-tab/inspection.ts'
import type { Translate } from '#src/ui/use-text.ts'

type Fact = InspectedPort['facts'][number]

const two = (value: number): string => String(value).padStart(2, '0')

/** Formats device time in milliseconds: `14:03:09.120`. */
export function clockText(at: number): string {
  const time = new Date(at)
  const seconds = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
  return `${seconds}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

const bytesText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)} kB`

/** Formats a value of a port. */
export function factText({ unit, value }: Fact, text: Translate): string {
  if (unit === 'yes-no') return text(value === 1 ? 'inspection.yes' : 'inspection.no')
  if (unit === 'time') return clockText(value)
  if (unit === 'bytes') return bytesText(value)
  if (unit === 'duration') return `${value.toFixed(Math.abs(value) < 10 ? 1 : 0)} ms`
  return String(value)
}

/** The number of seconds over which the rate is averaged. */
const averaged = 10

/** Returns the average per second over the last ten whole seconds. */
export const ratePerSecond = ({ perSecond }: InspectedRate): number =>
  perSecond.slice(-averaged - 1, -1).reduce((sum, count) => sum + count, 0) / averaged
