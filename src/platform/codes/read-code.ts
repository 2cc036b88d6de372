import { errorName } from '#domain/http/rejection.ts'
import type { Clock } from '#streams/ports.ts'

/** Why no code was read. For developers; the screen shows its own text. */
export class CodeReadingError extends Error {
  override readonly name = 'CodeReadingError'
  readonly code: CodeReadingErrorCode

  constructor(code: CodeReadingErrorCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}
export type CodeReadingErrorCode = (typeof errorName)['invalidFile' | 'timedOut']

/** Finds the text of the first code in a picture; undefined if there is none. Rejects if it cannot decode at all. */
export type CodeDecoder = (picture: ImageBitmap) => Promise<string | undefined>

/** The browser features that reading needs. */
export interface CodeReading {
  /** Decodes a file. Rejects if it is no picture. */
  open(file: Blob): Promise<ImageBitmap>
  /** Tried in this order. */
  readonly decoders: readonly CodeDecoder[]
}

/** The maximum size of a file to read, bytes. Cameras' pictures are smaller. */
const maxFileSize = 50_000_000

/**
 * Reads the first code in pictures that a person picked, pasted or dropped [QR-03]. Other files are skipped.
 * @returns undefined if no picture has a code
 * @throws CodeReadingError INVALID_FILE if no file is a picture [QR-07], PROMISE_TIMED_OUT if decoding takes too long [QR-10]
 */
export async function readCode(
  files: readonly Blob[],
  { open, decoders }: CodeReading,
): Promise<string | undefined> {
  let hasPicture = false
  for (const file of files) {
    const picture = file.size > maxFileSize ? undefined : await open(file).catch(() => undefined)
    if (picture === undefined) continue
    hasPicture = true
    try {
      const text = await decodeWith(decoders, picture)
      if (text !== undefined) return text
    } finally {
      picture.close()
    }
  }
  if (!hasPicture) throw new CodeReadingError(errorName.invalidFile)
  return undefined
}

/**
 * Asks each decoder until one finds a code; undefined if none does. One that fails leaves the picture to the next; the
 * last one's failure counts.
 */
export async function decodeWith(
  decoders: readonly CodeDecoder[],
  picture: ImageBitmap,
): Promise<string | undefined> {
  const failures: unknown[] = []
  for (const decode of decoders) {
    try {
      const text = await decode(picture)
      if (text !== undefined && text !== '') return text
      failures.length = 0
    } catch (cause) {
      failures.push(cause)
    }
  }
  if (failures.length > 0) throw failures.at(-1)
  return undefined
}

/** The time limit of a worker for one picture, ms [QR-10]. */
const decodingTimeout = 15_000

interface WorkerListener {
  /** The text of the first code; undefined if there is none. */
  onText(text: string | undefined): void
  onFailure(reason: string): void
}

interface DecodingWorker {
  /** Starts to decode a picture. The listener gets the result. */
  decode(picture: ImageBitmap): void
  end(): void
}

/** Decodes one picture after the other, until it is ended. */
export interface WorkerDecoder {
  readonly decode: CodeDecoder
  end(): void
}

/**
 * Decodes pictures in a worker, which `start` begins with the first picture. Ends it when it fails or needs more than 15
 * s for a picture [QR-10]; the next picture gets another one.
 */
export function createWorkerDecoder(
  start: (listener: WorkerListener) => DecodingWorker,
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
): WorkerDecoder {
  let worker: DecodingWorker | undefined
  /** Settle the promise of the current picture. */
  let resolve: (text: string | undefined) => void = () => undefined
  let reject: (reason: Error) => void = () => undefined
  const end = (reason: Error) => {
    worker?.end()
    worker = undefined
    reject(reason)
  }
  const listener: WorkerListener = {
    onText: (text) => resolve(text),
    onFailure: (reason) => end(new Error(reason)),
  }
  return {
    async decode(picture) {
      const answer = new Promise<string | undefined>((fulfil, fail) => {
        resolve = fulfil
        reject = fail
      })
      const timer = clock.setTimeout(() => end(new CodeReadingError(errorName.timedOut)), decodingTimeout)
      try {
        worker ??= start(listener)
        worker.decode(picture)
        return await answer
      } finally {
        clock.clearTimeout(timer)
      }
    },
    end: () => end(new Error('the decoder was ended')),
  }
}
