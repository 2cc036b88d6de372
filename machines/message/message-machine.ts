import { type ActorRef, assign, fromPromise, type Snapshot, sendTo, setup } from 'xstate'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { outcomeOfAnswer, type SendingOutcome } from '#domain/outbox/settlement.ts'
import {
  type SendingParts,
  type SendingResult,
  sendByHttp,
  sendBySocket,
} from '#streams/outbound/send-message.ts'

/** How long sending waits for a connection that is not there [LIFE-04] (DEC-13), ms. */
export const connectionWait = 3000

export interface MessageSettled {
  readonly type: 'message.settled'
  readonly message: UnsentMessage
  readonly outcome: SendingOutcome
}

export interface MessageInput {
  readonly message: UnsentMessage
  readonly parts: SendingParts
  /** Told once, when this try is over. */
  readonly outbox: ActorRef<Snapshot<unknown>, MessageSettled>
}
interface MessageContext extends MessageInput {
  readonly result: SendingResult
}

/**
 * One try to send one message: by the socket first, by HTTP when that gives no answer, always under the same client
 * id [LIFE-03 LIFE-05]. It lives only while the message is in flight.
 *
 *   choosing ── connected ─────────────► bySocket ── answered ──► done
 *      │                                  ▲    │                   ▲
 *      └── not connected ──► reaching ────┘    │ no answer in 3 s  │ answered, or not
 *                            (3 s) │           ▼                   │
 *                                  └───────► byHttp ───────────────┘
 *
 * It is not final when it is done, and stopped by the outbox: XState keeps the name of every event that a machine ever heard,
 * and the end of an actor has a name of its own.
 */
export const messageMachine = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as MessageContext, input: {} as MessageInput },
  actors: {
    reach: fromPromise<boolean, MessageContext>(({ input }) => input.parts.link.untilReady(connectionWait)),
    sendBySocket: fromPromise<SendingResult, MessageContext>(({ input }) =>
      sendBySocket(input.parts, input.message),
    ),
    sendByHttp: fromPromise<SendingResult, MessageContext>(({ input, signal }) =>
      sendByHttp(input.parts, input.message, signal),
    ),
  },
  actions: {
    keepResult: assign((_, { result }: { result: SendingResult }) => ({ result })),
    tellOutcome: sendTo(
      ({ context }) => context.outbox,
      ({ context: { message, result } }): MessageSettled => ({
        type: 'message.settled',
        message,
        outcome: outcomeOfAnswer(result),
      }),
    ),
  },
  guards: {
    isConnected: ({ context }) => context.parts.link.isReady(),
    isTrue: (_, { value }: { value: boolean }) => value,
    isAnswered: (_, { result }: { result: SendingResult }) => result !== undefined,
  },
}).createMachine({
  id: 'message',
  context: ({ input }) => ({ ...input, result: undefined }),
  initial: 'choosing',
  states: {
    choosing: { always: [{ guard: 'isConnected', target: 'bySocket' }, { target: 'reaching' }] },
    reaching: {
      invoke: {
        src: 'reach',
        input: ({ context }) => context,
        onDone: [
          { guard: { type: 'isTrue', params: ({ event }) => ({ value: event.output }) }, target: 'bySocket' },
          { target: 'byHttp' },
        ],
        onError: 'byHttp',
      },
    },
    bySocket: {
      invoke: {
        src: 'sendBySocket',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => ({ result: event.output }) },
            target: 'done',
            actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
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
          target: 'done',
          actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
        },
        onError: 'done',
      },
    },
    done: { entry: 'tellOutcome' },
  },
})
