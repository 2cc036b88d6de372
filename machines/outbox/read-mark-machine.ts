import { assign, fromPromise, setup } from 'xstate'
import { retryDelay } from '#domain/http/retry.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { WaitingMark, WaitingSetting } from '#domain/outbox/outbox.ts'
import {
  type AllLeftAlone,
  leftAlone,
  nextToTell,
  nextTurnAt,
  told,
  type Waiting,
} from '#domain/outbox/turns.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import type { Caller } from '#streams/http/caller.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { type Delivery, deliverReadMark } from '#streams/outbound/deliver-read-mark.ts'
import { deliverSetting, type SettingDelivery } from '#streams/outbound/deliver-setting.ts'
import type { Clock } from '#streams/ports.ts'
import { watchOutbox } from './watch-environment.ts'

export interface ReadMarkServices {
  readonly log: AccountLog
  readonly caller: Caller
  readonly serverTime: ServerTime
  readonly clock: Clock
  /** Tells the person the server's word, and what it rejected. */
  notify(notice: Notice): void
}
interface ReadMarkContext {
  readonly services: ReadMarkServices
  readonly failures: number
  readonly wait: number
  readonly alone: AllLeftAlone
}
type ReadMarkEvent = { readonly type: 'outbox.changed' } | { readonly type: 'login.completed' }

interface Telling {
  readonly services: ReadMarkServices
  /** Absent when it went while its turn came. */
  readonly waiting: Waiting | undefined
}
interface Told {
  readonly waiting: Waiting | undefined
  readonly delivery: Delivery
}

/** Delivers a mark or a setting, and notes it in the log. */
async function deliver({ services, waiting }: Telling, signal: AbortSignal): Promise<Told> {
  if (!waiting) return { waiting, delivery: { kind: 'delivered' } }
  const delivery =
    waiting.kind === 'mark'
      ? await deliverMark(services, waiting.mark, signal)
      : await settleSetting(services, waiting.setting, signal)
  return { waiting, delivery }
}

const nextOf = ({ services: { clock, log }, alone }: ReadMarkContext): Waiting | undefined =>
  nextToTell(log.outbox.get(), alone, clock.monotonic())

async function deliverMark(
  { log, caller, serverTime }: ReadMarkServices,
  mark: WaitingMark,
  signal: AbortSignal,
): Promise<Delivery> {
  const delivery = await deliverReadMark(caller, mark, serverTime.now(), signal)
  if (delivery.kind !== 'delivered') return delivery
  await log.append([
    {
      stream: mark.conversationId,
      type: 'ReadMarkerDelivered',
      data: { upTo: mark.upTo },
      occurredAt: serverTime.now(),
      origin: 'local',
    },
  ])
  return delivery
}

/** Records the answer to a setting. A rejected setting goes back, and the user is told why [SESS-31 SESS-32]. */
async function settleSetting(
  services: ReadMarkServices,
  waiting: WaitingSetting,
  signal: AbortSignal,
): Promise<Delivery> {
  const { log, caller, serverTime } = services
  const delivery = await deliverSetting(caller, waiting, signal)
  if (delivery.kind === 'undelivered' || delivery.kind === 'failed') return delivery
  const { conversationId: stream, setting, isOn, requestId } = waiting
  await log.append([
    {
      stream,
      type: 'SettingResolved',
      data: { setting, isOn, requestId, isAccepted: delivery.kind === 'accepted' },
      occurredAt: serverTime.now(),
      origin: 'local',
    },
  ])
  tellOfSetting(services, delivery)
  return { kind: 'delivered' }
}

function tellOfSetting(
  { notify }: ReadMarkServices,
  delivery: Extract<SettingDelivery, { kind: 'accepted' | 'rejected' }>,
): void {
  if (delivery.kind === 'accepted') {
    if (delivery.text) notify({ kind: 'success', text: delivery.text })
    return
  }
  const { key, text } = delivery.rejection
  notify({ kind: 'error', ...(text ? { text } : { key }) })
}

