import { describe, expect, it } from 'vitest'
import {
  createTranscoder,
  type RunningWorker,
  type WorkerListener,
} from '#src/platform/media/transcoder/transcoder.ts'
import type { TranscodingRequest } from '#src/platform/media/transcoder/transcoding-messages.ts'
import { SimulatedClock, settle } from '#test/unit/machines/simulated-clock.ts'

class ControlledWorker implements RunningWorker {
  hasEnded = false
  readonly request: TranscodingRequest
  readonly listener: WorkerListener
  constructor(request: TranscodingRequest, listener: WorkerListener) {
    this.request = request
    this.listener = listener
  }
  end() {
    this.hasEnded = true
  }
}

const someFile = new File(['sound'], 'sound.webm')
const transcodedFile = new File(['mp3'], 'sound.mp3')

const createTestTranscoder = () => {
  const clock = new SimulatedClock()
  const workers: ControlledWorker[] = []
  const startWorker = (request: TranscodingRequest, listener: WorkerListener) => {
    const worker = new ControlledWorker(request, listener)
    workers.push(worker)
    return worker
  }
  const transcode = createTranscoder({ clock, random: { next: () => 0.5 }, startWorker })
  const startTranscoding = (kind: 'image' | 'audio' | 'video', file = someFile) => {
    const abort = new AbortController()
    const progress: number[] = []
    const result = transcode(file, kind, { signal: abort.signal, onProgress: (done) => progress.push(done) })
    const outcome = result.then(
      (file) => file,
      (fault: unknown) => fault,
    )
    return { abort, progress, outcome }
  }
  return { clock, workers, startTranscoding }
}

describe('the transcoder', () => {
  it('returns the worker’s result, reports progress, and ends the worker', async () => {
    const { workers, startTranscoding } = createTestTranscoder()
    const { progress, outcome } = startTranscoding('audio')
    await settle()
    expect(workers[0]?.request).toEqual({ file: someFile, kind: 'audio', temporaryName: 'ssssssss' })
    workers[0]?.listener.onReport({ type: 'progress', fraction: 0.5 })
    workers[0]?.listener.onReport({ type: 'done', file: transcodedFile })
    expect(await outcome).toBe(transcodedFile)
    expect(progress).toEqual([0.5])
    expect(workers[0]?.hasEnded).toBe(true)
  })

  it('rejects an empty file without starting a worker [MEDIAT-08]', async () => {
    const { workers, startTranscoding } = createTestTranscoder()
    const { outcome } = startTranscoding('video', new File([], 'empty.mp4'))
    expect(await outcome).toMatchObject({ code: 'INVALID_INPUT_FILE' })
    expect(workers).toEqual([])
  })

  it('limits each command to 30 s, without the loading time [MEDIAT-06]', async () => {
    const { clock, workers, startTranscoding } = createTestTranscoder()
    const { outcome } = startTranscoding('video')
    await settle()
    const [worker] = workers
    await clock.advance(100_000)
    worker?.listener.onReport({ type: 'step', step: 'command' })
    await clock.advance(29_999)
    worker?.listener.onReport({ type: 'step', step: 'command' })
    await clock.advance(29_999)
    expect(worker?.hasEnded).toBe(false)
    await clock.advance(1)
    expect(await outcome).toMatchObject({ code: 'TRANSCODING_TIMED_OUT' })
    expect(worker?.hasEnded).toBe(true)
  })

  it('ends the worker immediately when aborted, with the reason', async () => {
    const { workers, startTranscoding } = createTestTranscoder()
    const { abort, outcome } = startTranscoding('video')
    await settle()
    abort.abort('changed my mind')
    expect(await outcome).toBe('changed my mind')
    await settle()
    expect(workers[0]?.hasEnded).toBe(true)
  })

  it.each(['INVALID_INPUT_FILE', 'FFMPEG_NOT_LOADED', 'TRANSCODING_FAILED'] as const)(
    'passes on %s',
    async (code) => {
      const { workers, startTranscoding } = createTestTranscoder()
      const { outcome } = startTranscoding('audio')
      await settle()
      workers[0]?.listener.onReport({ type: 'failed', code, detail: '' })
      expect(await outcome).toMatchObject({ code })
    },
  )

  it('survives a worker that crashes: the next file gets another', async () => {
    const { workers, startTranscoding } = createTestTranscoder()
    const first = startTranscoding('audio')
    const second = startTranscoding('audio')
    await settle()
    expect(workers).toHaveLength(1)
    workers[0]?.listener.crashed('out of memory')
    expect(await first.outcome).toMatchObject({ code: 'TRANSCODING_FAILED' })
    await settle()
    workers[1]?.listener.onReport({ type: 'done', file: transcodedFile })
    expect(await second.outcome).toBe(transcodedFile)
  })

  it('transcodes a picture during a video, and removes an aborted job from the queue immediately', async () => {
    const { workers, startTranscoding } = createTestTranscoder()
    startTranscoding('video')
    const waiting = startTranscoding('video')
    const picture = startTranscoding('image')
    await settle()
    expect(workers.map(({ request }) => request.kind)).toEqual(['video', 'image'])
    waiting.abort.abort('gone')
    expect(await waiting.outcome).toBe('gone')
    workers[1]?.listener.onReport({ type: 'done', file: transcodedFile })
    expect(await picture.outcome).toBe(transcodedFile)
  })

  it('never starts a worker for a job that was aborted in the queue', async () => {
    const { workers, startTranscoding } = createTestTranscoder()
    const first = startTranscoding('audio')
    startTranscoding('audio').abort.abort()
    await settle()
    workers[0]?.listener.onReport({ type: 'done', file: transcodedFile })
    await first.outcome
    await settle()
    expect(workers).toHaveLength(1)
  })
})
