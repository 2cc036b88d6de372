/** The reader's time and zone: "today" and "yesterday" depend on them. */
export interface Viewpoint {
  /** Server time now, ms (DEC-113). */
  readonly now: number
  /** BCP 47 tag of the interface's language. */
  readonly locale: string
  /** IANA time zone; the device's own if absent. */
  readonly zone?: string
}

/** The local calendar and clock fields of a time. */
export interface WallTime {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

const dayLength = 86_400_000
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formatters by language, zone and shape, cached because creating one costs more than using it. */
export function dateFormatter(
  locale: string,
  zone: string | undefined,
  shape: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const name = `${locale}|${zone ?? ''}|${JSON.stringify(shape)}`
  const known = formatters.get(name)
  if (known !== undefined) return known

  const made = new Intl.DateTimeFormat(locale, zone === undefined ? shape : { ...shape, timeZone: zone })
  formatters.set(name, made)
  return made
}

const wallShape: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
  calendar: 'gregory',
  numberingSystem: 'latn',
}

/** All time zones in use change their clocks at quarters of an hour, so that one lookup serves a quarter. */
const quarter = 900_000
const quartersKept = 4096
const knownQuarters = new Map<string, WallTime>()

/** Takes ms since 1970; returns the local time fields in the zone. */
export function wallTime(at: number, zone?: string): WallTime {
  const start = Math.floor(at / quarter) * quarter
  const name = `${zone ?? ''}|${start}`
  const known = knownQuarters.get(name) ?? readWall(start, zone)
  // Before zones were standardized, offsets may have odd minutes.
  if (known.minute % 15 !== 0) return readWall(at, zone)

  if (knownQuarters.size >= quartersKept) knownQuarters.clear()
  knownQuarters.set(name, known)
  return { ...known, minute: known.minute + Math.floor((at - start) / 60_000) }
}

function readWall(at: number, zone: string | undefined): WallTime {
  const fields: Record<string, number> = {}
  for (const part of dateFormatter('en-US', zone, wallShape).formatToParts(at)) {
    fields[part.type] = Number(part.value)
  }
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = fields
  return { year, month, day, hour, minute }
}

/**
 * Returns a number per calendar day of the zone. Neighbouring days differ by exactly 1, also when the clocks change.
 */
export function dayNumber(at: number, zone?: string): number {
  const { year, month, day } = wallTime(at, zone)
  return Date.UTC(year, month - 1, day) / dayLength
}

/** Returns the calendar days from a time to now: 0 today, 1 yesterday, negative in the future. */
export function daysAgo(at: number, { now, zone }: Viewpoint): number {
  return dayNumber(now, zone) - dayNumber(at, zone)
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0')
