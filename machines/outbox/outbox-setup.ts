import { assign, enqueueActions, setup, stopChild } from 'xstate'
import { retryDelay } from '#domain/http/call-limits.ts'
import {
  type Deliveries,
  type Delivery,
  deliveryAfter,
  unansweredTries,
  withDelivery,
  withoutPauses,
  withoutSettled,
} from '#domain/outbox/delivery.ts'
import type { DeliveryOutcome } from '#domain/outbox/delivery-outcome.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { messagesToSend } from '#domain/outbox/send-queue.ts'
import { type AnswerWait, staleMessages, stalenessInterval } from '#domain/outbox/staleness.ts'
import { needsUpload, uploadsToStart, uploadsToStop } from '#domain/outbox/upload-queue.ts'
import { watchOutbox, watchVisibility } from '#machines/actor-logic.ts'
import {
  createMessageMachine,
  type MessageReport,
  type MessageServices,
} from '#machines/message/message-machine.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'

export interface OutboxContext {
  /** Where each tried message is. Its actor has the id of `actorIdOf`. */
  readonly deliveries: Deliveries
  readonly since: AnswerWait
}

export type OutboxEvent =
  | { readonly type: 'outbox.changed' }
  | { readonly type: 'visibility.changed' }
  /** The socket is logged in: waiting and stale messages are sent (DEC-107). */
  | { readonly type: 'login.completed' }
  | MessageReport

interface Settled {
  readonly message: UnsentMessage
  readonly outcome: DeliveryOutcome
}
interface Ended {
  readonly message: UnsentMessage
}

/** A message may be sent before the log has confirmed the end of its upload: the two tries have two actors. */
const actorIdOf = ({ clientId }: Pick<UnsentMessage, 'clientId'>, status: 'uploading' | 'sending') =>
  `${status === 'uploading' ? 'upload' : 'message'}-${clientId}`
const actorOf = (message: UnsentMessage) => actorIdOf(message, needsUpload(message) ? 'uploading' : 'sending')

/** The outbox after a try to upload or to send a message. */
function settle(
  { clock, parts }: MessageServices,
  { deliveries, since }: OutboxContext,
  { message, outcome }: Settled,
): Partial<OutboxContext> {
  const { clientId, conversationId } = message
  const after = deliveryAfter(message, deliveries.get(clientId), outcome, clock.monotonic())
  const hasMoved = outcome.kind !== 'unreachable' && !needsUpload(message)
  return {
    deliveries: withDelivery(deliveries, clientId, after),
    ...(hasMoved
      ? { since: { ...since, moved: new Map([...since.moved, [conversationId, parts.serverTime.now()]]) } }
      : {}),
  }
}

/** Retries of stale messages. Without a new time they keep their place in the queue (DEC-107). */
const retried = (services: MessageServices): NewEvent[] =>
  services.log.outbox
    .get()
    .messages.filter(({ state }) => state === 'stale')
    .map(({ clientId, conversationId, attempt }) => ({
      stream: conversationId,
      type: 'MessageRetried',
      data: { clientId, attempt: attempt + 1 },
      occurredAt: services.parts.serverTime.now(),
      origin: 'local',
    }))

const stalled = (services: MessageServices, { deliveries, since }: OutboxContext): NewEvent[] => {
  const now = services.parts.serverTime.now()
  return staleMessages(services.log.outbox.get().messages, since, deliveries, now).map(
    ({ clientId, conversationId, attempt }) => ({
      stream: conversationId,
      type: 'MessageBecameStale',
      data: { clientId, attempt },
      occurredAt: now,
      origin: 'local',
    }),
  )
}

/** Never rejects: a rejection of the log is reported, and the next check repeats what was lost. */
function append(services: MessageServices, events: readonly NewEvent[]): void {
  if (events.length === 0) return
  services.log
    .append(events)
    .catch((cause: unknown) =>
      services.report.fault({ kind: 'outbox', detail: 'could not be written to the log', cause }),
    )
}

/** The step that the log has taken with a message in flight; the table ignores one that was taken before. */
function loggedStep(message: UnsentMessage | undefined): 'discarded' | 'stalled' | 'failed' | 'retried' {
  if (!message) return 'discarded'
  if (message.state === 'stale') return 'stalled'
  return message.state === 'failed' ? 'failed' : 'retried'
}

