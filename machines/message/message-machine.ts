import { assign, fromPromise, setup } from 'xstate'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { acknowledgement } from '#schemas/translate/answer-to-message.ts'
import { resultCode } from '#schemas/wire/result-codes.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import {
  type SendingParts,
  type SendingResult,
  sendByHttp,
  sendBySocket,
} from '#streams/outbound/send-message.ts'

/** How long sending waits for a connection that is not there [LIFE-04] (DEC-13), ms. */
export const connectionWait = 3000

/** What became of one try to send. */
export type SendingOutcome =
  | { readonly kind: 'acknowledged' }
  /** Neither way gave an answer: it stays where it is and is tried again under the same client id. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'limited'; readonly retryAfter: number }
  /** `isForGood`: the pending copy is gone [LIFE-15], otherwise it waits for Retry. */
  | { readonly kind: 'refused'; readonly code: number; readonly text: string; readonly isForGood: boolean }

export interface MessageInput {
  readonly message: UnsentMessage
  readonly parts: SendingParts
  readonly log: AccountLog
  /** Told once, when this try is over. */
  settled(outcome: SendingOutcome): void
}
interface MessageContext extends MessageInput {
  readonly result: SendingResult
}

const outcomeOf = (result: SendingResult): SendingOutcome => {
  if (!result) return { kind: 'unreachable' }
  if (result.kind === 'taken') return { kind: 'acknowledged' }
  const { code, text, retryAfter } = result
  if (retryAfter !== undefined) return { kind: 'limited', retryAfter }
  return { kind: 'refused', code, text, isForGood: code === resultCode.messageRefused }
}

/** Writes what the answer means into the log; a limit and no answer mean nothing. */
async function record({ message, result, log, parts }: MessageContext): Promise<void> {
  if (!result) return
  if (result.kind === 'taken') {
    await log.append([acknowledgement(message, result, 'local')])
    return
  }
  if (result.retryAfter !== undefined) return
  const { clientId, conversationId: stream, attempt } = message
  const common = { stream, occurredAt: parts.serverTime.now(), origin: 'local' } as const
  const { code, text: reason } = result
  await log.append([
    code === resultCode.messageRefused
      ? { ...common, type: 'MessageDiscarded', data: { clientId } }
      : { ...common, type: 'MessageFailed', data: { clientId, attempt, code, reason } },
  ])
}

/**
 * One try to send one message: by the socket first, by HTTP when that gives no answer, always under the same client
 * id [LIFE-03 LIFE-05]. It lives only while the message is in flight.
 *
 *   choosing ── connected ─────────────► bySocket ── answered ──► recording ──► done
 *      │                                  ▲    │                     ▲
 *      └── not connected ──► reaching ────┘    │ no answer in 3 s    │ answered, or not
 *                            (3 s) │           ▼                     │
 *                                  └───────► byHttp ─────────────────┘
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
    record: fromPromise<void, MessageContext>(({ input }) => record(input)),
  },
  actions: {
    keepResult: assign((_, { result }: { result: SendingResult }) => ({ result })),
    forgetResult: assign({ result: undefined }),
    tellOutcome: ({ context }) => context.settled(outcomeOf(context.result)),
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
            target: 'recording',
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
          target: 'recording',
          actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
        },
        onError: 'done',
      },
    },
    recording: {
      invoke: {
        src: 'record',
        input: ({ context }) => context,
        onDone: 'done',
        // What could not be written did not happen: the try counts as unanswered.
        onError: { target: 'done', actions: 'forgetResult' },
      },
    },
    done: { type: 'final', entry: 'tellOutcome' },
  },
})
