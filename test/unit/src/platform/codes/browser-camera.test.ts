import { describe, expect, it } from 'vitest'
import type { CameraError } from '#machines/scanner/scanner-machine.ts'
import { createBrowserCamera } from '#src/platform/codes/browser-camera.ts'
import { CodeReadingError } from '#src/platform/codes/read-code.ts'

interface Behaviour {
  readonly capabilities?: object
  readonly failure?: unknown
  readonly hasDevices?: boolean
  readonly canPlay?: boolean
  readonly readyState?: number
  readonly read?: () => Promise<string | undefined>
}

/** A browser with one camera, and a video element. */
function openBrowser({
  capabilities = {},
  failure,
  hasDevices = true,
  canPlay = true,
  readyState = 4,
  read = async () => 'a code',
}: Behaviour = {}) {
  const requested: (MediaStreamConstraints | undefined)[] = []
  const [applied, state] = [[] as unknown[], { stopped: 0, closed: 0, ended: 0 }]
  const track = {
    readyState: 'live',
    onended: undefined as (() => void) | undefined,
    stop: () => {
      state.stopped += 1
    },
    getSettings: () => ({ deviceId: 'back' }),
    getCapabilities: () => capabilities,
    applyConstraints: async (constraints: unknown) => void applied.push(constraints),
  }
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
  const devices = {
    async getUserMedia(wanted?: MediaStreamConstraints) {
      requested.push(wanted)
      if (failure !== undefined) throw failure
      return stream
    },
    enumerateDevices: async () => [
      { kind: 'audioinput', deviceId: 'microphone', label: 'Microphone' },
      { kind: 'videoinput', deviceId: 'back', label: 'Back' },
      { kind: 'videoinput', deviceId: 'front', label: '' },
    ],
  }
  const screen = {
    srcObject: null as unknown,
    readyState,
    async play() {
      if (!canPlay) throw new DOMException('', 'AbortError')
    },
  }
  const features = {
    // The camera uses no other parts of these.
    devices: hasDevices ? (devices as unknown as MediaDevices) : undefined,
    createReader: () => ({
      read,
      end: () => {
        state.ended += 1
      },
    }),
    capture: async () =>
      ({
        close: () => {
          state.closed += 1
        },
      }) as ImageBitmap,
  }
  const camera = createBrowserCamera(() => screen as unknown as HTMLVideoElement, features)
  return { camera, requested, applied, state, track, stream, screen }
}

describe('the camera of the browser', () => {
  it('is requested with 640 by 480 pixels and 15 frames a second, and faces away from the user [QR-08]', async () => {
    const { camera, requested } = openBrowser()
    await camera.open(undefined)
    await camera.open('front')
    const pictures = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 15 } }
    expect(requested).toEqual([
      { audio: false, video: { ...pictures, facingMode: { ideal: 'environment' } } },
      { audio: false, video: { ...pictures, deviceId: { exact: 'front' } } },
    ])
  })

  it('shows its pictures until it is closed, which stops its tracks and its decoder', async () => {
    const { camera, state, screen, stream } = openBrowser()
    const open = await camera.open(undefined)
    expect([screen.srcObject, state.stopped]).toEqual([stream, 0])
    open.close()
    expect([screen.srcObject, state.stopped, state.ended]).toEqual([null, 1, 1])
  })

  it('lists all cameras of the device', async () => {
    const open = await openBrowser().camera.open(undefined)
    expect(open.id).toBe('back')
    expect(open.all).toEqual([
      { id: 'back', label: 'Back' },
      { id: 'front', label: '' },
    ])
  })

  it('has a light only if its track has one', async () => {
    const { camera, applied } = openBrowser({ capabilities: { torch: true } })
    const [lit, dark] = [await camera.open(undefined), await openBrowser().camera.open(undefined)]
    await lit.setTorch(true)
    expect([lit.hasTorch, dark.hasTorch, applied]).toEqual([true, false, [{ advanced: [{ torch: true }] }]])
  })

  it('reads its current picture, and closes it', async () => {
    const { camera, state } = openBrowser()
    expect(await (await camera.open(undefined)).read()).toBe('a code')
    expect(state.closed).toBe(1)
    expect(await (await openBrowser({ readyState: 1 }).camera.open(undefined)).read()).toBeUndefined()
  })

  it.each([
    ['slow', new CodeReadingError('PROMISE_TIMED_OUT')],
    ['unreadable', new Error('no memory')],
  ])('is %s when decoding fails, and closes the picture', async (fault, cause) => {
    const { camera, state } = openBrowser({ read: () => Promise.reject(cause) })
    const open = await camera.open(undefined)
    await expect(open.read()).rejects.toMatchObject({ fault })
    expect(state.closed).toBe(1)
  })

  it('calls the listener when its track ends unexpectedly, also if it has ended already', async () => {
    const { camera, track } = openBrowser()
    const calls: string[] = []
    const open = await camera.open(undefined)
    open.onEnded(() => calls.push('later'))
    expect(calls).toEqual([])
    track.onended?.()
    track.readyState = 'ended'
    open.onEnded(() => calls.push('already'))
    expect(calls).toEqual(['later', 'already'])
  })

  it.each([
    ['denied', new DOMException('', 'NotAllowedError')],
    ['denied', new DOMException('', 'SecurityError')],
    ['missing', new DOMException('', 'NotFoundError')],
    ['missing', { name: 'OverconstrainedError' }],
    ['missing', new DOMException('', 'NotSupportedError')],
    ['busy', new DOMException('', 'NotReadableError')],
    ['unreadable', new Error('unknown')],
    ['unreadable', null],
  ] satisfies [CameraError['fault'], unknown][])(
    'is %s when the browser fails with %s',
    async (fault, failure) => {
      await expect(openBrowser({ failure }).camera.open(undefined)).rejects.toMatchObject({ fault })
    },
  )

  it('is missing on a page without devices, and is closed if its pictures cannot be shown', async () => {
    const fault = { fault: 'missing' }
    await expect(openBrowser({ hasDevices: false }).camera.open(undefined)).rejects.toMatchObject(fault)
    const { camera, state, screen } = openBrowser({ canPlay: false })
    await expect(camera.open(undefined)).rejects.toMatchObject({ fault: 'busy' })
    expect([state.stopped, state.ended, screen.srcObject]).toEqual([1, 1, null])
  })
})