/**
 * Tells the server how far this user has read and what was set for a conversation, one after the other; a mark is
 * high-water, so one that was overtaken is never sent, and of a setting only the last wish. What the server fails at is
 * left alone for a while, so that it holds up nothing else.
 *
 *         something waits                   the server failed at this one
 *   idle ─────────────► delivering ── or delivered ──► idle
 *    │   ▲                    ▲   │ not delivered
 *    │   │ the first's turn,  │   ▼
 *    │   │ a login, a change  waiting ── after the wait, after a login ──► delivering
 *    ▼   │
 *   pausing: all that waits is left alone
 */
export const readMarkMachine = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as ReadMarkContext, events: {} as ReadMarkEvent, input: {} as ReadMarkServices },
  actors: {
    queue: watchOutbox,
    deliver: fromPromise<Told, Telling>(({ input, signal }) => deliver(input, signal)),
  },
  actions: {
    forgetFailures: assign({ failures: 0, alone: new Map() }),
    noteDelivery: assign(({ context: { alone } }, { waiting }: Told) => ({
      failures: 0,
      alone: waiting ? told(alone, waiting) : alone,
    })),
    leaveAlone: assign(({ context: { alone, services } }, { waiting }: Told) => ({
      failures: 0,
      alone: waiting
        ? leftAlone(services.log.outbox.get(), alone, waiting, services.clock.monotonic())
        : alone,
    })),
    noteFailure: assign(({ context }, { wait }: { wait: number | undefined }) => {
      const failures = context.failures + 1
      return { failures, wait: wait ?? retryDelay(failures) }
    }),
  },
  guards: {
    canTell: ({ context }) => nextOf(context) !== undefined,
    isWaiting: ({ context }) => {
      const { readMarks, settings } = context.services.log.outbox.get()
      return readMarks.length + settings.length > 0
    },
    isDelivered: (_, { delivery }: Told) => delivery.kind === 'delivered',
    isFailureOfOne: (_, { delivery }: Told) => delivery.kind === 'failed',
  },
  delays: {
    wait: ({ context }) => context.wait,
    pause: ({ context: { alone, services } }) =>
      Math.max(0, nextTurnAt(services.log.outbox.get(), alone) - services.clock.monotonic()),
  },
}).createMachine({
  id: 'read-marks',
  context: ({ input }) => ({ services: input, failures: 0, wait: 0, alone: new Map() }),
  invoke: { src: 'queue', input: ({ context }) => context.services, onError: { target: '.idle' } },
  initial: 'idle',
  states: {
    idle: {
      always: [
        { guard: 'canTell', target: 'delivering' },
        { guard: 'isWaiting', target: 'pausing' },
      ],
      on: {
        'outbox.changed': [
          { guard: 'canTell', target: 'delivering' },
          { guard: 'isWaiting', target: 'pausing' },
        ],
      },
    },
    delivering: {
      invoke: {
        src: 'deliver',
        input: ({ context }) => ({ services: context.services, waiting: nextOf(context) }),
        onDone: [
          {
            guard: { type: 'isDelivered', params: ({ event }) => event.output },
            target: 'idle',
            actions: { type: 'noteDelivery', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isFailureOfOne', params: ({ event }) => event.output },
            target: 'idle',
            actions: { type: 'leaveAlone', params: ({ event }) => event.output },
          },
          {
            target: 'waiting',
            actions: {
              type: 'noteFailure',
              params: ({ event: { output } }) => ({
                wait: output.delivery.kind === 'undelivered' ? output.delivery.wait : undefined,
              }),
            },
          },
        ],
        onError: { target: 'waiting', actions: { type: 'noteFailure', params: { wait: undefined } } },
      },
    },
    waiting: {
      after: { wait: 'delivering' },
      on: { 'login.completed': { target: 'delivering', actions: 'forgetFailures' } },
    },
    pausing: {
      after: { pause: 'idle' },
      on: {
        'outbox.changed': 'idle',
        'login.completed': { target: 'idle', actions: 'forgetFailures' },
      },
    },
  },
})
