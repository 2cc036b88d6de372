import type { AccountClient } from '#client/client.ts'
import { notificationChannel } from '#schemas/push-payload.ts'
import { followServiceWorker } from '#src/platform/notification/worker-messages.ts'
import { openPendingRoute } from './notifier.ts'
import { browserClock } from './ports/clock.ts'

/**
 * Answers the service worker's questions about notifications for this account [SW-18 SW-19]. Returns a function that
 * stops it.
 */
export const answerServiceWorker = ({ conversations, dispatch, userId }: AccountClient): (() => void) =>
  followServiceWorker({
    account: userId,
    workers: navigator.serviceWorker,
    caches,
    channel: new BroadcastChannel(notificationChannel),
    now: browserClock.now,
    open: openPendingRoute,
    markRead: ({ conversation, message }) =>
      void dispatch({ type: 'MarkRead', conversationId: conversation, upTo: message }),
    conversations,
    locks: navigator.locks,
    reply({ conversation, id, text }) {
      const known = conversations.get().find((one) => one.id === conversation)
      const rest = { text: known?.draft ?? '', mentions: known?.draftMentions ?? [] }
      const parts = { send: id, attachments: [], text, rest }
      return dispatch({ type: 'SendParts', conversationId: conversation, ...parts })
    },
  })
