import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Outcome, Rejection } from '#domain/commands/command.ts'
import { shortestRecording } from '#domain/limits/configured-limits.ts'
import type { Clock } from '#streams/ports.ts'

import type { UploadFile } from '#streams/upload-file.ts'

export interface RecorderServices {
  readonly microphone: Microphone
  readonly clock: Pick<Clock, 'monotonic'>
  /** Sends the recording. It continues when the recorder has stopped. */
  readonly deliver: (sound: RecordedSound) => Promise<Outcome>
}

interface RecorderContext {
  /** The maximum duration of a recording, ms [REC-06]. */
  readonly longest: number
  readonly recording: Recording | undefined
  /** The start of the recording, clock time in ms. */
  readonly startedAt: number
  readonly seconds: number
  readonly sound: RecordedSound | undefined
  /** Whether the recording is sent without a preview. */
  readonly isSentImmediately: boolean
}

type RecorderSignal =
  | { readonly type: 'recorder.requested'; readonly longest: number }
  /** Stops the recording for a preview. */
  | { readonly type: 'recorder.stopped' }
  | { readonly type: 'recorder.sent' }
  | { readonly type: 'recorder.cancelled' }
  | { readonly type: 'microphone.ended' }

/** [REC-05] */
const tooShort: Rejection = {
  key: 'conversation.recording.min-duration',
  values: { second: shortestRecording / 1000 },
}
/** [REC-08] */
const noMicrophone: Rejection = { key: 'errors.no-microphone' }
const fault: Rejection = { key: 'errors.error' }

/** The result of finishing a recording. */
interface Made {
  readonly file: RecordedSound['file']
}

/**
 * A voice message from the press to its sending. The microphone is open in `capturing` and nowhere else: whichever way
 * that is left, the end of the whole machine included, it is closed.
 *
 *   closed ◄──── cancelled, from every state of open but delivering ─────────────────┐
 *    │ ▲                                                                              │
 *    │ └─ no microphone, or stopped or sent before 1 s: said so, nothing is kept      │
 *    │                                                                                │
 *    │ requested                                                                      │
 *    ▼                                                                                │
 *   open: opening ── opened ──► capturing                                             │
 *                                │ short ── 1 s ──► long ── stopped, sent,            │
 *                                │                   │      60 s, unplugged           │
 *                                │                   ▼                                │
 *                                └──────────── finishing ── already sent ──► delivering ── taken ──► closed
 *                                                    │                         ▲   │
 *                                                    └──► reviewing ── sent ───┘   │
 *                                                            ▲                     │
 *                                                            └────── rejected ──────┘
 */
