import { browserClock } from '#src/app/ports/clock.ts'
import { browserRandom } from '#src/app/ports/crypto.ts'
import { createTranscoder, type RunningWorker, type WorkerListener } from './transcoder.ts'
import type { Transcode, TranscodingReport, TranscodingRequest } from './transcoding-messages.ts'
import workerUrl from './worker.ts?worker&url'

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