/** Everything that the outbox machine names. */
export const createOutboxSetup = (services: MessageServices) =>
  setup({
    types: { context: {} as OutboxContext, events: {} as OutboxEvent },
    actors: {
      message: createMessageMachine(services),
      queue: watchOutbox(services.log),
      environment: watchVisibility(services.visibility),
    },
    actions: {
      stopUploads: enqueueActions(({ context: { deliveries }, enqueue }) => {
        const left = new Map(deliveries)
        for (const clientId of uploadsToStop(services.log.outbox.get().messages, deliveries)) {
          enqueue.stopChild(actorIdOf({ clientId }, 'uploading'))
          left.delete(clientId)
        }
        if (left.size < deliveries.size) enqueue.assign({ deliveries: left })
      }),
      /** Starts an actor for each upload and each message that may leave now. */
      startDeliveries: enqueueActions(({ context, enqueue, self }) => {
        const { messages } = services.log.outbox.get()
        const now = services.clock.monotonic()
        let deliveries = withoutSettled(context.deliveries, messages)
        const start = (message: UnsentMessage, delivery: Delivery) => {
          const id = actorOf(message)
          deliveries = withDelivery(deliveries, message.clientId, delivery)
          // The actor of an earlier attempt may still wait for the log.
          enqueue.stopChild(id)
          enqueue.spawnChild('message', { id, input: { message, outbox: self } })
        }
        for (const message of uploadsToStart(messages, deliveries, now))
          start(message, { status: 'uploading' })
        const isConnected = services.parts.link.isReady()
        for (const message of messagesToSend(messages, { deliveries, now, isConnected })) {
          const { clientId, conversationId } = message
          const unanswered = unansweredTries(deliveries.get(clientId))
          start(message, { status: 'sending', conversationId, unanswered })
        }
        if (deliveries !== context.deliveries) enqueue.assign({ deliveries })
      }),
      /** Passes what happened in the log to the actors of messages in flight. */
      notifySteps: enqueueActions(({ context: { deliveries }, enqueue }) => {
        const { messages } = services.log.outbox.get()
        for (const [clientId, { status }] of deliveries) {
          if (status !== 'sending') continue
          const step = loggedStep(messages.find((message) => message.clientId === clientId))
          enqueue.sendTo(actorIdOf({ clientId }, status), { type: `message.${step}` })
        }
      }),
      /** After a login the socket is the shortest way; the client id makes a repeat no second message. */
      notifyLogin: enqueueActions(({ context: { deliveries }, enqueue }) => {
        for (const [clientId, { status }] of deliveries)
          if (status === 'sending')
            enqueue.sendTo(actorIdOf({ clientId }, status), { type: 'login.completed' })
      }),
      remove: stopChild((_, { message }: Ended) => actorOf(message)),
      settle: enqueueActions(({ context, enqueue }, settled: Settled) => {
        const isRecorded = settled.outcome.kind !== 'limited' && settled.outcome.kind !== 'unreachable'
        if (!isRecorded) enqueue.stopChild(actorOf(settled.message))
        enqueue.assign(settle(services, context, settled))
      }),
      /** The server knows the repeat by its client id and gives the same answer. */
      pause: assign(({ context: { deliveries } }, { message }: Ended) => {
        const limited = { kind: 'limited', retryAfter: retryDelay(1) } as const
        const paused = deliveryAfter(message, undefined, limited, services.clock.monotonic())
        return { deliveries: withDelivery(deliveries, message.clientId, paused) }
      }),
      stall: ({ context }) => append(services, stalled(services, context)),
      retryStale: (_) => append(services, retried(services)),
      endPauses: assign(({ context: { deliveries } }) => ({
        deliveries: withoutPauses(deliveries),
        since: { possible: services.parts.serverTime.now(), moved: new Map() },
      })),
    },
    guards: {
      // With a guard that declares no parameter, TypeScript cannot infer the types of `enqueueActions`.
      isOnline: (_) => services.visibility.isOnline(),
      hasWaiting: (_) => services.log.outbox.get().messages.some(({ state }) => state !== 'failed'),
    },
    delays: { stalenessInterval },
  })
