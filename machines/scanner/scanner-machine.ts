import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Clock } from '#streams/ports.ts'

/** The minimum time between the starts of two attempts to read a code, ms [QR-09]. */
const attemptInterval = 300

/** The time without a code after which the scanner gives advice, ms. */
const adviceAfter = 15_000

export interface ScannerServices {
  readonly camera: CodeCamera
  readonly clock: Pick<Clock, 'monotonic'>
}

interface ScannerContext {
  /** The id of the camera to open; undefined for the one that faces away from the user. */
  readonly chosen: string | undefined
  /** The open camera; undefined in all states but `watching`. */
  readonly camera: OpenCamera | undefined
  /** The start of the last attempt, clock time in ms. */
  readonly attemptedAt: number
  /** Why the scanner failed. */
  readonly fault: CameraFault | undefined
}

type ScannerSignal =
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  /** Starts again after a failure or a scanned code. */
  | { readonly type: 'scan.requested' }
  | { readonly type: 'camera.chosen'; readonly id: string }
  | { readonly type: 'torch.toggled' }
  | { readonly type: 'camera.opened'; readonly camera: OpenCamera }
  | { readonly type: 'camera.failed'; readonly fault: CameraFault }

/**
 * The scanner of codes [QR-06]. The camera is open in `scanning` and nowhere else: whichever way that is left, the end
 * of the whole machine included, it is closed. One that opens later is closed immediately.
 *
 *    idle                  scanning
 *   ┌─────────┐  shown    ┌─────────────────────────────────────────────────────────────┐
 *   │ waiting │ ────────► │ opening ── opened ──► watching                              │
 *   │         │ ◄──────── │    ▲                   search: attempting ⇄ throttled       │
 *   └─────────┘  hidden   │    │                   torch: off ► turningOn ► on          │
 *                         │    │                          on ► turningOff ► off         │
 *   ┌─────────┐ requested │    │                   advice: none ── 15 s ──► given       │
 *   │ failed  │ ────────► │    │                      │                                 │
 *   │         │ ◄──────── │    └── another camera ────┘                                 │
 *   └─────────┘  fault    └───────────┬───────────────────────────▲─────────────────────┘
 *                                     │ code                      │ requested
 *                                     └────────► scanned ─────────┘
 */
