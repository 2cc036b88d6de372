import { assign, fromCallback, fromPromise, setup } from 'xstate'
import { retryDelay } from '#domain/http/retry.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import type { Caller } from '#streams/http/caller.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { deliverReadMark, type MarkDelivery } from '#streams/outbound/deliver-read-mark.ts'

export interface ReadMarkServices {
  readonly log: AccountLog
  readonly caller: Caller
  readonly serverTime: ServerTime
}
interface ReadMarkContext {
  readonly services: ReadMarkServices
  readonly failures: number
  readonly wait: number
}
type ReadMarkEvent = { readonly type: 'outbox.changed' } | { readonly type: 'login.completed' }

/** Delivers the first mark that waits and notes it in the log. */
async function deliverFirst(
  { log, caller, serverTime }: ReadMarkServices,
  signal: AbortSignal,
): Promise<MarkDelivery> {
  const mark = log.outbox.get().readMarks[0]
  if (!mark) return { kind: 'delivered' }
  const delivery = await deliverReadMark(caller, mark, signal)
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

/**
 * Tells the server how far this user has read, one conversation after the other; a mark is high-water, so one that
 * was overtaken is never sent.
 *
 *            a mark waits
 *   resting ─────────────► delivering ── delivered ──► resting
 *                             ▲   │ not delivered
 *          after the wait,    │   ▼
 *          after a login      waiting
 */
export const readMarkMachine = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as ReadMarkContext, events: {} as ReadMarkEvent, input: {} as ReadMarkServices },
  actors: {
    queue: fromCallback<ReadMarkEvent, ReadMarkServices>(({ input, sendBack }) =>
      input.log.outbox.subscribe(() => sendBack({ type: 'outbox.changed' })),
    ),
    deliver: fromPromise<MarkDelivery, ReadMarkServices>(({ input, signal }) => deliverFirst(input, signal)),
  },
  actions: {
    forgetFailures: assign({ failures: 0 }),
    noteFailure: assign(({ context }, { wait }: { wait: number | undefined }) => {
      const failures = context.failures + 1
      return { failures, wait: wait ?? retryDelay(failures) }
    }),
  },
  guards: {
    hasMark: ({ context }) => context.services.log.outbox.get().readMarks.length > 0,
    isDelivered: (_, delivery: MarkDelivery) => delivery.kind === 'delivered',
  },
  delays: { wait: ({ context }) => context.wait },
}).createMachine({
  id: 'read-marks',
  context: ({ input }) => ({ services: input, failures: 0, wait: 0 }),
  invoke: { src: 'queue', input: ({ context }) => context.services, onError: { target: '.resting' } },
  initial: 'resting',
  states: {
    resting: {
      always: { guard: 'hasMark', target: 'delivering' },
      on: { 'outbox.changed': { guard: 'hasMark', target: 'delivering' } },
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
