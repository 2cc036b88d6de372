import { type ActorRefFrom, type AnyActorRef, assign, enqueueActions, setup, stopChild } from 'xstate'
import { rangeHolding } from '#domain/conversation/contiguous-ranges.ts'
import { retryDelay } from '#domain/http/retry.ts'
import {
  departed,
  emptyLanes,
  type LaneOutcome,
  type LaneState,
  messagesToSend,
  recalled,
  returned,
  tidied,
  unsettled,
} from '#domain/outbox/lanes.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { arrivalOf, type SendingOutcome, settlementOf } from '#domain/outbox/settlement.ts'
import {
  staleMessages,
  stalenessInterval,
  triesAfter,
  type UnansweredTries,
  type WaitingSince,
} from '#domain/outbox/staleness.ts'
import { ofUnsent } from '#domain/outbox/unsent-only.ts'
import { messageMachine } from '#machines/message/message-machine.ts'
import type { ClientId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { SendingParts } from '#streams/outbound/send-message.ts'
import type { Clock, ReportPort, VisibilityPort } from '#streams/ports.ts'
import { watchOutbox, watchSurroundings } from './watch.ts'

/** What the outbox machine works with. */
export interface OutboxServices {
  readonly log: AccountLog
  readonly parts: SendingParts
  readonly clock: Clock
  readonly visibility: VisibilityPort
  readonly report: ReportPort
  /** The server refused a message: somebody has to be told, and its conversation fetched anew [LIFE-13 LIFE-14]. */
  refused(message: UnsentMessage, outcome: Extract<SendingOutcome, { kind: 'refused' }>): void
}

export interface OutboxContext {
  readonly services: OutboxServices
  readonly lanes: LaneState
  readonly failures: UnansweredTries
  /** Chosen to leave, not under way yet. */
  readonly starting: readonly UnsentMessage[]
  readonly since: WaitingSince
}

export type OutboxEvent =
  | { readonly type: 'outbox.changed' }
  | { readonly type: 'surroundings.changed' }
  /** The socket is in: what waits and what got stuck goes out (DEC-107). */
  | { readonly type: 'login.completed' }
  | { readonly type: 'message.settled'; readonly message: UnsentMessage; readonly outcome: SendingOutcome }
  /** The log refused the answer: it is as if none had come. */
  | { readonly type: 'settlement.lost'; readonly message: UnsentMessage }

interface Settled {
  readonly message: UnsentMessage
  readonly outcome: SendingOutcome
}

const actorIdOf = (clientId: ClientId) => `message-${clientId}`

/** What a try means to its lane; `now` is monotonic ms. */
function laneOutcomeOf(outcome: SendingOutcome, failures: number, now: number): LaneOutcome {
  switch (outcome.kind) {
    case 'acknowledged':
      return { kind: 'taken' }
    case 'refused':
      return { kind: 'refused' }
    case 'limited':
      return { kind: 'paused', until: now + outcome.retryAfter }
    case 'unreachable':
      return { kind: 'paused', until: now + retryDelay(failures) }
  }
}

/** The outbox after a try to send a message is over. */
function settle(context: OutboxContext, { message, outcome }: Settled): Partial<OutboxContext> {
  const { clientId, conversationId } = message
  const { clock, parts } = context.services
  const isUnanswered = outcome.kind === 'unreachable'
  const failures = triesAfter(context.failures, clientId, isUnanswered)
  const { moved } = context.since
  return {
    lanes: returned(
      context.lanes,
      message,
      laneOutcomeOf(outcome, failures.get(clientId) ?? 0, clock.monotonic()),
    ),
    failures,
    since: {
      ...context.since,
      moved: isUnanswered ? moved : new Map([...moved, [conversationId, parts.serverTime.now()]]),
    },
  }
}

/** Messages under way by a slower way than the socket that is there now. */
const detouring = (
  children: Readonly<Record<string, AnyActorRef | undefined>>,
  { inFlight }: LaneState,
): readonly ClientId[] =>
  [...inFlight.keys()].filter((clientId) => {
    // Every child with such an id is a message machine, whose snapshot names its state.
    const message = children[actorIdOf(clientId)] as ActorRefFrom<typeof messageMachine> | undefined
    const snapshot = message?.getSnapshot()
    return snapshot !== undefined && (snapshot.matches('reaching') || snapshot.matches('byHttp'))
  })

/** Stale messages go out by themselves; they keep their time, so that they keep their place among the waiting ones. */
const retried = ({ services }: OutboxContext): NewEvent[] =>
  services.log.outbox
    .get()
    .messages.filter(({ state }) => state === 'stale')
    .map(({ clientId, conversationId, attempt, submittedAt }) => ({
      stream: conversationId,
      type: 'MessageRetried',
      data: { clientId, attempt: attempt + 1, submittedAt },
      occurredAt: services.parts.serverTime.now(),
      origin: 'local',
    }))

const stalled = ({ failures, services, since }: OutboxContext): NewEvent[] => {
  const now = services.parts.serverTime.now()
  return staleMessages(services.log.outbox.get().messages, since, failures, now).map(
    ({ clientId, conversationId, attempt }) => ({
      stream: conversationId,
      type: 'MessageStalled',
      data: { clientId, attempt },
      occurredAt: now,
      origin: 'local',
    }),
  )
}

/** Whether the log took it; a refusal is reported. */
async function append(
  { services }: OutboxContext,
  events: readonly NewEvent[],
  onRefused: () => void = () => {},
): Promise<boolean> {
  if (events.length === 0) return true
  try {
    await services.log.append(events)
    return true
  } catch (cause) {
    services.report.fault({ kind: 'outbox', detail: 'could not be written to the log', cause })
    onRefused()
    return false
  }
}

/** An answer to a message that was given up meanwhile confirms nothing: the message comes back as one that was sent. */
async function takeBackGivenUp(context: OutboxContext, { message, outcome }: Settled): Promise<void> {
  if (outcome.kind !== 'acknowledged') return
  const { log, parts } = context.services
  const { sequence } = outcome.answer
  const held = log.knowledge(message.conversationId)?.held
  const isHeld = sequence !== undefined && rangeHolding(held ?? [], sequence) !== undefined
  if (held && !isHeld) await append(context, [arrivalOf(message, outcome.answer, parts.userId)])
}

/** Everything the outbox machine names. */
export const outboxSetup = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as OutboxContext, events: {} as OutboxEvent, input: {} as OutboxServices },
  actors: {
    message: messageMachine,
    queue: watchOutbox,
    surroundings: watchSurroundings,
  },
  actions: {
    /** Chooses everything that may leave now; `start` makes an actor of each. */
    choose: assign(({ context }) => {
      const { clock, log, parts } = context.services
      const { messages } = log.outbox.get()
      const starting = messagesToSend(messages, context.lanes, clock.monotonic(), parts.link.isReady())
      return {
        starting,
        lanes: tidied(departed(context.lanes, starting), messages),
        failures: ofUnsent(context.failures, messages),
      }
    }),
    start: enqueueActions(({ context: { services, starting }, enqueue, self }) => {
      for (const message of starting) {
        enqueue.spawnChild('message', {
          id: actorIdOf(message.clientId),
          input: {
            message,
            parts: services.parts,
            outbox: self,
          },
        })
      }
    }),
    /** After a login the socket is the shortest way; the client id makes what the other way delivered no second message. */
    recall: enqueueActions(({ context, enqueue, self }) => {
      const waiting = detouring(self.getSnapshot().children, context.lanes)
      for (const clientId of waiting) enqueue.stopChild(actorIdOf(clientId))
      enqueue.assign({ lanes: recalled(context.lanes, waiting) })
    }),
    remove: stopChild((_, { message }: Settled) => actorIdOf(message.clientId)),
    settle: assign(({ context }, settled: Settled) => settle(context, settled)),
    record: ({ context, self }, settled: Settled) => {
      const { message, outcome } = settled
      // With a conversation that is gone went its messages: what became of one would bring its text back.
      if (!context.services.log.knowledge(message.conversationId)) return
      const event = settlementOf(message, outcome, context.services.parts.serverTime.now())
      void append(context, event ? [event] : [], () => {
        if (self.getSnapshot().status === 'active') self.send({ type: 'settlement.lost', message })
      }).then((isWritten) => (isWritten ? takeBackGivenUp(context, settled) : undefined))
    },
    unsettle: assign(({ context: { lanes, services } }, { message }: { message: UnsentMessage }) => ({
      lanes: unsettled(lanes, message, services.clock.monotonic() + retryDelay(1)),
    })),
    tellRefusal: ({ context }, { message, outcome }: Settled) => {
      if (outcome.kind === 'refused') context.services.refused(message, outcome)
    },
    stall: ({ context }) => void append(context, stalled(context)),
    resend: ({ context }) => void append(context, retried(context)),
    startAnew: assign(({ context: { lanes, services } }) => ({
      failures: new Map(),
      lanes: { ...lanes, paused: emptyLanes.paused },
      since: { possible: services.parts.serverTime.now(), moved: new Map() },
    })),
  },
  guards: {
    isOnline: ({ context }) => context.services.visibility.isOnline(),
    hasWaiting: ({ context }) =>
      context.services.log.outbox.get().messages.some(({ state }) => state !== 'failed'),
  },
  delays: { stalenessInterval },
})
