import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { takePendingRoute } from '#src/platform/notification/pending-route.ts'
import { pendingRouteEvent } from '../notifier.ts'
import { browserClock } from '../ports/clock.ts'

/** Goes where a tapped notification leads, once somebody is signed in [NOTIF-17] (DEC-102). */
export const usePendingRoute = (): void => {
  const router = useRouter()
  useEffect(() => {
    const follow = () => {
      const route = takePendingRoute(localStorage, browserClock.now())
      if (route !== undefined) router.history.push(route)
    }
    follow()
    window.addEventListener(pendingRouteEvent, follow)
    return () => window.removeEventListener(pendingRouteEvent, follow)
  }, [router])
}
