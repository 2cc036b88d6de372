import { assign, fromPromise, setup } from 'xstate'
import { retryDelay } from '#domain/http/call-limits.ts'
import { type Notice, rejectionNotice } from '#domain/notification/toast.ts'
import type { UnconfirmedReadMarker, UnconfirmedSetting } from '#domain/outbox/outbox.ts'
import {
  clearPause,
  hasPendingUpdate,
  nextPauseEnd,
  nextPendingUpdate,
  type PendingUpdate,
  pauseAfterFailure,
  type UpdatePause,
} from '#domain/outbox/pending-updates.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import type { Caller } from '#streams/http/caller.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import {
  deliverReadMarker,
  deliverSetting,
  type SettingDelivery,
  type UpdateDelivery,
} from '#streams/outbound/deliver-update.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'
import { isStorageFailure } from '#streams/storage/storage-error.ts'
import { watchOutbox } from '../actor-logic.ts'

export interface PendingUpdatesServices {
  readonly log: AccountLog
  readonly caller: Caller
  readonly serverTime: ServerTime
  readonly clock: Clock
  readonly report: ReportPort
  /** Shows the server's text, or why it rejected the update. */
  notify(notice: Notice): void
}
interface PendingUpdatesContext {
  readonly failures: number
  readonly wait: number
  readonly pauses: readonly UpdatePause[]
}
type PendingUpdatesEvent = { readonly type: 'outbox.changed' } | { readonly type: 'login.completed' }

interface DeliveryRequest {
  /** Absent if it left the outbox meanwhile. */
  readonly update: PendingUpdate | undefined
}
interface DeliveryReport {
  readonly update: PendingUpdate | undefined
  readonly delivery: UpdateDelivery
}

/** Sends a read marker, a setting, a reaction, an edit or a pin, and records the result in the log. */
async function deliver(
  services: PendingUpdatesServices,
  update: PendingUpdate | undefined,
  signal: AbortSignal,
): Promise<DeliveryReport> {
  if (!update) return { update, delivery: { kind: 'delivered' } }
  if (update.kind === 'mark')
    return { update, delivery: await deliverAndRecordMarker(services, update.mark, signal) }
  if (update.kind === 'setting')
    return { update, delivery: await deliverAndRecordSetting(services, update.setting, signal) }
  const code = await import('#streams/outbound/deliver-change.ts').catch(() => undefined)
  return {
    update,
    delivery: code
      ? await code.deliverChange(services, update, signal)
      : { kind: 'undelivered', wait: undefined },
  }
}

const nextUpdate = (
  { clock, log }: PendingUpdatesServices,
  { pauses }: PendingUpdatesContext,
): PendingUpdate | undefined => nextPendingUpdate(log.outbox.get(), pauses, clock.monotonic())

