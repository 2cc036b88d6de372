import { useLingui } from '@lingui/react'
import { useEffect, useMemo, useState } from 'react'
import { dayNumber, type Viewpoint } from '#domain/formats/calendar.ts'
import { useAccount } from '#src/app/client-context.tsx'

/** A timer longer than this would overflow; looking again every hour also survives sleep and time travel, ms. */
const longestWait = 3_600_000

/**
 * From where dates are looked at: the interface's language and the server's day. Stays the same object within a
 * day, so that what is drawn of it does not change, and turns over at midnight.
 */
export const useViewpoint = (): Viewpoint => {
  const account = useAccount()
  const { i18n } = useLingui()
  const [now, setNow] = useState(() => account.serverNow())
  useEffect(() => {
    const look = () => {
      const current = account.serverNow()
      setNow((previous) => (dayNumber(previous) === dayNumber(current) ? previous : current))
      timer = setTimeout(look, waitUntilNextDay(current))
    }
    let timer = setTimeout(look, waitUntilNextDay(account.serverNow()))
    return () => clearTimeout(timer)
  }, [account])
  const { locale } = i18n
  return useMemo(() => ({ now, locale }), [now, locale])
}

function waitUntilNextDay(now: number): number {
  const midnight = new Date(now).setHours(24, 0, 0, 50)
  return Math.min(midnight - now, longestWait)
}
