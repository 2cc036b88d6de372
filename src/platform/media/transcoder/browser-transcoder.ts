import { browserClock } from '#src/app/ports/clock.ts'
import { browserRandom } from '#src/app/ports/random.ts'
import type { Transcode } from '../transcoding.ts'
import { createTranscoder } from './transcoder.ts'
import { startTranscodingWorker } from './worker-policy.ts'

/** This page's transcoder; a worker starts with the first file, and its programs are fetched by it. */
export const browserTranscode: Transcode = createTranscoder({
  clock: browserClock,
  random: browserRandom,
  startWorker: startTranscodingWorker,
})