async function deliverAndRecordMarker(
  { log, caller, serverTime }: PendingUpdatesServices,
  mark: UnconfirmedReadMarker,
  signal: AbortSignal,
): Promise<UpdateDelivery> {
  const delivery = await deliverReadMarker(caller, mark, serverTime.now(), signal)
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

/** Sends a setting and records the response. A rejected setting is undone, and a notice says why [SESS-31 SESS-32]. */
async function deliverAndRecordSetting(
  services: PendingUpdatesServices,
  change: UnconfirmedSetting,
  signal: AbortSignal,
): Promise<UpdateDelivery> {
  const { log, caller, serverTime } = services
  const delivery = await deliverSetting(caller, change, signal)
  if (delivery.kind === 'undelivered' || delivery.kind === 'failed') return delivery
  const { conversationId: stream, setting, isOn, requestId } = change
  await log.append([
    {
      stream,
      type: 'SettingResolved',
      data: { setting, isOn, requestId, isAccepted: delivery.kind === 'accepted' },
      occurredAt: serverTime.now(),
      origin: 'local',
    },
  ])
  notifySetting(services, delivery)
  return { kind: 'delivered' }
}

function notifySetting(
  { notify }: PendingUpdatesServices,
  delivery: Extract<SettingDelivery, { kind: 'accepted' | 'rejected' }>,
): void {
  if (delivery.kind === 'accepted') {
    if (delivery.text) notify({ kind: 'success', text: delivery.text })
    return
  }
  notify(rejectionNotice(delivery.rejection))
}

/**
 * Sends read markers, edits, reactions, pins and conversation settings to the server, one after the other. Only the
 * highest marker and the last value of the others are sent. An update at which the server fails is paused, so that the
 * others continue.
 *
 *                       an update is due                not delivered
 *   ┌────────► idle ───────────────────────► delivering ──────────────► waiting
 *   │           │ ▲                            │    ▲                      │
 *   │           │ └────────────────────────────┘    └──────────────────────┘
 *   │           │   delivered, or the server        the wait ended, or a login
 *   │           │   failed at this update only
 *   │           ▼ every update is paused
 *   └──────── pausing
 *     a pause ended, a change of the outbox, or a login
 */
export const createPendingUpdatesMachine = (services: PendingUpdatesServices) =>
  setup({
    types: {
      context: {} as PendingUpdatesContext,
      events: {} as PendingUpdatesEvent,
    },
    actors: {
      queue: watchOutbox(services.log),
      deliver: fromPromise<DeliveryReport, DeliveryRequest>(({ input, signal }) =>
        deliver(services, input.update, signal),
      ),
    },
    actions: {
      clearFailures: assign({ failures: 0, pauses: [] }),
      recordDelivery: assign(({ context: { pauses } }, { update }: DeliveryReport) => ({
        failures: 0,
        pauses: update ? clearPause(pauses, update) : pauses,
      })),
      pauseUpdate: assign(({ context: { pauses } }, { update }: DeliveryReport) => ({
        failures: 0,
        pauses: update
          ? pauseAfterFailure(services.log.outbox.get(), pauses, update, services.clock.monotonic())
          : pauses,
      })),
      recordFailure: assign(({ context }, { wait }: { wait: number | undefined }) => {
        const failures = context.failures + 1
        return { failures, wait: wait ?? retryDelay(failures) }
      }),
      /** A storage failure is reported by the log. */
      report(_, { error }: { error: unknown }) {
        if (!isStorageFailure(error))
          services.report.fault({ kind: 'pending updates', detail: 'could not be delivered', cause: error })
      },
    },
    guards: {
      hasNext: ({ context }) => nextUpdate(services, context) !== undefined,
      hasPending: () => hasPendingUpdate(services.log.outbox.get()),
      isDelivered: (_, { delivery }: DeliveryReport) => delivery.kind === 'delivered',
      isFailureOfOne: (_, { delivery }: DeliveryReport) => delivery.kind === 'failed',
    },
    delays: {
      wait: ({ context }) => context.wait,
      pause: ({ context: { pauses } }) =>
        Math.max(0, nextPauseEnd(services.log.outbox.get(), pauses) - services.clock.monotonic()),
    },
  }).createMachine({
    id: 'pending-updates',
    context: { failures: 0, wait: 0, pauses: [] },
    invoke: {
      src: 'queue',
      onError: { target: '.idle', actions: { type: 'report', params: ({ event }) => event } },
    },
    initial: 'idle',
    states: {
      idle: {
        always: [
          { guard: 'hasNext', target: 'delivering' },
          { guard: 'hasPending', target: 'pausing' },
        ],
        on: {
          'outbox.changed': [
            { guard: 'hasNext', target: 'delivering' },
            { guard: 'hasPending', target: 'pausing' },
          ],
        },
      },
      delivering: {
        invoke: {
          src: 'deliver',
          input: ({ context }) => ({ update: nextUpdate(services, context) }),
          onDone: [
            {
              guard: { type: 'isDelivered', params: ({ event }) => event.output },
              target: 'idle',
              actions: { type: 'recordDelivery', params: ({ event }) => event.output },
            },
            {
              guard: { type: 'isFailureOfOne', params: ({ event }) => event.output },
              target: 'idle',
              actions: { type: 'pauseUpdate', params: ({ event }) => event.output },
            },
            {
              target: 'waiting',
              actions: {
                type: 'recordFailure',
                params: ({ event: { output } }) => ({
                  wait: output.delivery.kind === 'undelivered' ? output.delivery.wait : undefined,
                }),
              },
            },
          ],
          onError: {
            target: 'waiting',
            actions: [
              { type: 'report', params: ({ event }) => event },
              { type: 'recordFailure', params: { wait: undefined } },
            ],
          },
        },
      },
      waiting: {
        after: { wait: 'delivering' },
        on: { 'login.completed': { target: 'delivering', actions: 'clearFailures' } },
      },
      pausing: {
        after: { pause: 'idle' },
        on: {
          'outbox.changed': 'idle',
          'login.completed': { target: 'idle', actions: 'clearFailures' },
        },
      },
    },
  })
