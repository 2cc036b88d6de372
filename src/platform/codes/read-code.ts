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

/** Asks each decoder until one finds a code. One that fails leaves the picture to the next; the last one's failure counts. */
async function decodeWith(
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

/**
 * Decodes one picture by a worker that `start` begins, and ends the worker when it has answered or failed, or after 15
 * s [QR-10].
 * @throws CodeReadingError PROMISE_TIMED_OUT
 */
export async function decodeBy(
  start: (listener: WorkerListener) => { end(): void },
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
): Promise<string | undefined> {
  const stops: (() => void)[] = []
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      const timer = clock.setTimeout(() => reject(new CodeReadingError(errorName.timedOut)), decodingTimeout)
      stops.push(() => clock.clearTimeout(timer))
      const worker = start({ onText: resolve, onFailure: (reason) => reject(new Error(reason)) })
      stops.push(() => worker.end())
    })
  } finally {
    for (const stop of stops) stop()
  }
}
