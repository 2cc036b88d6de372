import { errorName } from '#domain/http/rejection.ts'
import {
  CameraError,
  type CameraFault,
  type CodeCamera,
  type OpenCamera,
} from '#machines/scanner/scanner-machine.ts'
import { createPictureReader, type PictureReader } from './browser-code-reading.ts'
import { CodeReadingError } from './read-code.ts'

/** The size and the frame rate of the camera [QR-08]. */
const pictures = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 15 } }

/** The part of a video element that shows what the camera sees. */
type Screen = Pick<HTMLVideoElement, 'srcObject' | 'play' | 'readyState'>

interface BrowserFeatures {
  /** Undefined on pages that the browser does not trust, such as those without TLS. */
  readonly devices: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'> | undefined
  readonly createReader: () => PictureReader
  /** The current picture of a video. */
  readonly capture: (screen: Screen) => Promise<ImageBitmap>
}

const thisBrowser: BrowserFeatures = {
  get devices() {
    // TypeScript declares it as always there.
    return navigator.mediaDevices as MediaDevices | undefined
  },
  createReader: createPictureReader,
  // A video element, because the view gives no other screen.
  capture: (screen) => createImageBitmap(screen as HTMLVideoElement),
}

/** This device's cameras, which show on a video element what they see. */
export const createBrowserCamera = (
  findScreen: () => Screen | null,
  browser: BrowserFeatures = thisBrowser,
): CodeCamera => ({
  async open(id) {
    const { devices, createReader, capture } = browser
    const screen = findScreen()
    if (devices === undefined || screen === null) throw new CameraError('missing')
    const stream = await devices.getUserMedia(wantedOf(id)).catch(throwFault)
    const reader = createReader()
    const close = () => {
      for (const track of stream.getTracks()) track.stop()
      reader.end()
      if (screen.srcObject === stream) screen.srcObject = null
    }
    try {
      screen.srcObject = stream
      await screen.play()
      const all = await devices.enumerateDevices()
      return { ...cameraOf(stream, all), read: () => readFrom(screen, reader, capture), close }
    } catch (cause) {
      close()
      return throwFault(cause)
    }
  },
})

/** `HTMLMediaElement.HAVE_CURRENT_DATA` */
const haveCurrentData = 2

/** Reads a code in the current picture; undefined if there is none, or no picture yet. */
async function readFrom(
  screen: Screen,
  reader: PictureReader,
  capture: BrowserFeatures['capture'],
): Promise<string | undefined> {
  if (screen.readyState < haveCurrentData) return undefined
  const picture = await capture(screen)
  try {
    return await reader.read(picture)
  } catch (cause) {
    const isSlow = cause instanceof CodeReadingError && cause.code === errorName.timedOut
    throw new CameraError(isSlow ? 'slow' : 'unreadable', cause)
  } finally {
    picture.close()
  }
}

const wantedOf = (id: string | undefined): MediaStreamConstraints => ({
  audio: false,
  video: {
    ...pictures,
    ...(id === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: id } }),
  },
})

/** What the browser says about an open camera, and its light. */
function cameraOf(
  stream: MediaStream,
  devices: readonly MediaDeviceInfo[],
): Pick<OpenCamera, 'id' | 'all' | 'hasTorch' | 'setTorch' | 'onEnded'> {
  const [track] = stream.getVideoTracks()
  if (track === undefined) throw new CameraError('missing')
  return {
    id: track.getSettings().deviceId ?? '',
    all: devices
      .filter(({ kind }) => kind === 'videoinput')
      .map(({ deviceId, label }) => ({ id: deviceId, label })),
    // Some browsers have no such method. TypeScript does not declare the torch.
    hasTorch: Reflect.get(track.getCapabilities?.() ?? {}, 'torch') === true,
    setTorch: (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }),
    onEnded(listener) {
      track.onended = listener
      if (track.readyState === 'ended') listener()
    },
  }
}

/** The faults by the names of the browser's errors, as Media Capture and Streams has them. */
const faultByName: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

function throwFault(cause: unknown): never {
  if (cause instanceof CameraError) throw cause
  // Not every browser makes all of them an Error.
  const name: unknown = Reflect.get(Object(cause), 'name')
  throw new CameraError((typeof name === 'string' && faultByName[name]) || 'unreadable', cause)
}
