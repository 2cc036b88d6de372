import {
  type ActorRef,
  assign,
  enqueueActions,
  fromPromise,
  type Snapshot,
  sendTo,
  setup,
  stateIn,
} from 'xstate'
import { retryDelay } from '#domain/http/call-limits.ts'
import {
  type MessageStatus,
  type MessageStep,
  messageTransitions,
} from '#domain/message/message-transitions.ts'
import {
  type DeliveryOutcome,
  deliveryOutcomeOf,
  pauseAfter,
  stepOfOutcome,
} from '#domain/outbox/delivery.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { needsUpload } from '#domain/outbox/upload-queue.ts'
import {
  type SendingResult,
  type SendingServices,
  sendByHttp,
  sendBySocket,
} from '#streams/outbound/send-message.ts'
import { recordOutcome } from './record-outcome.ts'
import type { UploadServices } from './upload-message-file.ts'

/** How long sending waits for a connection [LIFE-04] (DEC-13), ms. */
export const connectionWait = 3000

export type MessageEvent =
  | { readonly type: `message.${MessageStep}` }
  /** The socket is logged in. Sending over HTTP is not needed any more. */
  | { readonly type: 'login.completed' }
  /** Earlier tries without a response do not count any more. */
  | { readonly type: 'pauses.ended' }

/** The events that a message sends to the outbox. */
export type MessageReport =
  /** This try is over. */
  | { readonly type: 'message.settled'; readonly message: UnsentMessage; readonly outcome: DeliveryOutcome }
  /** The log holds the outcome. */
  | { readonly type: 'message.recorded' }

/** What a message needs to be uploaded, sent and recorded. */
export interface MessageServices extends Omit<UploadServices, 'caller' | 'serverTime'> {
  readonly sending: SendingServices
  /** Tells the user of a rejection; the conversation may have to be fetched again [LIFE-13 LIFE-14 MEDIA-35]. */
  rejected(message: UnsentMessage, outcome: Extract<DeliveryOutcome, { kind: 'rejected' }>): void
}

export interface MessageInput {
  /** A copy, because the message may leave the log while it is in flight. */
  readonly message: UnsentMessage
  /** The number of earlier tries in a row without a response. */
  readonly unanswered: number
  readonly outbox: ActorRef<Snapshot<unknown>, MessageReport>
}
interface MessageContext extends MessageInput {
  readonly outcome: DeliveryOutcome
  /** The end of the pause, monotonic ms; 0 if there is none. */
  readonly pausedUntil: number
}

/** The states of a message's life, one for each row of the table in domain/message/message-transitions.ts. */
const statusStates = Object.fromEntries(
  Object.entries(messageTransitions).map(([status, steps]) => {
    const on = Object.entries(steps).map(([step, next]) => [`message.${step}`, next])
    return [status, on.length === 0 ? { type: 'final' as const } : { on: Object.fromEntries(on) }]
  }),
  // The keys of the table; `fromEntries` knows only strings.
) as Record<MessageStatus, { type: 'final' } | { on: Record<string, MessageStatus> }>

/**
 * One message of this user in flight: its status, and the way it takes. The outbox starts an actor for each upload and
 * each send, and removes it when the log says the outcome or the message is tried again. The folds of the log take all other messages through the same
 * table.
 *
 *   status (the table):
 *     pending ──stalled──► stale ──retried──► pending
 *     pending, stale ──failed──► failed ──retried──► pending
 *     pending, stale, failed ──discarded──► discarded
 *     pending, stale, failed, discarded ──confirmed──► sent ──read──► read
 *     sent, read ──► recalled, deleted, cleared, expired
 *
 *   delivery:
 *     choosing ── has a file to upload ─► uploading ── ended ───────────────────────┐
 *        │─────── connected ────────────► bySocket ─── answered ───────────────────┤
 *        │                                 ▲ ▲  │ no response in 3 s                ▼
 *        └─────── not connected ─► reaching┘ │  ▼                                settled
 *                                  (3 s) └───┼► byHttp ── answered, or not ────────▲
 *                                            └────┘ login                          │
 *                                     reaching, byHttp ── login, but discarded ────┘
 *
 *     settled ── answered ──► recording ── the log holds it ──► done
 *        │                        │ the log rejects it
 *        └── limited, unreachable ┴──► paused
 *
 * `settled` takes the step that the outcome is, `recording` writes it to the log. `done` and `paused` are not final:
 * XState keeps the name of every event that a machine has received, and the end of an actor has a name of its own.
 */
