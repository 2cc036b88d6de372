import type { ConversationId } from '#schemas/ids.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { createDing } from '#src/platform/notification/ding.ts'
import { storePendingRoute } from '#src/platform/notification/pending-route.ts'
import type { NotifierPort } from '#streams/ports.ts'
import type { Ding } from '../platform/notification/ding.ts'
import { browserClock } from './ports/clock.ts'
import type { Translation } from './translation.ts'

/** Dispatched in this page when a tapped notification has stored a route to open. */
export const pendingRouteEvent = 'pending-route-kept'

/** Sounds and notifications of this browser, in the app's language. */
export const createAppNotifier = ({ i18n }: Translation): NotifierPort =>
  createBrowserNotifier({
    page: window,
    ding: createDing(window, () => new AudioContext()),
    line: () => i18n._('messages.notification'),
    tapped(conversation) {
      storePendingRoute(localStorage, pathOf(conversation), browserClock.now())
      window.dispatchEvent(new Event(pendingRouteEvent))
    },
  })

interface NotifierServices {
  readonly page: Window & Pick<typeof globalThis, 'Notification'>
  readonly ding: Ding
  /** Returns the text under the title of a notification. Message texts never leave the page. */
  line(): string
  /** Called when the user taps the notification of this conversation. */
  tapped(conversation: ConversationId): void
}

/** Creates sound, vibration and notifications of a browser. Notifications are shown only with permission. */
function createBrowserNotifier({ page, ding, line, tapped }: NotifierServices): NotifierPort {
  const shown = new Map<ConversationId, Notification>()
  const { document, navigator } = page
  const dismiss = (conversation: ConversationId) => {
    shown.get(conversation)?.close()
    shown.delete(conversation)
  }
  return {
    hasFocus: () => document.visibilityState === 'visible' && document.hasFocus(),
    subscribe(listener) {
      page.addEventListener('focus', listener)
      return () => page.removeEventListener('focus', listener)
    },
    sound: ding.play,
    vibrate: (duration) => {
      if ('vibrate' in navigator) navigator.vibrate(duration)
    },
    show({ conversation, title }) {
      if (!('Notification' in page) || page.Notification.permission !== 'granted') return
      const notification = createNotification(page, title, { body: line(), tag: conversation, silent: true })
      if (!notification) return
      notification.onclick = () => {
        page.focus()
        dismiss(conversation)
        tapped(conversation)
      }
      shown.set(conversation, notification)
    },
    dismiss(conversation) {
      const gone = conversation === undefined ? [...shown.keys()] : [conversation]
      gone.forEach(dismiss)
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
