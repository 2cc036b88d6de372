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
const made = new File(['mp3'], 'sound.mp3')

const started = () => {
  const clock = new SimulatedClock()
  const workers: ControlledWorker[] = []
  const startWorker = (request: TranscodingRequest, listener: WorkerListener) => {
    const worker = new ControlledWorker(request, listener)
    workers.push(worker)
    return worker
  }
  const transcode = createTranscoder({ clock, random: { next: () => 0.5 }, startWorker })
  const ask = (kind: 'image' | 'audio' | 'video', file = someFile) => {
    const abort = new AbortController()
    const progress: number[] = []
    const result = transcode(file, kind, { signal: abort.signal, onProgress: (done) => progress.push(done) })
    const outcome = result.then(
      (file) => file,
      (fault: unknown) => fault,
    )
    return { abort, progress, outcome }
  }
  return { clock, workers, ask }
}

describe('the transcoder', () => {
  it('returns the worker’s result, reports progress, and ends the worker', async () => {
    const { workers, ask } = started()
    const { progress, outcome } = ask('audio')
    await settle()
    expect(workers[0]?.request).toEqual({ file: someFile, kind: 'audio', temporaryName: 'ssssssss' })
    workers[0]?.listener.onReport({ type: 'progress', fraction: 0.5 })
    workers[0]?.listener.onReport({ type: 'done', file: made })
    expect(await outcome).toBe(made)
    expect(progress).toEqual([0.5])
    expect(workers[0]?.hasEnded).toBe(true)
  })

  it('rejects an empty file without starting a worker [MEDIAT-08]', async () => {
    const { workers, ask } = started()
    const { outcome } = ask('video', new File([], 'empty.mp4'))
    expect(await outcome).toMatchObject({ code: 'INVALID_INPUT_FILE' })
    expect(workers).toEqual([])
  })

  it('limits each command to 30 s, without the loading time [MEDIAT-06]', async () => {
    const { clock, workers, ask } = started()
    const { outcome } = ask('video')
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
    const { workers, ask } = started()
    const { abort, outcome } = ask('video')
    await settle()
    abort.abort('changed my mind')
    expect(await outcome).toBe('changed my mind')
    await settle()
    expect(workers[0]?.hasEnded).toBe(true)
  })

  it.each(['INVALID_INPUT_FILE', 'FFMPEG_NOT_LOADED', 'TRANSCODING_FAILED'] as const)(
    'passes on %s',
    async (code) => {
      const { workers, ask } = started()
      const { outcome } = ask('audio')
      await settle()
      workers[0]?.listener.onReport({ type: 'failed', code, detail: '' })
      expect(await outcome).toMatchObject({ code })
    },
  )

  it('survives a worker that crashes: the next file gets another', async () => {
    const { workers, ask } = started()
    const first = ask('audio')
    const second = ask('audio')
    await settle()
    expect(workers).toHaveLength(1)
    workers[0]?.listener.crashed('out of memory')
    expect(await first.outcome).toMatchObject({ code: 'TRANSCODING_FAILED' })
    await settle()
    workers[1]?.listener.onReport({ type: 'done', file: made })
    expect(await second.outcome).toBe(made)
  })

  it('runs pictures besides a video, and drops an aborted wait immediately', async () => {
    const { workers, ask } = started()
    ask('video')
    const waiting = ask('video')
    const picture = ask('image')
    await settle()
    expect(workers.map(({ request }) => request.kind)).toEqual(['video', 'image'])
    waiting.abort.abort('gone')
    expect(await waiting.outcome).toBe('gone')
    workers[1]?.listener.onReport({ type: 'done', file: made })
    expect(await picture.outcome).toBe(made)
  })

  it('never starts a worker for a job that was aborted in the queue', async () => {
    const { workers, ask } = started()
    const first = ask('audio')
    ask('audio').abort.abort()
    await settle()
    workers[0]?.listener.onReport({ type: 'done', file: made })
    await first.outcome
    await settle()
    expect(workers).toHaveLength(1)
  })
})