export const createScannerMachine = ({ camera, clock }: ScannerServices) =>
  setup({
    types: { context: {} as ScannerContext, events: {} as ScannerSignal },
    actors: {
      /** Opens the camera, and closes it on stop, also if it opens only then. */
      camera: fromCallback<ScannerSignal, string | undefined>(({ input, sendBack }) => {
        let isStopped = false
        let opened: OpenCamera | undefined
        camera.open(input).then(
          (open) => {
            if (isStopped) return open.close()
            opened = open
            open.onEnded(() => sendBack({ type: 'camera.failed', fault: 'ended' }))
            sendBack({ type: 'camera.opened', camera: open })
          },
          (cause: unknown) => sendBack({ type: 'camera.failed', fault: faultOf(cause) }),
        )
        return () => {
          isStopped = true
          opened?.close()
        }
      }),
      read: fromPromise<string | undefined, ScannerContext>(({ input }) => openOf(input).read()),
      setTorch: fromPromise<void, { readonly context: ScannerContext; readonly isOn: boolean }>(({ input }) =>
        openOf(input.context).setTorch(input.isOn),
      ),
    },
    actions: {
      choose: assign((_, { id }: { id: string }) => ({ chosen: id })),
      storeCamera: assign((_, { camera: opened }: { camera: OpenCamera }) => ({ camera: opened })),
      forgetCamera: assign({ camera: undefined }),
      noteAttempt: assign(() => ({ attemptedAt: clock.monotonic() })),
      /** The chosen camera may be gone, so that the next attempt opens the usual one. */
      storeFault: assign((_, { fault }: { fault: CameraFault }) => ({ fault, chosen: undefined })),
      forgetFault: assign({ fault: undefined }),
      /** Provided by the view. */
      notifyScanned: (_, _scanned: { text: string }) => undefined,
    },
    guards: {
      isCode: (_, { text }: { text: string | undefined }) => text !== undefined,
      hasTorch: ({ context }) => context.camera?.hasTorch === true,
    },
    delays: {
      untilNextAttempt: ({ context }) =>
        Math.max(0, context.attemptedAt + attemptInterval - clock.monotonic()),
      adviceAfter,
    },
  }).createMachine({
    id: 'scanner',
    context: { chosen: undefined, camera: undefined, attemptedAt: 0, fault: undefined },
    initial: 'idle',
    states: {
      idle: {
        initial: 'waiting',
        states: {
          waiting: { on: { 'page.shown': '#scanner.scanning' } },
          failed: {
            on: { 'scan.requested': '#scanner.scanning' },
            exit: 'forgetFault',
          },
        },
      },
      scanning: {
        invoke: {
          src: 'camera',
          input: ({ context }) => context.chosen,
          onError: {
            target: 'idle.failed',
            actions: { type: 'storeFault', params: ({ event }) => ({ fault: faultOf(event.error) }) },
          },
        },
        on: {
          'page.hidden': 'idle.waiting',
          'camera.failed': {
            target: 'idle.failed',
            actions: { type: 'storeFault', params: ({ event }) => event },
          },
          'camera.chosen': {
            target: 'scanning',
            reenter: true,
            actions: { type: 'choose', params: ({ event }) => event },
          },
        },
        initial: 'opening',
        states: {
          opening: {
            on: {
              'camera.opened': {
                target: 'watching',
                actions: { type: 'storeCamera', params: ({ event }) => event },
              },
            },
          },
          watching: {
            type: 'parallel',
            exit: 'forgetCamera',
            states: {
              search: {
                initial: 'attempting',
                states: {
                  attempting: {
                    entry: 'noteAttempt',
                    invoke: {
                      src: 'read',
                      input: ({ context }) => context,
                      onDone: [
                        {
                          guard: { type: 'isCode', params: ({ event }) => ({ text: event.output }) },
                          target: '#scanner.scanned',
                          actions: {
                            type: 'notifyScanned',
                            params: ({ event }) => ({ text: event.output ?? '' }),
                          },
                        },
                        { target: 'throttled' },
                      ],
                      onError: {
                        target: '#scanner.idle.failed',
                        actions: {
                          type: 'storeFault',
                          params: ({ event }) => ({ fault: faultOf(event.error) }),
                        },
                      },
                    },
                  },
                  throttled: { after: { untilNextAttempt: 'attempting' } },
                },
              },
              torch: {
                initial: 'off',
                states: {
                  off: { on: { 'torch.toggled': { guard: 'hasTorch', target: 'turningOn' } } },
                  turningOn: {
                    invoke: {
                      src: 'setTorch',
                      input: ({ context }) => ({ context, isOn: true }),
                      onDone: 'on',
                      onError: 'off',
                    },
                  },
                  on: { on: { 'torch.toggled': 'turningOff' } },
                  turningOff: {
                    invoke: {
                      src: 'setTorch',
                      input: ({ context }) => ({ context, isOn: false }),
                      onDone: 'off',
                      onError: 'on',
                    },
                  },
                },
              },
              advice: {
                initial: 'none',
                states: { none: { after: { adviceAfter: 'given' } }, given: {} },
              },
            },
          },
        },
      },
      scanned: { on: { 'scan.requested': 'scanning' } },
    },
  })

/** The states that attempt to read or set the torch have an open camera. */
function openOf({ camera }: ScannerContext): OpenCamera {
  if (camera === undefined) throw new CameraError('ended')
  return camera
}

const faultOf = (cause: unknown): CameraFault => (cause instanceof CameraError ? cause.fault : 'unreadable')

/**
 * Why the camera is not open: the user or a policy denied the permission, there is no camera, another program uses it, it
 * was taken away while it was open, its pictures cannot be decoded, or that took too long.
 */
export type CameraFault = 'denied' | 'missing' | 'busy' | 'ended' | 'unreadable' | 'slow'

/** A fault of a camera. For developers; the screen shows its own text. */
export class CameraError extends Error {
  override readonly name = 'CameraError'
  readonly fault: CameraFault

  constructor(fault: CameraFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

/** The cameras of a device. */
export interface CodeCamera {
  /**
   * Opens a camera by its id, or the one that faces away from the user.
   * @throws CameraError
   */
  open(id: string | undefined): Promise<OpenCamera>
}

/** A camera that is open until `close`. */
export interface OpenCamera {
  readonly id: string
  /** All cameras of the device, the open one included. */
  readonly all: readonly CameraChoice[]
  readonly hasTorch: boolean
  /**
   * Reads the text of a code in the current picture; undefined if there is none.
   * @throws CameraError
   */
  read(): Promise<string | undefined>
  /** Rejects if the light cannot be changed. */
  setTorch(isOn: boolean): Promise<void>
  /** Calls the listener when the camera ends without a request, for example when it is unplugged. */
  onEnded(listener: () => void): void
  close(): void
}

interface CameraChoice {
  readonly id: string
  /** Empty if the browser does not tell it. */
  readonly label: string
}