export const createRecorderMachine = ({ clock, deliver, microphone }: RecorderServices) =>
  setup({
    types: {
      context: {} as RecorderContext,
      events: {} as RecorderSignal,
    },
    actors: {
      open: fromPromise<Recording>(({ signal }) => microphone.open(signal)),
      /** Holds the microphone open and closes it on stop. */
      hold: fromCallback<RecorderSignal, Recording | undefined>(({ input, sendBack }) => {
        input?.onEnded(() => sendBack({ type: 'microphone.ended' }))
        return () => input?.close()
      }),
      finish: fromPromise<Made, Recording | undefined>(async ({ input }) => {
        if (!input) throw new Error('nothing is being recorded')
        return { file: await input.finish() }
      }),
      deliver: fromPromise<Outcome, RecorderContext>(async ({ input: { sound } }) => {
        if (!sound) throw new Error('nothing was recorded')
        return deliver(sound)
      }),
    },
    actions: {
      limit: assign((_, { longest }: { longest: number }) => ({ longest })),
      begin: assign((_, { recording }: { recording: Recording }) => ({
        recording,
        startedAt: clock.monotonic(),
      })),
      measure: assign(({ context }) => ({ seconds: (clock.monotonic() - context.startedAt) / 1000 })),
      storeSound: assign(({ context: { seconds } }, { file }: Made) => ({ sound: { file, seconds } })),
      sendImmediately: assign({ isSentImmediately: true }),
      forget: assign({ recording: undefined, sound: undefined, seconds: 0, isSentImmediately: false }),
      /** Provided by the view. */
      notifyRejection: (_, _rejection: Rejection) => undefined,
      /** Provided by the view. */
      notifySent: () => undefined,
    },
    guards: {
      isSentImmediately: ({ context }) => context.isSentImmediately,
      isTaken: (_, { outcome }: { outcome: Outcome }) => outcome.isOk,
    },
    delays: {
      shortest: shortestRecording,
      rest: ({ context }) => context.longest - shortestRecording,
    },
  }).createMachine({
    id: 'recorder',
    context: {
      longest: 0,
      recording: undefined,
      startedAt: 0,
      seconds: 0,
      sound: undefined,
      isSentImmediately: false,
    },
    initial: 'closed',
    states: {
      closed: {
        entry: 'forget',
        on: {
          'recorder.requested': {
            target: 'open',
            actions: { type: 'limit', params: ({ event }) => ({ longest: event.longest }) },
          },
        },
      },
      open: {
        on: { 'recorder.cancelled': 'closed' },
        initial: 'opening',
        states: {
          opening: {
            invoke: {
              src: 'open',
              onDone: {
                target: 'capturing',
                actions: { type: 'begin', params: ({ event }) => ({ recording: event.output }) },
              },
              onError: {
                target: '#recorder.closed',
                actions: { type: 'notifyRejection', params: noMicrophone },
              },
            },
            on: {
              'recorder.stopped': '#recorder.open.tooShort',
              'recorder.sent': '#recorder.open.tooShort',
            },
          },
          capturing: {
            invoke: {
              src: 'hold',
              input: ({ context }) => context.recording,
              onError: { target: '#recorder.closed', actions: { type: 'notifyRejection', params: fault } },
            },
            initial: 'short',
            states: {
              short: {
                after: { shortest: 'long' },
                on: {
                  'recorder.stopped': '#recorder.open.tooShort',
                  'recorder.sent': '#recorder.open.tooShort',
                  'microphone.ended': {
                    target: '#recorder.closed',
                    actions: { type: 'notifyRejection', params: noMicrophone },
                  },
                },
              },
              long: {
                after: { rest: 'finishing' },
                on: {
                  'recorder.stopped': 'finishing',
                  'recorder.sent': { target: 'finishing', actions: 'sendImmediately' },
                  'microphone.ended': 'finishing',
                },
                exit: 'measure',
              },
              finishing: {
                invoke: {
                  src: 'finish',
                  input: ({ context }) => context.recording,
                  onDone: [
                    {
                      guard: 'isSentImmediately',
                      target: '#recorder.open.delivering',
                      actions: { type: 'storeSound', params: ({ event }) => event.output },
                    },
                    {
                      target: '#recorder.open.reviewing',
                      actions: { type: 'storeSound', params: ({ event }) => event.output },
                    },
                  ],
                  onError: {
                    target: '#recorder.closed',
                    actions: { type: 'notifyRejection', params: fault },
                  },
                },
                on: { 'recorder.sent': { actions: 'sendImmediately' } },
              },
            },
          },
          /** A transient state. */
          tooShort: {
            always: { target: '#recorder.closed', actions: { type: 'notifyRejection', params: tooShort } },
          },
          reviewing: { on: { 'recorder.sent': 'delivering' } },
          delivering: {
            // A sent recording cannot be cancelled.
            on: { 'recorder.cancelled': {} },
            invoke: {
              src: 'deliver',
              input: ({ context }) => context,
              onDone: [
                {
                  guard: { type: 'isTaken', params: ({ event }) => ({ outcome: event.output }) },
                  target: '#recorder.closed',
                  actions: 'notifySent',
                },
                {
                  target: 'reviewing',
                  actions: {
                    type: 'notifyRejection',
                    params: ({ event }) => (event.output.isOk ? fault : event.output.rejection),
                  },
                },
              ],
              onError: { target: 'reviewing', actions: { type: 'notifyRejection', params: fault } },
            },
          },
        },
      },
    },
  })

/** The microphone of a device. */
export interface Microphone {
  /**
   * Opens the microphone and starts to record. Rejects if there is none or permission is denied. Closes it when
   * `signal` aborts.
   */
  open(signal: AbortSignal): Promise<Recording>
}

/** A running recording. The microphone is open until `finish` or `close`. */
export interface Recording {
  /** The current loudness, 0 to 1. */
  level(): number
  /** Calls the listener when the microphone ends without a request, for example when it is unplugged. */
  onEnded(listener: () => void): void
  /** Closes the microphone and returns the recording. */
  finish(): Promise<UploadFile>
  /** Closes the microphone and discards an unfinished recording. May be called again. */
  close(): void
}

/** A recording and its duration. */
export interface RecordedSound {
  readonly file: UploadFile
  readonly seconds: number
}
