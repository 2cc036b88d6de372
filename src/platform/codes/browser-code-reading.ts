import { browserClock } from '#src/app/ports/clock.ts'
import type { DecodingResult } from './decoding-worker.ts'
import workerUrl from './decoding-worker.ts?worker&url'
import {
  type CodeDecoder,
  type CodeReading,
  createWorkerDecoder,
  decodeWith,
  type WorkerDecoder,
} from './read-code.ts'

/** The longest side of a picture that is decoded, pixels. A code of a smaller share of it is too small to be meant. */
const maxSide = 2_000

/** The browser's own detector, which TypeScript's library does not declare yet. */
interface BarcodeDetector {
  detect(picture: ImageBitmap): Promise<readonly { readonly rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { readonly formats: readonly string[] }): BarcodeDetector
  getSupportedFormats(): Promise<readonly string[]>
}

async function createDetector(): Promise<BarcodeDetector | undefined> {
  const Detector = Reflect.get(globalThis, 'BarcodeDetector') as BarcodeDetectorClass | undefined
  const formats = await Detector?.getSupportedFormats()
  return Detector && formats?.includes('qr_code') ? new Detector({ formats: ['qr_code'] }) : undefined
}

let detector: ReturnType<typeof createDetector> | undefined

/** Uses the browser's detector where it reads QR codes. Finds nothing elsewhere, which leaves the picture to the worker. */
const decodeByBrowser: CodeDecoder = async (picture) => {
  detector ??= createDetector()
  const [found] = (await (await detector)?.detect(picture)) ?? []
  return found?.rawValue
}

/** Trusted Types, which TypeScript's library does not declare yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

/** Allows this one file of our build, by its name in the content security policy (server/hosts/node/page-headers.ts). */
const policy = (Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined)?.createPolicy(
  'code-reader',
  { createScriptURL: () => workerUrl },
)

const createDecoder = (): WorkerDecoder =>
  createWorkerDecoder((listener) => {
    const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<DecodingResult>) =>
      data.kind === 'decoded' ? listener.onText(data.text) : listener.onFailure(data.reason)
    worker.onerror = ({ message }) => listener.onFailure(message)
    worker.onmessageerror = () => listener.onFailure('an answer could not be read')
    return {
      decode(picture) {
        const pixels = pixelsOf(picture)
        worker.postMessage(pixels, [pixels.data.buffer])
      },
      end: () => worker.terminate(),
    }
  }, browserClock)

/** Decodes in a worker of its own. */
const decodeInWorker: CodeDecoder = async (picture) => {
  const decoder = createDecoder()
  try {
    return await decoder.decode(picture)
  } finally {
    decoder.end()
  }
}

function pixelsOf(picture: ImageBitmap): ImageData {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('There is no canvas')
  // Transparent pictures have their code on the page's white.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** Reading codes in this browser. */
export const browserCodeReading: CodeReading = {
  open: (file) => createImageBitmap(file),
  decoders: [decodeByBrowser, decodeInWorker],
}

/** Reads codes of many pictures in this browser, with one worker until it is ended. */
export function createPictureReader(): PictureReader {
  const { decode, end } = createDecoder()
  return { read: (picture) => decodeWith([decodeByBrowser, decode], picture), end }
}

/** Reads the text of a code in pictures; undefined if there is none. */
export interface PictureReader {
  read(picture: ImageBitmap): Promise<string | undefined>
  end(): void
}
