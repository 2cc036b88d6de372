import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { parseJson } from '#schemas/json-text.ts'
import {
  type NotificationSubject,
  type PushPayload,
  readNotificationSubject,
  readPushPayload,
  type WorkerBroadcast,
} from '#schemas/push-payload.ts'
import { sendRepliesMessage, storeReply } from '#src/platform/notification/stored-replies.ts'
import {
  eraseReminder,
  readReminder,
  type UnsentAnswer,
  unsentCountMessage,
  unsentTag,
} from '#src/platform/notification/unsent-reminder.ts'
import {
  notificationTag,
  openRouteMessage,
  storeWorkerRoute,
  type TabAnswer,
  whichAccountMessage,
} from '#src/platform/notification/worker-messages.ts'
import { paths } from '#src/routes/route-table.ts'
import type { ServiceWorkerScope, WindowClient } from './worker-scope.ts'

export interface PushServices {
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>
  readonly clients: Pick<ServiceWorkerScope['clients'], 'matchAll' | 'openWindow'>
  readonly caches: Pick<CacheStorage, 'open'>
  /** Posts on the channel of notifications, which all tabs hear [SW-18] (DEC-76). */
  readonly broadcast: (message: WorkerBroadcast) => void
  /** Shows a number on the app's icon; does nothing where the browser cannot. */
  readonly setBadge: (count: number) => Promise<unknown>
  /** Marks a conversation as read on the server. Resolves with whether it accepted the key. */
  readonly markRead: (subject: NotificationSubject) => Promise<boolean>
  readonly now: () => number
  /** Resolves after this time, ms. */
  readonly wait: (duration: number) => Promise<void>
}

/** How the service worker handles push messages and its notifications. Each promise keeps the worker alive. */
export interface PushHandlers {
  /** Shows a message's notification, unless a visible tab of its account tells of it. */
  show(text: string | undefined): Promise<void>
  /**
   * Handles a tap on a notification, or on one of its actions. `reply` is the text that the user wrote into the
   * notification; browsers without such a field open the conversation.
   */
  tapped(
    notification: Pick<Notification, 'data' | 'close'>,
    action: string,
    reply?: string | null,
  ): Promise<void>
  /**
   * Handles the sync event, which the browser dispatches when it has a network. A tab sends its messages itself; without
   * a tab, a notification reminds the user of them. Rejects while messages are unsent, so that the browser dispatches the
   * event again.
   */
  remind(isLastChance: boolean): Promise<void>
  /** The browser replaced the subscription: open tabs send the new one. */
  subscriptionChanged(): void
}

/** How long a tab may take to name its account, ms. A frozen tab never answers. */
const answerTime = 500
/** How long the server may take to mark a conversation as read, ms. */
const markTime = 3000

/** TypeScript's page library lacks the options that only service workers may use. */
interface WorkerNotificationOptions extends NotificationOptions {
  readonly actions: readonly {
    readonly action: string
    readonly title: string
    /** Chromium has a text field for `text`; other browsers ignore the member. */
    readonly type?: 'text'
  }[]
  readonly renotify: boolean
  readonly timestamp: number
}

/**
 * Shows push messages as notifications, one for each account and conversation, and opens the conversation of a tapped
 * one in a tab of its account [SW-19] (DEC-211).
 */
