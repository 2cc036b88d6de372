import { commandLimit, loadingLimit, temporaryName } from '#domain/media/transcoding-rules.ts'
import type { Clock, Random } from '#streams/ports.ts'
import {
  type Transcode,
  TranscodingError,
  type TranscodingOptions,
  type TranscodingReport,
  type TranscodingRequest,
  type TranscodingStep,
} from './transcoding-messages.ts'

/** Receives the events of one worker. */
export interface WorkerListener {
  onReport(report: TranscodingReport): void
  /** The worker crashed. */
  crashed(detail: string): void
}

/** A worker that transcodes one file. */
export interface RunningWorker {
  end(): void
}

interface TranscoderPorts {
  readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>
  readonly random: Random
  readonly startWorker: (request: TranscodingRequest, listener: WorkerListener) => RunningWorker
}

/** Time limits of the steps, ms. */
const stepLimits: Readonly<Record<TranscodingStep, number>> = { loading: loadingLimit, command: commandLimit }

/**
 * Transcodes files, each in its own worker. Terminating the worker ends an abort, a time-out and a crash without
 * leftovers [MEDIAT-06]. Pictures queue behind pictures, audio and video behind each other, because two cores gain
 * nothing from more. Rejects with a TranscodingError, or with the reason of an abort.
 */
export function createTranscoder(ports: TranscoderPorts): Transcode {
  const inTurn = { picture: createQueue(), media: createQueue() }
  return async (file, kind, options) => {
    if (file.size === 0) throw new TranscodingError('INVALID_INPUT_FILE')
    const request = { file, kind, temporaryName: temporaryName(ports.random.next) }
    const queue = kind === 'image' ? inTurn.picture : inTurn.media
    return queue(options.signal, () => run(ports, request, options))
  }
}

/** Runs jobs one after the other. A job that is aborted in the queue rejects immediately. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(() => (signal.aborted ? Promise.reject(signal.reason) : work()))
    last = turn.catch(() => undefined)
    return orAborted(turn, signal)
  }
}

const orAborted = <Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

function run(
  { clock, startWorker }: TranscoderPorts,
  request: TranscodingRequest,
  { onProgress, signal }: TranscodingOptions,
): Promise<File> {
  let worker: RunningWorker | undefined
  let deadline: ReturnType<Clock['setTimeout']> | undefined
  const stopTiming = () => {
    if (deadline) clock.clearTimeout(deadline)
  }
  const made = new Promise<File>((resolve, reject) => {
    const limit = (step: TranscodingStep) => {
      stopTiming()
      const timedOut = () => reject(new TranscodingError('TRANSCODING_TIMED_OUT', step))
      deadline = clock.setTimeout(timedOut, stepLimits[step])
    }
    limit('loading')
    worker = startWorker(request, {
      crashed: (detail) => reject(new TranscodingError('TRANSCODING_FAILED', detail)),
      onReport: (report) => {
        if (report.type === 'step') limit(report.step)
        else if (report.type === 'progress') onProgress(report.fraction)
        else if (report.type === 'done') resolve(report.file)
        else reject(new TranscodingError(report.code, report.detail))
      },
    })
  })
  return orAborted(made, signal).finally(() => {
    stopTiming()
    worker?.end()
  })
}
