import { useLocation, useRouter, useRouterState } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { findShortcut } from '#domain/keyboard/shortcuts.ts'
import { ListCapture } from '#src/app/cached-list/list-capture.tsx'
import { AccountProvider, useAccount, useClient } from '#src/app/client-context.tsx'
import { Frame } from '#src/app/frame/frame.tsx'
import type { Overlay } from '#src/app/overlays/keyboard-overlays.tsx'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import { takePendingRoute } from '#src/platform/notification/pending-route.ts'
import { AriaLocale } from '#src/ui/aria-locale.tsx'
import { Button, RefreshButton } from '#src/ui/button.tsx'
import { useLoaded, useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import { useApp, usePreferences } from '../app/app-context.ts'
import { pendingRouteEvent } from '../app/notifier.ts'
import { browserClock } from '../app/ports/clock.ts'
import { NoticePage } from '../features/entry/start-failure-screen.tsx'

/** The signed-in app: waits for the account, then renders the frame. An account switch remounts it. */
export const ProtectedLayout = () => {
  const client = useClient()
  const { accountFailure, retryLoadAccount } = client
  const account = useReadable(client.account)
  // The first render of the frame is long. As a deferred one it leaves the page responsive.
  const rendered = useDeferredValue(account)
  const failure = useReadable(accountFailure)
  usePendingRoute()
  useForgottenTransitions()
  if (account === undefined || rendered !== account)
    return failure ? <AccountFailureScreen onRetry={retryLoadAccount} /> : <LoadingScreen />
  return (
    <AccountProvider key={account.userId} account={account}>
      <AriaLocale>
        <Frame />
        <ListCapture />
      </AriaLocale>
      <PreservedOutbox />
      <NotificationQuestion />
      <ServiceWorkerMessages />
      <Overlays />
    </AccountProvider>
  )
}

/**
 * Lets go of elements that were removed during a transition. react-aria remembers them, and with them the page that they
 * were part of, until it waits for transitions the next time. Its code is loaded when the first page is left.
 */
const useForgottenTransitions = (): void => {
  const pathname = useLocation({ select: (location) => location.pathname })
  // Offline its code may be missing. The next page tries again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page removes elements.
  useEffect(() => () => void forgetTransitions().catch(() => undefined), [pathname])
}

const forgetTransitions = async (): Promise<void> => {
  const { runAfterTransition } = await import('react-aria/private/utils/runAfterTransition')
  runAfterTransition(() => undefined)
}

const loadOverlays = async () => (await import('#src/app/overlays/keyboard-overlays.tsx')).KeyboardOverlays

/**
 * Opens and closes the overlays that have shortcuts on every signed-in page. They are loaded when they are first opened.
 * Text that the user types meanwhile goes to the overlay.
 */
const Overlays = () => {
  const { translation } = useRouter().options.context
  const [opened, open] = useState<Overlay>()
  const [typed, setTyped] = useState('')
  const load = useMemo(
    () =>
      onceLoaded(async () => {
        const [loaded] = await Promise.all([loadOverlays(), translation.add('pages')])
        return loaded
      }),
    [translation],
  )
  const { Component, isLoading } = useWhenNeeded(opened !== undefined, load, () => open(undefined))
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const overlay = findShortcut(event, ['debug', 'palette', 'sheet'])
    if (overlay === 'debug' || (overlay !== undefined && mayOpen(event))) {
      setTyped('')
      open(opened === overlay ? undefined : overlay)
    } else if (isLoading && isPrintable(event)) setTyped(typed + event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // In the layout phase, so that keys work as soon as the page is seen.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    // Text fields and menus stop the propagation of keys.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
  return Component && <Component opened={opened} typed={typed} onOpen={open} />
}

/** False over a question, which is answered first, and for characters typed into a text field. */
const mayOpen = (event: KeyboardEvent): boolean => {
  if (event.isComposing || document.querySelector('[role="alertdialog"]') !== null) return false
  const { target } = event
  return !isPrintable(event) || !(target instanceof Element) || !target.matches(textFields)
}

const textFields =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="range"])'

