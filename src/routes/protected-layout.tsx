import { ListCapture } from '#src/app/cached-list/list-capture.tsx'
import { AccountProvider, useClient } from '#src/app/client-context.tsx'
import { Frame } from '#src/app/frame/frame.tsx'
import { KeptMessagesOffer } from '#src/app/overlays/kept-messages-offer.tsx'
import { NotificationQuestion } from '#src/app/overlays/notification-question.tsx'
import { usePendingRoute } from '#src/app/overlays/use-pending-route.ts'
import { useReadable } from '#src/app/use-readable.ts'
import { AccountFailureScreen } from '#src/features/entry/account-failure-screen.tsx'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import { AriaLocale } from '#src/ui/aria-locale.tsx'

/** The signed-in app: waits for the account, then draws the frame. A change of account starts it anew. */
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
      <KeptMessagesOffer />
      <NotificationQuestion />
    </AccountProvider>
  )
}
