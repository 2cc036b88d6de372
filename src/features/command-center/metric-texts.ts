import type { InspectedPort, InspectedRate } from '#schemas/cross-tab/inspection.ts'
import type { Translate } from '#src/ui/use-text.ts'

type Fact = InspectedPort['facts'][number]

const two = (value: number): string => String(value).padStart(2, '0')

/** Device time to the millisecond, `14:03:09.120`: what lists of a developer's tool need. */
export function clockText(at: number): string {
  const time = new Date(at)
  const seconds = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
  return `${seconds}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

const bytesText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)} kB`

/** A port's figure as it is read. */
export function factText({ unit, value }: Fact, text: Translate): string {
  if (unit === 'yes-no') return text(value === 1 ? 'inspection.yes' : 'inspection.no')
  if (unit === 'time') return clockText(value)
  if (unit === 'bytes') return bytesText(value)
  if (unit === 'duration') return `${value.toFixed(Math.abs(value) < 10 ? 1 : 0)} ms`
  return String(value)
}

/** Seconds that the shown rate is an average of. */
const averaged = 10

/** How many in a second, over the last ten whole ones. */
export const ratePerSecond = ({ perSecond }: InspectedRate): number =>
  perSecond.slice(-averaged - 1, -1).reduce((sum, count) => sum + count, 0) / averaged