const isPrintable = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey

const loadOffer = onceLoaded(
  async () => (await import('#src/app/overlays/preserved-outbox-offer.tsx')).PreservedOutboxOffer,
)

/** The offer to send or copy preserved messages. Loaded only if there are any, because that is rare. */
const PreservedOutbox = () => {
  const { preservedOutbox } = useAccount()
  const messages = useReadable(preservedOutbox.messages)
  const undeliverable = useReadable(preservedOutbox.undeliverable)
  const { Component } = useWhenNeeded(messages.length + undeliverable.length > 0, loadOffer)
  return Component && <Component />
}

/** Follows the route of a tapped notification after the sign-in, in its account [NOTIF-17] (DEC-102). */
const usePendingRoute = (): void => {
  const router = useRouter()
  const { authentication } = useClient()
  useEffect(() => {
    const follow = async () => {
      const pending = takePendingRoute(localStorage, browserClock.now())
      if (pending === undefined) return
      const { account, route } = pending
      const isElsewhere = account !== undefined && account !== authentication.view.get().chosen
      if (isElsewhere && !(await authentication.choose(account)).isOk) return
      router.history.push(route)
    }
    const followNow = () => void follow()
    followNow()
    window.addEventListener(pendingRouteEvent, followNow)
    return () => window.removeEventListener(pendingRouteEvent, followNow)
  }, [authentication, router])
}

/** Nothing is loaded until a service worker is active. */
const loadAnswering = async () => {
  if (!('serviceWorker' in navigator)) return undefined
  await navigator.serviceWorker.ready
  return (await import('#src/app/answer-service-worker.ts')).answerServiceWorker
}

const ServiceWorkerMessages = () => {
  const account = useAccount()
  const { loaded: answer } = useLoaded(loadAnswering)
  useEffect(() => answer?.(account), [answer, account])
  return null
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

const loadDialog = onceLoaded(
  async () => (await import('../app/overlays/notification-dialog.tsx')).NotificationDialog,
)

/** Asks once per device for the permission to notify [NOTIF-10]. */
const NotificationQuestion = () => {
  const [isAsking, setIsAsking] = useAsking()
  const close = () => setIsAsking(false)
  const { Component } = useWhenNeeded(isAsking, loadDialog, close)
  return Component && <Component isOpen={isAsking} onClose={close} />
}

/** Opens at the first suitable moment and stores immediately that the question was asked. */
const useAsking = () => {
  const { notifications } = useApp()
  const [{ hasAskedToNotify }, change] = usePreferences()
  const [isAsking, setIsAsking] = useState(false)
  const isGoodMoment = useGoodMoment()
  const isDue = isGoodMoment && !hasAskedToNotify
  useEffect(() => {
    if (!isDue || notifications === undefined) return
    let isOver = false
    void notifications.mayAsk().then((mayAsk) => {
      if (!mayAsk || isOver) return
      change({ hasAskedToNotify: true })
      setIsAsking(true)
    })
    return () => {
      isOver = true
    }
  }, [isDue, notifications, change])
  return [isAsking, setIsAsking] as const
}

const newestOf = (conversations: readonly ConversationSummary[]): number =>
  Math.max(0, ...conversations.map(({ lastMessage }) => lastMessage?.sentAt ?? 0))

/**
 * True after a message was sent or received and the user then changed pages, so that the question never interrupts
 * typing.
 */
const useGoodMoment = (): boolean => {
  const { conversations, hasLoadedConversations } = useAccount()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const hasLoaded = useReadable(hasLoadedConversations)
  const newest = useSelected(conversations, newestOf)
  const [newestAtStart, setNewestAtStart] = useState<number>()
  const [newsPath, setNewsPath] = useState<string>()
  if (hasLoaded && newestAtStart === undefined) setNewestAtStart(newest)
  const hasNews = newestAtStart !== undefined && newest > newestAtStart
  if (hasNews && newsPath === undefined) setNewsPath(pathname)
  return newsPath !== undefined && newsPath !== pathname
}
