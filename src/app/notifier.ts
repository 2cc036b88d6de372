import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { createBrowserNotifier } from '#src/platform/notification/browser-notifier.ts'
import { createDing } from '#src/platform/notification/ding.ts'
import { storePendingRoute } from '#src/platform/notification/pending-route.ts'
import type { NotifierPort } from '#streams/ports.ts'
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
