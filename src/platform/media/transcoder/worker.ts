import { renamedTo } from '#domain/media/file-name.ts'
import {
  headerLength,
  type PixelSize,
  pictureEncoding,
  readPictureFacts,
  type ScaledType,
  scaledType,
} from '#domain/media/picture-size.ts'
import {
  nextTranscoder,
  type TranscoderName,
  type TranscodingFault,
} from '#domain/media/transcoding-rules.ts'
import {
  TranscodingError,
  type TranscodingReport,
  type TranscodingRequest,
  type WorkReport,
} from './transcoding-messages.ts'

/** The used part of a worker's global scope, which the page's types do not declare. */
interface WorkerScope {
  postMessage(report: TranscodingReport): void
  onmessage: ((event: MessageEvent<TranscodingRequest>) => void) | null
}

// This module runs in a dedicated worker only.
const scope = globalThis as unknown as WorkerScope

const report: WorkReport = {
  step: (step) => scope.postMessage({ type: 'step', step }),
  progress: (fraction) => reportPercent(Math.floor(100 * Math.min(1, Math.max(0, fraction)))),
}

let lastPercent = 0
const reportPercent = (percent: number): void => {
  if (percent <= lastPercent) return
  lastPercent = percent
  scope.postMessage({ type: 'progress', fraction: percent / 100 })
}

/** One worker transcodes one file. */
scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage({ type: 'done', file: await transcode(data) })
  } catch (fault) {
    const code = fault instanceof TranscodingError ? fault.code : 'TRANSCODING_FAILED'
    scope.postMessage({ type: 'failed', code, detail: String(fault) })
  }
}

async function transcode(request: TranscodingRequest): Promise<File> {
  const { file, kind } = request
  if (file.size === 0) throw new TranscodingError('INVALID_INPUT_FILE')
  if (kind !== 'image') return transcodeMedia({ ...request, kind })
  report.step('command')
  return transcodePicture(file)
}

type MediaRequest = TranscodingRequest & { readonly kind: 'audio' | 'video' }

/** Tries the transcoders in order until one returns a file. */
async function transcodeMedia(request: MediaRequest): Promise<File> {
  const attempts: { readonly way: TranscoderName; readonly fault: TranscodingFault }[] = []
  let cause: unknown
  for (let way = nextTranscoder(attempts); way !== undefined; way = nextTranscoder(attempts)) {
    try {
      const made = await (way === 'webcodecs' ? byBrowser(request) : byFfmpeg(request))
      if (made) return made
      attempts.push({ way, fault: 'unsupported' })
    } catch (fault) {
      cause = fault
      attempts.push({ way, fault: 'failed' })
    }
  }
  throw cause instanceof TranscodingError ? cause : new TranscodingError('TRANSCODING_FAILED', String(cause))
}

async function byBrowser({ file, kind }: MediaRequest): Promise<File | undefined> {
  // Loaded with the first video or audio. A picture does not need it.
  const { transcodeInBrowser } = await import('./webcodecs.ts')
  return transcodeInBrowser(file, kind, report)
}

async function byFfmpeg({ file, kind, temporaryName }: MediaRequest): Promise<File> {
  report.step('loading')
  const { startFfmpeg } = await import('./ffmpeg.ts')
  const program = await startFfmpeg()
  try {
    report.step('command')
    return await program.transcode(file, kind, temporaryName, report)
  } finally {
    program.end()
  }
}

const quality = 0.9

/**
 * Scales a picture down to a height of 1024 px and removes its location. Returns the same file if it is sent
 * unchanged [MEDIAT-02 MEDIAT-03 MEDIAT-04] (DEC-159). Throws if it cannot be decoded.
 */
export async function transcodePicture(file: File): Promise<File> {
  const facts = await factsOf(file, headerLength)
  // Decided before decoding if possible, so that a GIF with thousands of frames is never decoded.
  if (facts.type !== undefined && pictureEncoding(facts, endless) === undefined) return file
  const bitmap = await createImageBitmap(file)
  try {
    // The location may follow after the pixels.
    const work = pictureEncoding(await factsOf(file, file.size), bitmap)
    return work === undefined ? file : await draw(bitmap, file.name, work)
  } finally {
    bitmap.close()
  }
}

const factsOf = async (file: File, length: number) =>
  readPictureFacts(new Uint8Array(await file.slice(0, length).arrayBuffer()))

/** A size that is scaled whatever the limit is. */
const endless: PixelSize = { width: Number.MAX_SAFE_INTEGER, height: Number.MAX_SAFE_INTEGER }

async function draw(
  bitmap: ImageBitmap,
  name: string,
  { width, height, type }: PixelSize & { readonly type: ScaledType },
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new TranscodingError('TRANSCODING_FAILED', 'no canvas')
  const scaled = await createImageBitmap(bitmap, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  context.drawImage(scaled, 0, 0)
  scaled.close()
  const blob = await canvas.convertToBlob({ type, quality })
  // A browser that cannot encode this format writes PNG and says so in the type.
  return new File([blob], renamedTo(name, scaledType(blob.type)), { type: blob.type })
}
