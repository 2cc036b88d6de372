import { useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { ListCapture } from '#src/app/cached-list/list-capture.tsx'
import { AccountProvider, useAccount, useClient } from '#src/app/client-context.tsx'
import { Frame } from '#src/app/frame/frame.tsx'
import { NotificationQuestion } from '#src/app/overlays/notification-question.tsx'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import { takePendingRoute } from '#src/platform/notification/pending-route.ts'
import { AriaLocale } from '#src/ui/aria-locale.tsx'
import { Button, RefreshButton } from '#src/ui/button.tsx'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { pendingRouteEvent } from '../app/notifier.ts'
import { browserClock } from '../app/ports/clock.ts'
import { NoticePage } from '../features/entry/notice-page.tsx'

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
      <PreservedOutbox />
      <NotificationQuestion />
    </AccountProvider>
  )
}

const loadOffer = async () =>
  (await import('#src/app/overlays/preserved-outbox-offer.tsx')).PreservedOutboxOffer

/** The offer to send preserved messages. Loaded only if there are any, because that is rare. */
const PreservedOutbox = () => {
  const { preservedOutbox } = useAccount()
  const messages = useReadable(preservedOutbox.messages)
  const { Component } = useWhenNeeded(messages.length > 0, loadOffer)
  return Component && <Component />
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

/**
 * Shown if a part of the app could not be loaded after the sign-in. Retries automatically and by a button. After an
 * update only a reload helps.
 */
const AccountFailureScreen = ({ onRetry }: { readonly onRetry: () => void }) => {
  const text = useText()
  return (
    <NoticePage
      icon={<CircleAlert />}
      title={text('errors.start-failed')}
      description={text('errors.part-missing.reason')}
      actions={
        <>
          <Button variant="primary" onPress={onRetry}>
            {text('common.retry')}
          </Button>
          <RefreshButton isChief={false} />
        </>
      }
    />
  )
}
