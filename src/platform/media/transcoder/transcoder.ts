import { commandLimit, loadingLimit, temporaryName } from '#domain/media/transcoding-rules.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { browserRandom } from '#src/app/ports/crypto.ts'
import type { Clock, Random } from '#streams/ports.ts'
import {
  type Transcode,
  TranscodingError,
  type TranscodingOptions,
  type TranscodingReport,
  type TranscodingRequest,
  type TranscodingStep,
} from './transcoding-messages.ts'
import workerUrl from './worker.ts?worker&url'

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

/** This page's transcoder. A worker starts with the first file and loads the codecs. */
export const browserTranscode: Transcode = createTranscoder({
  clock: browserClock,
  random: browserRandom,
  startWorker: startTranscodingWorker,
})

/** Trusted Types, which TypeScript's library does not declare yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

/** Allowed by name in the page's content security policy (server/hosts/node/page-headers.ts). */
const policyName = 'transcoder'

const createPolicy = () => {
  // Absent in browsers that do not enforce the policy either.
  const trustedTypes = Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined
  // Returns this one file of our build for every argument.
  return trustedTypes?.createPolicy(policyName, { createScriptURL: () => workerUrl })
}

/** Created once, because a page may not create two policies of one name. */
const policy = createPolicy()

/** Starts a worker for one file. */
function startTranscodingWorker(request: TranscodingRequest, listener: WorkerListener): RunningWorker {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, {
    type: 'module',
    name: 'transcoder',
  })
  worker.onmessage = ({ data }: MessageEvent<TranscodingReport>) => listener.onReport(data)
  worker.onerror = ({ message }) => listener.crashed(message)
  worker.onmessageerror = () => listener.crashed('a report could not be read')
  worker.postMessage(request)
  return { end: () => worker.terminate() }
}
