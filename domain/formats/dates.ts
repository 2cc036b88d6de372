import { dateFormatter, daysAgo, twoDigits, type Viewpoint, wallTime } from './calendar.ts'

/** Hours and minutes on a 24-hour clock, `HH:mm`. */
export function timeOfDay(at: number, zone?: string): string {
  const { hour, minute } = wallTime(at, zone)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/**
 * Returns the date of a conversation row: the time today, then "yesterday", the weekday for 2 to 6 days ago, month and
 * day in this year, otherwise the full date [SESS-16 SESS-17 SESS-18 SESS-19 SESS-20] (DEC-59).
 */
export function listDate(at: number, viewpoint: Viewpoint): string {
  const { locale, zone } = viewpoint
  const days = daysAgo(at, viewpoint)
  if (days === 0) return timeOfDay(at, zone)
  if (days === 1) return relativeDay(-1, locale)
  if (days >= 2 && days <= 6) return dateFormatter(locale, zone, { weekday: 'long' }).format(at)
  if (isThisYear(at, viewpoint)) {
    return dateFormatter(locale, zone, { month: 'numeric', day: 'numeric' }).format(at)
  }
  return dateFormatter(locale, zone, { year: 'numeric', month: 'numeric', day: 'numeric' }).format(at)
}

/**
 * Returns the date of a message: `HH:mm` today and yesterday, `MM-DD HH:mm` in this year, `YYYY-MM-DD HH:mm` before it
 * [MSG-28 MSG-29 MSG-30].
 */
export function messageDate(at: number, viewpoint: Viewpoint): string {
  const { year, month, day } = wallTime(at, viewpoint.zone)
  const time = timeOfDay(at, viewpoint.zone)
  const days = daysAgo(at, viewpoint)
  if (days === 0 || days === 1) return time

  const monthDay = `${twoDigits(month)}-${twoDigits(day)}`
  return isThisYear(at, viewpoint) ? `${monthDay} ${time}` : `${year}-${monthDay} ${time}`
}

/** Returns date and time to the second, in the language's format. */
export const fullDate = (at: number, locale: string, zone?: string): string =>
  dateFormatter(locale, zone, { dateStyle: 'long', timeStyle: 'medium' }).format(at)

/** Returns the text of a date separator: "Today", "Yesterday", "Friday, November 20" in this year, else the date. */
export function dayLabel(at: number, viewpoint: Viewpoint): string {
  const { locale, zone } = viewpoint
  const days = daysAgo(at, viewpoint)
  if (days === 0 || days === 1) return relativeDay(days === 0 ? 0 : -1, locale)
  if (isThisYear(at, viewpoint)) {
    return capitalized(
      dateFormatter(locale, zone, { weekday: 'long', month: 'long', day: 'numeric' }).format(at),
    )
  }
  return dateFormatter(locale, zone, { year: 'numeric', month: 'long', day: 'numeric' }).format(at)
}

/** Returns the name of a month, with its year unless it is this one: "May", "December 2025". */
export const monthLabel = (at: number, viewpoint: Viewpoint): string =>
  capitalized(
    dateFormatter(viewpoint.locale, viewpoint.zone, {
      month: 'long',
      ...(isThisYear(at, viewpoint) ? {} : { year: 'numeric' }),
    }).format(at),
  )

function isThisYear(at: number, { now, zone }: Viewpoint): boolean {
  return wallTime(at, zone).year === wallTime(now, zone).year
}

/** "Today" and "Yesterday" in the language, capitalized if the script has capitals. */
function relativeDay(days: 0 | -1, locale: string): string {
  return capitalized(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day'))
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}
