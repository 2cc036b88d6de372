import { useLingui } from '@lingui/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { dayNumber, type Viewpoint } from '#domain/formats/calendar.ts'
import { exactDuration } from '#domain/formats/duration.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Longest timer, ms. A longer one could overflow; checking every hour also survives sleep and clock changes. */
const longestWait = 3_600_000

/**
 * The context for formatting dates: the current language and the server's day. The object stays the same within a day,
 * so that memoized components do not render again, and changes at midnight.
 */
export const useViewpoint = (): Viewpoint => {
  const account = useAccount()
  const { i18n } = useLingui()
  const [now, setNow] = useState(() => account.serverNow())
  useEffect(() => {
    const updateDay = () => {
      const current = account.serverNow()
      setNow((previous) => (dayNumber(previous) === dayNumber(current) ? previous : current))
      timer = setTimeout(updateDay, waitUntilNextDay(current))
    }
    let timer = setTimeout(updateDay, waitUntilNextDay(account.serverNow()))
    return () => clearTimeout(timer)
  }, [account])
  const { locale } = i18n
  return useMemo(() => ({ now, locale }), [now, locale])
}

function waitUntilNextDay(now: number): number {
  const midnight = new Date(now).setHours(24, 0, 0, 50)
  return Math.min(midnight - now, longestWait)
}

/** Returns a formatter of durations in the current language; its argument is in seconds. */
export const useDuration = (): ((seconds: number) => string) => {
  const text = useText()
  return useCallback(
    (seconds) => {
      const { unit, count } = exactDuration(seconds)
      return text(`conversation.duration.${unit}`, { count })
    },
    [text],
  )
}
