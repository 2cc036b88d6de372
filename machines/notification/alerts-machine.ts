import { assign, fromCallback, setup } from 'xstate'
import { alertPause, decideAlert, vibrationTime } from '#domain/notification/alert.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { LogEvent, LogEventOf } from '#schemas/log/envelope.ts'
import { isConversationStream } from '#schemas/log/parse-event.ts'
import { acquireLock } from '#streams/cross-tab/locks.ts'

interface AlertsContext {
  /** Whether this tab was just focused. It then steals the turn instead of waiting. */
  readonly isTaking: boolean
}
type AlertsEvent =
  | { readonly type: 'turn.won' }
  | { readonly type: 'turn.lost' }
  | { readonly type: 'page.focused' }

/**
 * Which tab of an account makes itself heard: the one focused last, and when it goes, the next that waits (DEC-110).
 * The lock makes it exactly one. A fault of the platform ends the machine; the account reports it and continues without
 * alerts.
 *
 *              lock won
 *   waiting ─────────────► alerting: sound, vibration, notifications
 *    ▲ │ ▲                     │
 *    │ │ └──── lock stolen ────┘
 *    └─┘ focused: the lock is taken
 */
export const createAlertsMachine = (core: AccountCore) =>
  setup({
    types: { context: {} as AlertsContext, events: {} as AlertsEvent },
    actors: {
      turn: fromCallback<AlertsEvent, AlertsContext>(({ input: { isTaking }, sendBack }) =>
        acquireLock(core.ports, `alerts-${core.userId}`, isTaking, {
          acquired: () => sendBack({ type: 'turn.won' }),
          lost: () => sendBack({ type: 'turn.lost' }),
        }),
      ),
      focus: fromCallback<AlertsEvent>(({ sendBack }) =>
        core.ports.notifier.subscribe(() => sendBack({ type: 'page.focused' })),
      ),
      listener: fromCallback<AlertsEvent>(() => listenForAlerts(core)),
    },
    actions: {
      take: assign({ isTaking: true }),
      wait: assign({ isTaking: false }),
    },
  }).createMachine({
    id: 'alerts',
    context: () => ({ isTaking: core.ports.notifier.hasFocus() }),
    invoke: { src: 'focus' },
    initial: 'turn',
    states: {
      turn: {
        invoke: { src: 'turn', input: ({ context }) => context },
        on: { 'turn.lost': { target: 'turn', reenter: true, actions: 'wait' } },
        initial: 'waiting',
        states: {
          waiting: {
            on: {
              'turn.won': 'alerting',
              'page.focused': { target: '#alerts.turn', reenter: true, actions: 'take' },
            },
          },
          alerting: { invoke: { src: 'listener' } },
        },
      },
    },
  })

type Arrival = LogEventOf<'MessageReceived'>
/** The events after which a notification may be obsolete. */
const settling: ReadonlySet<LogEvent['type']> = new Set([
  'ConversationRead',
  'MessagesDeleted',
  'MessagesExpired',
  'ConversationRemoved',
  'ConversationCleared',
  'ConversationHidden',
])

/** Shows received messages as sound, vibration and notifications in this tab. Returns a function that stops it. */
function listenForAlerts(core: AccountCore): () => void {
  const { clock, notifier } = core.ports
  let quietUntil = 0

  const alert = (event: Arrival, now: number) => {
    const { isNews, title, ...alert } = judge(core, event, now)
    if (!isNews) return
    if (alert.shows && isConversationStream(event.stream))
      notifier.show({ account: core.userId, conversation: event.stream, title })
    if (clock.monotonic() < quietUntil) return
    if (alert.sounds) notifier.sound()
    if (alert.vibrates) notifier.vibrate(vibrationTime)
    if (alert.sounds || alert.vibrates) quietUntil = clock.monotonic() + alertPause
  }
  const handle = (event: LogEvent, now: number) => {
    if (event.type === 'MessageReceived') alert(event, now)
    if (settling.has(event.type) && isConversationStream(event.stream))
      notifier.dismiss(core.userId, event.stream)
  }
  let wasConnected = false
  // Loads the settings once per connection. Nothing sounds before they are known, because it may be switched off.
  const loading = () => {
    const isConnected = core.connection.get().status === 'connected'
    if (isConnected && !wasConnected) void core.notifications.load()
    wasConnected = isConnected
  }

  const messages = core.log.appended$.subscribe((events) => {
    const now = core.serverTime.now()
    for (const event of events) handle(event, now)
  })
  const stopLoading = core.connection.subscribe(loading)
  loading()
  return () => {
    messages.unsubscribe()
    stopLoading()
    notifier.dismiss(core.userId)
  }
}

function judge({ log, notifications, ports, userId }: AccountCore, event: Arrival, now: number) {
  const { stream, data } = event
  const summary = isConversationStream(stream) ? log.summaryOf(stream) : undefined
  const known = isConversationStream(stream) ? log.syncState(stream) : undefined
  const { serverId } = data.message
  const decision = decideAlert(event, {
    self: userId,
    now,
    settings: notifications.settings.get(),
    isConversationMuted: summary?.isMuted ?? false,
    isSettled: known !== undefined && (known.readUpTo >= serverId || known.isDeleted(serverId)),
    hasFocus: ports.notifier.hasFocus(),
    isOpen: log.shownConversations()[0] === stream,
  })
  const isNews = decision.sounds || decision.vibrates || decision.shows
  return { ...decision, isNews, title: summary?.title ?? data.message.senderName }
}
