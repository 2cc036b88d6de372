import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate'
import {
  answeredDelivery,
  type Deliveries,
  type Delivery,
  type DeliveryOutcome,
  isDeliveryLogged,
  unansweredTries,
} from '#domain/outbox/delivery.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import {
  messagesToSend,
  type ResponseWait,
  staleMessages,
  stalenessInterval,
} from '#domain/outbox/send-queue.ts'
import { needsUpload, uploadsToStart, uploadsToStop } from '#domain/outbox/upload-queue.ts'
import { watchOutbox, watchVisibility } from '#machines/actor-logic.ts'
import {
  createMessageMachine,
  type MessageReport,
  type MessageServices,
} from '#machines/message/message-machine.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'

type MessageActor = ActorRefFrom<ReturnType<typeof createMessageMachine>>

export interface OutboxContext {
  /** An actor for each upload and each message in flight or in a pause. A message's upload comes before its sending. */
  readonly messageActors: readonly MessageActor[]
  readonly responseWait: ResponseWait
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

/** A message may be sent before the log has confirmed the end of its upload: the two tries have two actors. */
const actorIdOf = (message: UnsentMessage) =>
  `${needsUpload(message) ? 'upload' : 'message'}-${message.clientId}`

const messageOf = (actor: MessageActor): UnsentMessage => actor.getSnapshot().context.message

/** Returns the delivery state of the message that this actor tries to deliver. */
function deliveryOf(actor: MessageActor): Delivery {
  const snapshot = actor.getSnapshot()
  const { message, outcome, pausedUntil: until, unanswered } = snapshot.context
  const { attempt, conversationId } = message
  if (snapshot.matches({ delivery: 'paused' })) return { status: 'paused', attempt, until, unanswered }
  if (snapshot.matches({ delivery: 'recording' }) || snapshot.matches({ delivery: 'done' }))
    return answeredDelivery(message, outcome)
  return needsUpload(message) ? { status: 'uploading' } : { status: 'sending', conversationId, unanswered }
}

/** Returns the delivery state of each message that was tried. */
export const deliveriesOf = (messageActors: readonly MessageActor[]): Deliveries =>
  new Map(messageActors.map((actor) => [messageOf(actor).clientId, deliveryOf(actor)]))

/** Retries of stale messages. Without a new time they keep their place in the queue (DEC-107). */
const retried = (services: MessageServices): NewEvent[] =>
  services.log.outbox
    .get()
    .messages.filter(({ state }) => state === 'stale')
    .map(({ clientId, conversationId, attempt }) => ({
      stream: conversationId,
      type: 'MessageRetried',
      data: { clientId, attempt: attempt + 1 },
      occurredAt: services.sending.serverTime.now(),
      origin: 'local',
    }))

const stalled = (services: MessageServices, { messageActors, responseWait }: OutboxContext): NewEvent[] => {
  const now = services.sending.serverTime.now()
  return staleMessages(
    services.log.outbox.get().messages,
    responseWait,
    deliveriesOf(messageActors),
    now,
  ).map(({ clientId, conversationId, attempt }) => ({
    stream: conversationId,
    type: 'MessageBecameStale',
    data: { clientId, attempt },
    occurredAt: now,
    origin: 'local',
  }))
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
      /** Stops uploads that are no longer needed, and tries whose outcome is in the log. */
      stopMessageActors: enqueueActions(({ context: { messageActors }, enqueue }) => {
        if (messageActors.length === 0) return
        const { messages } = services.log.outbox.get()
        const unsent = new Map(messages.map((message) => [message.clientId, message]))
        const unneeded = new Set(uploadsToStop(messages, deliveriesOf(messageActors)))
        const isOver = (actor: MessageActor) => {
          const { clientId } = messageOf(actor)
          const delivery = deliveryOf(actor)
          if (delivery.status === 'uploading') return unneeded.has(clientId)
          const isRecording = actor.getSnapshot().matches({ delivery: 'recording' })
          return !isRecording && isDeliveryLogged(delivery, unsent.get(clientId))
        }
        const over = new Set(messageActors.filter(isOver))
        for (const actor of over) enqueue.stopChild(actor)
        if (over.size > 0)
          enqueue.assign({ messageActors: messageActors.filter((actor) => !over.has(actor)) })
      }),
      /** Starts an actor for each upload and each message that may leave now. */
      startMessageActors: enqueueActions(({ context: { messageActors }, enqueue, self }) => {
        const { messages } = services.log.outbox.get()
        const now = services.clock.monotonic()
        const deliveries = new Map(deliveriesOf(messageActors))
        const uploads = uploadsToStart(messages, deliveries, now)
        for (const { clientId } of uploads) deliveries.set(clientId, { status: 'uploading' })
        const isConnected = services.sending.link.isReady()
        const started = [...uploads, ...messagesToSend(messages, { deliveries, now, isConnected })]
        if (started.length === 0) return
        const ids = new Set(started.map(actorIdOf))
        // The actor of an earlier attempt may be in a pause, or still wait for the log.
        for (const actor of messageActors) if (ids.has(actor.id)) enqueue.stopChild(actor)
        enqueue.assign(({ spawn }) => ({
          messageActors: [
            ...messageActors.filter(({ id }) => !ids.has(id)),
            ...started.map((message) => {
              const unanswered = unansweredTries(deliveries.get(message.clientId))
              return spawn('message', {
                id: actorIdOf(message),
                input: { message, unanswered, outbox: self },
              })
            }),
          ],
        }))
      }),
      /** Passes what happened in the log to the actors of messages in flight. */
      notifySteps: enqueueActions(({ context: { messageActors }, enqueue }) => {
        const { messages } = services.log.outbox.get()
        for (const actor of messageActors) {
          if (deliveryOf(actor).status !== 'sending') continue
          const { clientId } = messageOf(actor)
          const step = loggedStep(messages.find((message) => message.clientId === clientId))
          enqueue.sendTo(actor, { type: `message.${step}` })
        }
      }),
      /** After a login the socket is the shortest way; the client id makes a repeat no second message. */
      notifyLogin: enqueueActions(({ context: { messageActors }, enqueue }) => {
        for (const actor of messageActors)
          if (deliveryOf(actor).status === 'sending') enqueue.sendTo(actor, { type: 'login.completed' })
      }),
      /** None of a conversation's messages becomes stale while its queue moves. */
      settle: assign(({ context: { responseWait } }, { message, outcome }: Settled) => {
        if (outcome.kind === 'unreachable' || needsUpload(message)) return {}
        const movedAt = services.sending.serverTime.now()
        return {
          responseWait: {
            ...responseWait,
            moved: new Map([...responseWait.moved, [message.conversationId, movedAt]]),
          },
        }
      }),
      endPauses: enqueueActions(({ context: { messageActors }, enqueue }) => {
        const isPaused = (actor: MessageActor) => deliveryOf(actor).status === 'paused'
        for (const actor of messageActors) {
          if (isPaused(actor)) enqueue.stopChild(actor)
          else enqueue.sendTo(actor, { type: 'pauses.ended' })
        }
        enqueue.assign({
          messageActors: messageActors.filter((actor) => !isPaused(actor)),
          responseWait: { possible: services.sending.serverTime.now(), moved: new Map() },
        })
      }),
      stall: ({ context }) => append(services, stalled(services, context)),
      retryStale: (_) => append(services, retried(services)),
    },
    guards: {
      // With a guard that declares no parameter, TypeScript cannot infer the types of `enqueueActions`.
      isOnline: (_) => services.visibility.isOnline(),
      hasWaiting: (_) => services.log.outbox.get().messages.some(({ state }) => state !== 'failed'),
    },
    delays: { stalenessInterval },
  })
