import { and, fromCallback, fromPromise, or, raise, setup, stateIn } from 'xstate'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { ExpiryChange } from '#streams/log/message-expiry.ts'
import type { ReportPort } from '#streams/ports.ts'

/** The interval in which messages with a timer are checked while there are any [BURN-11], ms. */
export const sweepInterval = 250
/** The pause after a failed erasure, ms. */
const rejectionPause = 5000

export interface ExpiryServices {
  readonly log: Pick<AccountLog, 'expiry' | 'isLeading'>
  readonly ports: { readonly report: ReportPort }
}
type ExpiryEvent =
  | { readonly type: `expiry.${ExpiryChange}` }
  /** All messages past their deadline are hidden. */
  | { readonly type: 'messages.hidden' }

/**
 * The expiry of an account's disappearing messages: every tab hides messages that may have expired, and the leader tab
 * erases them as soon as server time says that they have (DEC-109 DEC-113). One timer serves all messages. Hiding
 * needs no storage, so that no expired message shows while the storage is full or broken.
 *
 *   schedule:  idle ── a message has to disappear ──► waiting ── 250 ms ──► hiding ──► waiting
 *               ▲  │                                     │                   ▲  │
 *               │  └────────── leadership ───────────────┴── leadership ─────┘  │
 *               └──────────────────── no message is left ───────────────────────┘
 *
 *   clock:     untrusted ── a server timestamp came in ──► trusted
 *
 *   erasure:   ready ── hidden, leading, certainly over ──► erasing ── written ──► ready
 *                ▲                                             │ rejected
 *                └─────────────── 5 s ────────── storageRejected ◄
 *
 * With an untrusted clock, messages that were read before the start are hidden, and none of them is erased.
 */
export const createExpiryMachine = ({ log, ports }: ExpiryServices) =>
  setup({
    types: { events: {} as ExpiryEvent },
    actors: {
      changes: fromCallback<ExpiryEvent>(({ sendBack }) =>
        log.expiry.subscribe((change) => sendBack({ type: `expiry.${change}` })),
      ),
      erase: fromPromise<void>(() => log.expiry.erase(log.expiry.hasServerTime())),
    },
    actions: {
      hide: () => log.expiry.hide(),
      raiseHidden: raise({ type: 'messages.hidden' }),
      report: (_, { error }: { error: unknown }) =>
        ports.report.fault({ kind: 'log.expiry', detail: 'could not be written', cause: error }),
    },
    guards: {
      isWaiting: () => log.expiry.isWaiting(),
      isLeading: () => log.isLeading(),
      hasServerTime: () => log.expiry.hasServerTime(),
      /**
       * With an untrusted clock only messages deleted for this device are erased: their seconds count by the local
       * clock.
       */
      mayErase: or([
        and(['isLeading', stateIn({ clock: 'trusted' }), 'isDueByServerTime']),
        and(['isLeading', stateIn({ clock: 'untrusted' }), 'isDueByOwnClock']),
      ]),
      isDueByServerTime: () => log.expiry.isDue(true),
      isDueByOwnClock: () => log.expiry.isDue(false),
    },
    delays: { sweepInterval, rejectionPause },
  }).createMachine({
    id: 'expiry',
    invoke: {
      src: 'changes',
      onError: { actions: { type: 'report', params: ({ event }) => event } },
    },
    type: 'parallel',
    states: {
      schedule: {
        initial: 'hiding',
        states: {
          idle: { on: { 'expiry.waiting': 'waiting', 'expiry.leadership': 'hiding' } },
          waiting: { after: { sweepInterval: 'hiding' }, on: { 'expiry.leadership': 'hiding' } },
          hiding: {
            entry: ['hide', 'raiseHidden'],
            always: [{ guard: 'isWaiting', target: 'waiting' }, { target: 'idle' }],
          },
        },
      },
      clock: {
        initial: 'untrusted',
        states: {
          untrusted: { always: { guard: 'hasServerTime', target: 'trusted' } },
          trusted: {},
        },
      },
      erasure: {
        initial: 'ready',
        states: {
          ready: {
            on: {
              'messages.hidden': { guard: 'mayErase', target: 'erasing' },
            },
          },
          erasing: {
            invoke: {
              src: 'erase',
              onDone: 'ready',
              onError: {
                target: 'storageRejected',
                actions: { type: 'report', params: ({ event }) => event },
              },
            },
          },
          storageRejected: { after: { rejectionPause: 'ready' } },
        },
      },
    },
  })
