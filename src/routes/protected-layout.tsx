import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ListCapture } from '#src/app/cached-list/list-capture.tsx'
import { AccountProvider, useClient } from '#src/app/client-context.tsx'
import { Frame } from '#src/app/frame/frame.tsx'
import { NotificationQuestion } from '#src/app/overlays/notification-question.tsx'
import { PreservedOutboxOffer } from '#src/app/overlays/preserved-outbox-offer.tsx'
import { AccountFailureScreen } from '#src/features/entry/account-failure-screen.tsx'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import { takePendingRoute } from '#src/platform/notification/pending-route.ts'
import { AriaLocale } from '#src/ui/aria-locale.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { pendingRouteEvent } from '../app/notifier.ts'
import { browserClock } from '../app/ports/clock.ts'

/** The signed-in app: waits for the account, then renders the frame. An account switch remounts it. */
export const ProtectedLayout = () => {
  const client = useClient()
  const { accountFailure, retryLoadAccount } = client
  const account = useReadable(client.account)
  const failure = useReadable(accountFailure)
  usePendingRoute()
  if (account === undefined)
    return failure ? <AccountFailureScreen onRetry={retryLoadAccount} /> : <LoadingScreen />
  return (
    <AccountProvider key={account.userId} account={account}>
      <AriaLocale>
        <Frame />
        <ListCapture />
      </AriaLocale>
      <PreservedOutboxOffer />
      <NotificationQuestion />
    </AccountProvider>
  )
}

/** Follows the route of a tapped notification after the sign-in [NOTIF-17] (DEC-102). */
const usePendingRoute = (): void => {
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