export const createMessageMachine = (services: MessageServices) =>
  setup({
    types: {
      context: {} as MessageContext,
      events: {} as MessageEvent,
      input: {} as MessageInput,
    },
    actors: {
      upload: fromPromise<DeliveryOutcome, MessageContext>(async ({ input, signal }) => {
        // Most starts upload nothing, so this code is no part of the first load.
        const { uploadMessageFile } = await import('./upload-message-file.ts')
        return uploadMessageFile({ ...services, ...services.sending }, input.message, signal)
      }),
      reach: fromPromise<boolean>(() => services.sending.link.untilReady(connectionWait)),
      sendBySocket: fromPromise<SendingResult, MessageContext>(({ input }) =>
        sendBySocket(services.sending, input.message),
      ),
      sendByHttp: fromPromise<SendingResult, MessageContext>(({ input, signal }) =>
        sendByHttp(services.sending, input.message, signal),
      ),
      record: fromPromise<void, MessageContext>(({ input }) => recordOutcome(services, input)),
    },
    actions: {
      /** The log may hold the message as stale already. */
      takeLoggedStatus: enqueueActions(({ context, enqueue }) => {
        if (context.message.state === 'stale') enqueue.raise({ type: 'message.stalled' })
      }),
      noteOutcome: assign((_, { outcome }: { outcome: DeliveryOutcome }) => ({ outcome })),
      recordResponse: assign((_, { response }: { response: SendingResult }) => ({
        outcome: deliveryOutcomeOf(response),
      })),
      takeStep: enqueueActions(({ context, enqueue }) => {
        const step = stepOfOutcome(context.outcome)
        if (step) enqueue.raise({ type: `message.${step}` })
      }),
      reportSettled: sendTo(
        ({ context }) => context.outbox,
        ({ context: { message, outcome } }): MessageReport => ({ type: 'message.settled', message, outcome }),
      ),
      reportRecorded: sendTo(
        ({ context }) => context.outbox,
        (): MessageReport => ({ type: 'message.recorded' }),
      ),
      pause: assign(({ context: { outcome, unanswered } }) => {
        const pause = pauseAfter(outcome, unanswered, services.clock.monotonic())
        return { pausedUntil: pause?.until ?? 0, unanswered: pause?.unanswered ?? 0 }
      }),
      /** The server knows the repeat by its client id and gives the same response. */
      pauseBeforeRepeat: assign(() => ({
        pausedUntil: services.clock.monotonic() + retryDelay(1),
        unanswered: 0,
      })),
      clearUnanswered: assign({ unanswered: 0 }),
      notifyRejection: ({ context: { message, outcome } }) => {
        if (outcome.kind === 'rejected') services.rejected(message, outcome)
      },
    },
    guards: {
      needsUpload: ({ context }) => needsUpload(context.message),
      // With a guard that declares no parameter, TypeScript cannot infer the types of `enqueueActions`.
      isConnected: (_) => services.sending.link.isReady(),
      isDiscarded: stateIn({ status: 'discarded' }),
      isTrue: (_, { value }: { value: boolean }) => value,
      mustPause: ({ context: { outcome } }) => outcome.kind === 'limited' || outcome.kind === 'unreachable',
      hasResponse: (_, { response }: { response: SendingResult }) => response !== undefined,
    },
  }).createMachine({
    id: 'message',
    context: ({ input }) => ({ ...input, outcome: { kind: 'unreachable' }, pausedUntil: 0 }),
    type: 'parallel',
    entry: 'takeLoggedStatus',
    on: { 'pauses.ended': { actions: 'clearUnanswered' } },
    states: {
      status: { initial: 'pending', states: statusStates },
      delivery: {
        initial: 'choosing',
        states: {
          choosing: {
            always: [
              { guard: 'needsUpload', target: 'uploading' },
              { guard: 'isConnected', target: 'bySocket' },
              { target: 'reaching' },
            ],
          },
          uploading: {
            invoke: {
              src: 'upload',
              input: ({ context }) => context,
              onDone: {
                target: 'settled',
                actions: { type: 'noteOutcome', params: ({ event }) => ({ outcome: event.output }) },
              },
              onError: 'settled',
            },
          },
          reaching: {
            invoke: {
              src: 'reach',
              onDone: [
                { guard: 'isDiscarded', target: 'settled' },
                {
                  guard: { type: 'isTrue', params: ({ event }) => ({ value: event.output }) },
                  target: 'bySocket',
                },
                { target: 'byHttp' },
              ],
              onError: [{ guard: 'isDiscarded', target: 'settled' }, { target: 'byHttp' }],
            },
            on: { 'login.completed': [{ guard: 'isDiscarded', target: 'settled' }, { target: 'bySocket' }] },
          },
          bySocket: {
            invoke: {
              src: 'sendBySocket',
              input: ({ context }) => context,
              onDone: [
                {
                  guard: { type: 'hasResponse', params: ({ event }) => ({ response: event.output }) },
                  target: 'settled',
                  actions: { type: 'recordResponse', params: ({ event }) => ({ response: event.output }) },
                },
                { target: 'byHttp' },
              ],
              onError: 'byHttp',
            },
          },
          byHttp: {
            invoke: {
              src: 'sendByHttp',
              input: ({ context }) => context,
              onDone: {
                target: 'settled',
                actions: { type: 'recordResponse', params: ({ event }) => ({ response: event.output }) },
              },
              onError: 'settled',
            },
            on: { 'login.completed': [{ guard: 'isDiscarded', target: 'settled' }, { target: 'bySocket' }] },
          },
          settled: {
            entry: ['takeStep', 'reportSettled', 'notifyRejection'],
            always: [{ guard: 'mustPause', target: 'paused', actions: 'pause' }, { target: 'recording' }],
          },
          recording: {
            invoke: {
              src: 'record',
              input: ({ context }) => context,
              onDone: { target: 'done', actions: 'reportRecorded' },
              onError: { target: 'paused', actions: 'pauseBeforeRepeat' },
            },
          },
          /** The outbox replaces this actor when the message may be tried again. */
          paused: {},
          done: {},
        },
      },
    },
  })
