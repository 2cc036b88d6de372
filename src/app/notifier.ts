import type { ConversationId, UserId } from '#schemas/ids.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { createDing, type Ding } from '#src/platform/notification/ding.ts'
import { type PendingRoute, storePendingRoute } from '#src/platform/notification/pending-route.ts'
import type { AccountNotification, NotifierPort } from '#streams/ports.ts'
import { browserClock } from './ports/clock.ts'
import type { Translation } from './translation.ts'

/** The event that is dispatched in this page when a tapped notification has stored a route to open. */
export const pendingRouteEvent = 'pending-route-stored'

/** Creates the sounds and notifications of this browser, in the app's language. */
export const createAppNotifier = ({ i18n }: Translation): NotifierPort =>
  createBrowserNotifier({
    page: window,
    ding: createDing(window, () => new AudioContext()),
    bodyText: (accountName) =>
      accountName === undefined
        ? i18n._('messages.notification')
        : i18n._('messages.notification-account', { name: accountName }),
    onTap: ({ account, conversation }) => openPendingRoute({ route: pathOf(conversation), account }),
    async closeInWorker(account, conversation) {
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
  bodyText(accountName: string | undefined): string
  /** Called when the user taps a notification. */
  onTap(notification: AccountNotification): void
  /** Closes the service worker's notifications of a conversation; all of the account if none is given. */
  closeInWorker(account: UserId, conversation?: ConversationId): Promise<void>
}

/** Creates a notifier for a page: sound, vibration, and notifications if the user has permitted them. */
function createBrowserNotifier({
  page,
  ding,
  bodyText,
  onTap,
  closeInWorker,
}: NotifierServices): NotifierPort {
  const shown = new Map<UserId, Map<ConversationId, Notification>>()
  const { document, navigator } = page
  const shownOf = (account: UserId) => {
    const notifications = shown.get(account) ?? new Map<ConversationId, Notification>()
    shown.set(account, notifications)
    return notifications
  }
  const dismiss = (account: UserId, conversation: ConversationId) => {
    shownOf(account).get(conversation)?.close()
    shownOf(account).delete(conversation)
  }
  return {
    hasFocus: () => document.visibilityState === 'visible' && document.hasFocus(),
    subscribe(listener) {
      page.addEventListener('focus', listener)
      return () => page.removeEventListener('focus', listener)
    },
    sound: ding.play,
    vibrate: (duration) => {
      // Before the first touch or key the browser blocks vibration and reports an error.
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(duration)
    },
    show(content) {
      const { account, accountName, conversation, title } = content
      if (!('Notification' in page) || page.Notification.permission !== 'granted') return
      const tag = `${account} ${conversation}`
      const notification = createNotification(page, title, { body: bodyText(accountName), tag, silent: true })
      if (!notification) return
      notification.onclick = () => {
        page.focus()
        dismiss(account, conversation)
        onTap(content)
      }
      shownOf(account).set(conversation, notification)
    },
    dismiss(account, conversation) {
      const closing = conversation === undefined ? [...shownOf(account).keys()] : [conversation]
      for (const id of closing) dismiss(account, id)
      // Notifications that remain after a failure are closed at the next start.
      if ('serviceWorker' in navigator) closeInWorker(account, conversation).catch(() => undefined)
    },
  }
}

/** Undefined on phones, where the constructor throws because only a service worker may show notifications. */
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
