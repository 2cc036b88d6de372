import type { ConversationId } from '#schemas/ids.ts'
import type { NotifierPort } from '#streams/ports.ts'
import type { Ding } from './ding.ts'

export interface NotifierParts {
  readonly page: Window & Pick<typeof globalThis, 'Notification'>
  readonly ding: Ding
  /** What a notification says under its title; no text of a message ever leaves the page. */
  line(): string
  /** A person has tapped the notification of this conversation. */
  tapped(conversation: ConversationId): void
}

/** Sound, vibration and notifications of a browser. Notifications show only where they were permitted before. */
export function createBrowserNotifier({ page, ding, line, tapped }: NotifierParts): NotifierPort {
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

/** Phones have the constructor and reject it: there only a service worker may notify. */
function createNotification(
  page: NotifierParts['page'],
  title: string,
  options: NotificationOptions,
): Notification | undefined {
  try {
    return new page.Notification(title, options)
  } catch {
    return undefined
  }
}
