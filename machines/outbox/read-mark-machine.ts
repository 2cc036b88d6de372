import { assign, fromPromise, setup } from 'xstate'
import { retryDelay } from '#domain/http/retry.ts'
import type { WaitingMark, WaitingSetting } from '#domain/outbox/outbox.ts'
import type { Notice } from '#machines/client/client.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import type { Caller } from '#streams/http/caller.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { type Delivery, deliverReadMark } from '#streams/outbound/deliver-read-mark.ts'
import { deliverSetting, type SettingDelivery } from '#streams/outbound/deliver-setting.ts'
import { watchOutbox } from './watch.ts'

export interface ReadMarkServices {
  readonly log: AccountLog
  readonly caller: Caller
  readonly serverTime: ServerTime
  /** Tells the person the server's word, and what it refused. */
  notify(notice: Notice): void
}
interface ReadMarkContext {
  readonly services: ReadMarkServices
  readonly failures: number
  readonly wait: number
}
type ReadMarkEvent = { readonly type: 'outbox.changed' } | { readonly type: 'login.completed' }

/** Delivers the first mark that waits, else the first setting, and notes it in the log. */
async function deliverFirst(services: ReadMarkServices, signal: AbortSignal): Promise<Delivery> {
  const { readMarks, settings } = services.log.outbox.get()
  if (readMarks[0]) return deliverMark(services, readMarks[0], signal)
  if (settings[0]) return settleSetting(services, settings[0], signal)
  return { kind: 'delivered' }
}

async function deliverMark(
  { log, caller, serverTime }: ReadMarkServices,
  mark: WaitingMark,
  signal: AbortSignal,
): Promise<Delivery> {
  const delivery = await deliverReadMark(caller, mark, serverTime.now(), signal)
  if (delivery.kind === 'undelivered') return delivery
  await log.append([
    {
      stream: mark.conversationId,
      type: 'ReadMarkDelivered',
      data: { upTo: mark.upTo },
      occurredAt: serverTime.now(),
      origin: 'local',
    },
  ])
  return delivery
}

/** A refused setting goes back to what it was, and the person is told why [SESS-31 SESS-32]. */
async function settleSetting(
  services: ReadMarkServices,
  waiting: WaitingSetting,
  signal: AbortSignal,
): Promise<Delivery> {
  const { log, caller, serverTime } = services
  const delivery = await deliverSetting(caller, waiting, signal)
  if (delivery.kind === 'undelivered') return delivery
  const { conversationId: stream, setting, isOn, wish } = waiting
  await log.append([
    {
      stream,
      type: 'SettingSettled',
      data: { setting, isOn, wish, isAccepted: delivery.kind === 'accepted' },
      occurredAt: serverTime.now(),
      origin: 'local',
    },
  ])
  tellOfSetting(services, delivery)
  return { kind: 'delivered' }
}

function tellOfSetting(
  { notify }: ReadMarkServices,
  delivery: Exclude<SettingDelivery, { kind: 'undelivered' }>,
): void {
  if (delivery.kind === 'accepted') {
    if (delivery.text) notify({ kind: 'success', text: delivery.text })
    return
  }
  const { key, text } = delivery.refusal
  notify({ kind: 'error', ...(text ? { text } : { key }) })
}

/**
 * Tells the server how far this user has read and what was set for a conversation, one after the other; a mark is
 * high-water, so one that was overtaken is never sent, and of a setting only the last wish.
 *
 *         something waits
 *   resting ─────────────► delivering ── delivered ──► resting
 *                             ▲   │ not delivered
 *          after the wait,    │   ▼
 *          after a login      waiting
 */
export const readMarkMachine = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as ReadMarkContext, events: {} as ReadMarkEvent, input: {} as ReadMarkServices },
  actors: {
    queue: watchOutbox,
    deliver: fromPromise<Delivery, ReadMarkServices>(({ input, signal }) => deliverFirst(input, signal)),
  },
  actions: {
    forgetFailures: assign({ failures: 0 }),
    noteFailure: assign(({ context }, { wait }: { wait: number | undefined }) => {
      const failures = context.failures + 1
      return { failures, wait: wait ?? retryDelay(failures) }
    }),
  },
  guards: {
    isWaiting: ({ context }) => {
      const { readMarks, settings } = context.services.log.outbox.get()
      return readMarks.length + settings.length > 0
    },
    isDelivered: (_, delivery: Delivery) => delivery.kind === 'delivered',
  },
  delays: { wait: ({ context }) => context.wait },
}).createMachine({
  id: 'read-marks',
  context: ({ input }) => ({ services: input, failures: 0, wait: 0 }),
  invoke: { src: 'queue', input: ({ context }) => context.services, onError: { target: '.resting' } },
  initial: 'resting',
  states: {
    resting: {
      always: { guard: 'isWaiting', target: 'delivering' },
      on: { 'outbox.changed': { guard: 'isWaiting', target: 'delivering' } },
    },
    delivering: {
      invoke: {
        src: 'deliver',
        input: ({ context }) => context.services,
        onDone: [
          {
            guard: { type: 'isDelivered', params: ({ event }) => event.output },
            target: 'resting',
            actions: 'forgetFailures',
          },
          {
            target: 'waiting',
            actions: {
              type: 'noteFailure',
              params: ({ event }) => ({
                wait: event.output.kind === 'undelivered' ? event.output.wait : undefined,
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
  },
})