export function createPushHandlers(services: PushServices): PushHandlers {
  const { registration, clients, caches, broadcast, markRead, setBadge, now, wait } = services

  const allTabs = () => clients.matchAll({ type: 'window', includeUncontrolled: true })

  /** Asks each tab; undefined for a tab that does not answer. */
  const askTabs = <Answer>(tabs: readonly WindowClient[], question: object) => {
    const silence = wait(answerTime).then(() => undefined)
    const ask = (tab: WindowClient): Promise<Answer | undefined> => {
      const { port1, port2 } = new MessageChannel()
      const answer = new Promise<Answer>((resolve) => {
        port1.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
      })
      tab.postMessage(question, [port2])
      return Promise.race([answer, silence])
    }
    return Promise.all(tabs.map(async (tab) => ({ tab, answer: await ask(tab) })))
  }

  /** The account of each tab; undefined for a tab without one or without an answer. */
  const accountsOfTabs = async (tabs: readonly WindowClient[]) =>
    (await askTabs<TabAnswer>(tabs, whichAccountMessage)).map(({ tab, answer }) => ({
      tab,
      account: answer?.account,
    }))

  const closeRead = async ({ account, read }: PushPayload): Promise<void> => {
    const obsolete = new Set(read.map((conversation) => notificationTag(account, conversation)))
    for (const notification of await registration.getNotifications())
      if (obsolete.has(notification.tag)) notification.close()
  }

  const openApp = async (): Promise<void> => {
    const [tab] = (await allTabs()).toSorted((one, other) => Number(other.focused) - Number(one.focused))
    await (tab ? tab.focus() : clients.openWindow(paths.entry))
  }

  const openRoute = async ({ account, conversation }: NotificationSubject): Promise<void> => {
    await storeWorkerRoute(caches, { route: routeOf(conversation), account }, now())
    const tabs = await accountsOfTabs(await allTabs())
    const best = tabs.toSorted((one, other) => rank(other, account) - rank(one, account))[0]
    if (!best) return void (await clients.openWindow(paths.entry))
    // The tab needs the message even if the browser does not let the worker focus it.
    await best.tab.focus().catch(() => undefined)
    best.tab.postMessage(openRouteMessage)
  }

  /** A tab of the account sends the stored reply. Without one the app opens and sends it. */
  const sendReply = async (subject: NotificationSubject): Promise<void> => {
    const tabs = await accountsOfTabs(await allTabs())
    const own = tabs.find(({ account }) => account === subject.account)
    if (own) own.tab.postMessage(sendRepliesMessage)
    else await openRoute(subject)
  }

  return {
    async show(text) {
      const payload = readPushPayload(parseJson(text ?? ''))
      if (!payload) return
      const { account, conversation, title, body, isCorrection = false } = payload
      await closeRead(payload)
      const visible = (await allTabs()).filter(({ visibilityState }) => visibilityState === 'visible')
      const shown = await accountsOfTabs(visible)
      if (shown.some((tab) => tab.account === account)) return
      const options: WorkerNotificationOptions = {
        body,
        tag: notificationTag(account, conversation),
        data: readNotificationSubject(payload),
        icon: '/icon-192.png',
        badge: '/icon-192.png',
        renotify: !isCorrection,
        silent: isCorrection,
        timestamp: now(),
        actions: [
          { action: 'read', title: payload.markRead },
          { action: 'reply', title: payload.reply, type: 'text' },
        ],
      }
      await registration.showNotification(title, options)
      await setBadge((await registration.getNotifications()).length)
    },
    async tapped(notification, action, reply) {
      const text = action === 'reply' ? (reply ?? '').trim() : ''
      const replied = text === '' ? undefined : readNotificationSubject(notification.data)
      // First, so that the notification stays if the reply cannot be stored.
      if (replied) await storeReply(caches, { ...replied, id: createReplyId(), text })
      notification.close()
      const subject = readNotificationSubject(notification.data)
      // The reminder of unsent messages, which the app sends when it starts.
      if (!subject) return openApp()
      await setBadge((await registration.getNotifications()).length)
      if (replied) return sendReply(replied)
      if (action !== 'read') return openRoute(subject)
      const tabs = await accountsOfTabs(await allTabs())
      if (tabs.some((tab) => tab.account === subject.account))
        return broadcast({ type: 'mark-read', ...subject })
      // The worker has no credentials of the account, only the key of the message. Offline, or without an answer, the app
      // opens, for which the browser gives little time after the tap.
      const isMarked = await Promise.race([
        markRead(subject).catch(() => false),
        wait(markTime).then(() => false),
      ])
      if (!isMarked) await openRoute(subject)
    },
    async remind(isLastChance) {
      const answers = await askTabs<UnsentAnswer>(await allTabs(), unsentCountMessage)
      const counts = answers.map(({ answer }) => answer?.unsent).filter((count) => count !== undefined)
      if (counts.length > 0) {
        if (isLastChance || counts.every((count) => count === 0)) return
        throw new Error('messages are still unsent')
      }
      const reminder = await readReminder(caches)
      if (!reminder) return
      const { title, body } = reminder
      // Rejects without the permission. The browser tries again, perhaps while a tab is open.
      await registration.showNotification(title, { body, tag: unsentTag, icon: '/icon-192.png' })
      await eraseReminder(caches)
    },
    subscriptionChanged: () => broadcast({ type: 'subscription-changed' }),
  }
}

const createReplyId = (): string => crypto.randomUUID().replaceAll('-', '')

interface AskedTab {
  readonly tab: WindowClient
  readonly account: number | undefined
}

/** A tab of the account comes first, then the one that the person sees. */
const rank = ({ tab, account }: AskedTab, wanted: number): number =>
  (account === wanted ? 4 : 0) + (tab.focused ? 2 : 0) + (tab.visibilityState === 'visible' ? 1 : 0)

function routeOf(conversation: ConversationId): string {
  const { kind, wireId } = parseConversationId(conversation)
  return kind === 'group'
    ? paths.group.replace('$groupId', String(wireId))
    : paths.session.replace('$sessionId', String(wireId))
}
