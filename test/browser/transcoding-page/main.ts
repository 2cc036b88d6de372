import { browserTranscode } from '#src/platform/media/transcoder/transcoder.ts'
import type { TranscodedKind } from '#src/platform/media/transcoder/transcoding-messages.ts'

/** What a test passes to the page. Bytes travel as numbers. */
export interface TranscodingRequest {
  readonly name: string
  readonly type: string
  readonly kind: TranscodedKind
  readonly content: readonly number[]
  /** Whether to cancel at the first progress report. */
  readonly isGivenUp: boolean
}

export interface TranscodingResult {
  readonly name: string
  readonly type: string
  readonly content: readonly number[]
  /** The reported progress, 0 to 1. */
  readonly progress: readonly number[]
  /** ms from the request, or from cancelling it, to the end. */
  readonly duration: number
  /** Why there is no file. */
  readonly fault: string | undefined
}

async function transcode(request: TranscodingRequest): Promise<TranscodingResult> {
  const file = new File([Uint8Array.from(request.content)], request.name, { type: request.type })
  const abort = new AbortController()
  const progress: number[] = []
  let start = performance.now()
  const onProgress = (fraction: number) => {
    progress.push(fraction)
    if (!request.isGivenUp || abort.signal.aborted) return
    start = performance.now()
    abort.abort(new Error('given up'))
  }
  const told = async (made: File | undefined, fault?: string): Promise<TranscodingResult> => ({
    name: made?.name ?? '',
    type: made?.type ?? '',
    content: made ? [...new Uint8Array(await made.arrayBuffer())] : [],
    progress,
    duration: performance.now() - start,
    fault,
  })
  try {
    return await told(await browserTranscode(file, request.kind, { signal: abort.signal, onProgress }))
  } catch (fault) {
    return await told(undefined, String(fault))
  }
}

Object.assign(globalThis, { transcode })
