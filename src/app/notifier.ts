import type { ConversationId, UserId } from '#schemas/ids.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { createDing } from '#src/platform/notification/ding.ts'
import { type PendingRoute, storePendingRoute } from '#src/platform/notification/pending-route.ts'
import type { AccountNotification, NotifierPort } from '#streams/ports.ts'
import type { Ding } from '../platform/notification/ding.ts'
import { browserClock } from './ports/clock.ts'
import type { Translation } from './translation.ts'

/** Dispatched in this page when a tapped notification has stored a route to open. */
export const pendingRouteEvent = 'pending-route-stored'

/** Sounds and notifications of this browser, in the app's language. */
export const createAppNotifier = ({ i18n }: Translation): NotifierPort =>
  createBrowserNotifier({
    page: window,
    ding: createDing(window, () => new AudioContext()),
    line: (accountName) =>
      accountName === undefined
        ? i18n._('messages.notification')
        : i18n._('messages.notification-account', { name: accountName }),
    tapped: ({ account, conversation }) => openPendingRoute({ route: pathOf(conversation), account }),
    async dismissed(account, conversation) {
      const { closeWorkerNotifications } = await import('#src/platform/notification/worker-messages.ts')
      await closeWorkerNotifications(navigator.serviceWorker, account, conversation)
    },
  })

/** Stores the route of a tapped notification, and asks this page to open it. */
export function openPendingRoute(pending: PendingRoute): void {
  storePendingRoute(localStorage, pending, browserClock.now())
  window.dispatchEvent(new Event(pendingRouteEvent))
}

interface NotifierServices {
  readonly page: Window & Pick<typeof globalThis, 'Notification'>
  readonly ding: Ding
  /**
   * Returns the text under the title of a notification, which names the account if the tab has another one open. Message
   * texts never leave the page.
   */
  line(accountName: string | undefined): string
  /** Called when the user taps a notification. */
  tapped(notification: AccountNotification): void
  /** Closes the service worker's notifications of a conversation; all of the account if none is given. */
  dismissed(account: UserId, conversation?: ConversationId): Promise<void>
}

/** Creates sound, vibration and notifications of a browser. Notifications are shown only with permission. */
function createBrowserNotifier({ page, ding, line, tapped, dismissed }: NotifierServices): NotifierPort {
  const shown = new Map<UserId, Map<ConversationId, Notification>>()
  const { document, navigator } = page
  const ofAccount = (account: UserId) => {
    const known = shown.get(account) ?? new Map<ConversationId, Notification>()
    shown.set(account, known)
    return known
  }
  const dismiss = (account: UserId, conversation: ConversationId) => {
    ofAccount(account).get(conversation)?.close()
    ofAccount(account).delete(conversation)
  }
  return {
    hasFocus: () => document.visibilityState === 'visible' && document.hasFocus(),
    subscribe(listener) {
      page.addEventListener('focus', listener)
      return () => page.removeEventListener('focus', listener)
    },
    sound: ding.play,
    vibrate: (duration) => {
      // Before the first touch or key the browser blocks it and reports an error.
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(duration)
    },
    show(notified) {
      const { account, accountName, conversation, title } = notified
      if (!('Notification' in page) || page.Notification.permission !== 'granted') return
      const tag = `${account} ${conversation}`
      const notification = createNotification(page, title, { body: line(accountName), tag, silent: true })
      if (!notification) return
      notification.onclick = () => {
        page.focus()
        dismiss(account, conversation)
        tapped(notified)
      }
      ofAccount(account).set(conversation, notification)
    },
    dismiss(account, conversation) {
      const gone = conversation === undefined ? [...ofAccount(account).keys()] : [conversation]
      for (const one of gone) dismiss(account, one)
      // Those that remain after a failure are closed at the next start.
      if ('serviceWorker' in navigator) dismissed(account, conversation).catch(() => undefined)
    },
  }
}

/** On phones the constructor throws. Only a service worker may show notifications there. */
function createNotification(
  page: NotifierServices['page'],
  title: string,
  options: NotificationOptions,
): Notification | undefined {
  try {
    return new page.Notification(title, options)
  } catch {
    return undefined
  }
}
