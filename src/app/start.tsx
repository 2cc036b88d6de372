import { I18nProvider } from '@lingui/react'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { Client } from '#client/client.ts'
import type { EnvironmentConfig } from '#schemas/env/environment.ts'
import type { UserId } from '#schemas/ids.ts'
import { removeDraftUnless } from '#src/features/conversation/composer/draft-across-reload.ts'
import { isCompatible } from '#src/features/entry/browser-support.ts'
import { StartFailureScreen } from '#src/features/entry/start-failure-screen.tsx'
import type { InspectionKit } from '#src/inspection/in-browser.ts'
import { keepPageOnDrop } from '#src/platform/dragged-files.ts'
import { ignoreColorTransitions } from '#src/platform/ignore-color-transitions.ts'
import type { NotificationPermission } from '#src/platform/notification/notification-permission.ts'
import { removePendingRouteUnless } from '#src/platform/notification/pending-route.ts'
import { openDeviceStorage } from '#src/platform/web-storage.ts'
import { stayOnMissingPart } from '#src/routes/error-screens.tsx'
import { isPublicPath } from '#src/routes/route-table.ts'
import { createAppRouter, placeholderDelay } from '#src/routes/router.tsx'
import { sleep } from '#streams/clock/timing.ts'
import type { TabChannel } from '#streams/cross-tab/tab-channel.ts'
import { App } from './app.tsx'
import type { InstallationFacts, InstallationServices, PageHistory } from './app-context.ts'
import { followCachedListClicks } from './cached-list/show-cached-list.ts'
import { removeHintUnless } from './cached-list/snapshot-hint.ts'
import { createConnectionHistory } from './connection-history.ts'
import { BadEnvironmentError } from './load-environment.ts'
import type { Page } from './page.ts'
import { browserClock } from './ports/clock.ts'
import type { PreferenceStore } from './preferences.ts'
import { sharedContentCache } from './version.ts'

export interface Start {
  readonly root: Element
  readonly page: Page
  readonly client: Client
  readonly environment: EnvironmentConfig
  readonly diagnostics: InstallationFacts
  /** The last errors for the diagnostics, oldest first. */
  readonly faults?: PageHistory['faults']
  readonly inspection?: InspectionKit | undefined
  /** Absent on a page that never asks. */
  readonly notifications?: NotificationPermission
  /** Absent on a page that is never installed. */
  readonly installation?: InstallationServices
}

/** Mounts the app into the page [BOOT-03]. The page's language must be loaded. */
export const startApp = async (start: Start): Promise<void> => {
  const { root, page, client, environment, diagnostics } = start
  const { preferences, host, toasts, translation } = page
  translation.setBrand(environment.brand)
  shareEnterAsSubmit(preferences, client.tabs)
  keepPageOnDrop(window)
  const journal: PageHistory = {
    connections: createConnectionHistory(client.account, browserClock.now),
    faults: start.faults ?? (() => []),
  }
  const isBrowserCompatible = () => isCompatible(navigator.userAgent)
  ignoreColorTransitions(document)
  const router = createAppRouter({ client, preferences, host, isBrowserCompatible, translation })
  followCachedListClicks((href) => void router.navigate({ href }))
  removeTracesAtSignOut(client)
  forgetNumberAtSignOut(client.authentication, preferences)
  stayOnMissingPart(window)
  // A public page is loaded first, so that it renders with the app in one transition, which leaves the browser
  // responsive: the update of a router that loads later is synchronous. Other pages load while their frame renders.
  if (isPublicPath(location.pathname))
    await Promise.race([router.load(), sleep(browserClock, placeholderDelay)])
  startTransition(() =>
    createRoot(root).render(
      <App
        client={client}
        environment={environment}
        diagnostics={diagnostics}
        journal={journal}
        inspection={start.inspection}
        notifications={start.notifications}
        installation={start.installation}
        host={host}
        preferences={preferences}
        router={router}
        toasts={toasts}
        translation={translation}
      />,
    ),
  )
}

/** Removes what web storage has of an account when it signs out. Its databases are deleted by the auth machine. */
function removeTracesAtSignOut({ authentication: { view } }: Start['client']): void {
  let knownCount = 0
  view.subscribe(() => {
    const { accounts, status } = view.get()
    if (status === 'starting') return
    const isSignedIn = (account: UserId) => accounts.some(({ userId }) => userId === account)
    if (accounts.length < knownCount && 'caches' in window)
      eraseCachesUnless(isSignedIn, accounts.length).catch(() => undefined)
    knownCount = accounts.length
    removeHintUnless(isSignedIn)
    removeDraftUnless(isSignedIn)
    removePendingRouteUnless(openDeviceStorage(), isSignedIn)
  })
}

/** Erases notification replies of other accounts, and shared content when there is no account any more. */
async function eraseCachesUnless(isSignedIn: (account: UserId) => boolean, count: number): Promise<void> {
  // Content that was shared before the first sign-in stays for it. It expires after an hour.
  if (count === 0) await caches.delete(sharedContentCache)
  const { eraseRepliesUnless } = await import('#src/platform/notification/stored-replies.ts')
  await eraseRepliesUnless(caches, isSignedIn)
}

/**
 * Forgets the phone number of the last sign-in when its account signs out, because a sign-out leaves nothing of the
 * account on the device. After a disconnect or a rejected refresh, which preserve even unsent messages (DEC-115), it
 * stays for the next sign-in.
 */
export function forgetNumberAtSignOut(
  { view }: Pick<Start['client']['authentication'], 'view'>,
  preferences: PreferenceStore,
): void {
  let last = view.get()
  view.subscribe(() => {
    const next = view.get()
    const ended = last.accounts.find(({ userId }) => userId === last.chosen)
    const hasSignedOut = last.status === 'signed-in' && next.status === 'signed-out'
    last = next
    const { lastSignIn } = preferences.get()
    if (!hasSignedOut || lastSignIn?.number === undefined || ended?.mayPreserveOutbox) return
    preferences.change({ lastSignIn: { method: lastSignIn.method } })
  })
}

/** Shows why the app cannot start [BOOT-07]. */
export const showStartFailure = (root: Element, { translation }: Page, cause: unknown): void => {
  const code = cause instanceof BadEnvironmentError ? cause.code : undefined
  createRoot(root).render(
    <I18nProvider i18n={translation.i18n}>
      <StartFailureScreen code={code} />
    </I18nProvider>,
  )
}

/** Shows which features the browser withholds from a page over plain HTTP (DEC-117). */
export const showInsecure = async (root: Element, { translation }: Page): Promise<void> => {
  const { InsecureScreen } = await import('#src/features/entry/compatibility-screen.tsx')
  createRoot(root).render(
    <I18nProvider i18n={translation.i18n}>
      <InsecureScreen />
    </I18nProvider>,
  )
}

/**
 * Shares the Enter setting between the tabs of this device: broadcasts changes here and follows changes there
 * [XTAB-08].
 */
export function shareEnterAsSubmit(
  preferences: PreferenceStore,
  { messages$, post }: Pick<TabChannel, 'messages$' | 'post'>,
): void {
  let known = preferences.get().isEnterSubmit
  messages$.subscribe((message) => {
    if (message.type !== 'update-enter-as-submit') return
    known = message.value
    preferences.change({ isEnterSubmit: message.value })
  })
  preferences.subscribe(() => {
    const { isEnterSubmit } = preferences.get()
    if (isEnterSubmit === known || isEnterSubmit === undefined) return
    known = isEnterSubmit
    post({ type: 'update-enter-as-submit', value: isEnterSubmit })
  })
}
