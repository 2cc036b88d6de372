import {
  nextTranscoder,
  type TranscoderName,
  type TranscodingFault,
} from '#domain/media/transcoding-rules.ts'
import { transcodePicture } from './picture.ts'
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
  const { startFfmpeg } = await import('./start-ffmpeg.ts')
  const program = await startFfmpeg()
  try {
    report.step('command')
    return await program.transcode(file, kind, temporaryName, report)
  } finally {
    program.end()
  }
}
