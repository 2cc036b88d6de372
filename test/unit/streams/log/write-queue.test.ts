import { describe, expect, it } from 'vitest'
import { type Command, decided } from '#domain/commands/command.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import { createWriteQueue } from '#streams/log/write-queue.ts'
import { logged, range, received } from '#test/unit/domain/log-events.ts'
import { createTestClock, settle } from '../test-clock.ts'

const open: Command = { type: 'MarkAllConversationsRead' }
const numbers = (events: readonly NewEvent[]) =>
  events.map((event) => (event.type === 'MessageReceived' ? event.data.message.sequence : undefined))

/** A queue whose writes are recorded; with a hold, each waits for `finish`. */
function createSubject() {
  const clock = createTestClock()
  const writes: (readonly NewEvent[])[] = []
  const decidedAfter: number[] = []
  const waiting: ((error?: Error) => void)[] = []
  let isHeld = false
  const queue = createWriteQueue({
    clock,
    async write(events): Promise<readonly LogEvent[]> {
      if (isHeld)
        await new Promise<void>((resolve, reject) => {
          waiting.push((error) => (error ? reject(error) : resolve()))
        })
      writes.push(events)
      return logged(events)
    },
    writeDecided: async (decideEvents) => logged(decideEvents()),
    decide() {
      decidedAfter.push(writes.length)
      return decided(received(99))
    },
  })
  return {
    clock,
    queue,
    writes,
    decidedAfter,
    hold: () => {
      isHeld = true
    },
    /** Completes or fails the write that has waited longest. */
    finish: async (error?: Error) => {
      waiting.shift()?.(error)
      await settle()
    },
  }
}

describe('the write queue', () => {
  it('joins all requests of a frame into one write', async () => {
    const { queue, clock, writes } = createSubject()
    const first = queue.append([received(1)])
    await clock.advance(10)
    const second = queue.append([received(2), received(3)])
    await clock.advance(5)
    expect(writes).toEqual([])
    await clock.advance(1)
    expect(writes.map(numbers)).toEqual([[1, 2, 3]])
    expect(numbers(await first)).toEqual([1])
    expect(numbers(await second)).toEqual([2, 3])
  })

  it('does not wait once 500 events are queued, and joins no more than that', async () => {
    const { queue, writes } = createSubject()
    void queue.append(range(1, 300).map((sequence) => received(sequence)))
    void queue.append(range(301, 600).map((sequence) => received(sequence)))
    await settle()
    expect(writes.map(({ length }) => length)).toEqual([300, 300])
  })

  it('keeps one larger request whole', async () => {
    const { queue, writes } = createSubject()
    void queue.append(range(1, 700).map((sequence) => received(sequence)))
    await settle()
    expect(writes.map(({ length }) => length)).toEqual([700])
  })

  it('writes a user’s command immediately with all earlier requests, and decides after that', async () => {
    const { queue, writes, decidedAfter } = createSubject()
    void queue.append([received(1)])
    void queue.dispatch(open)
    void queue.append([received(2)])
    await settle()
    expect(decidedAfter).toEqual([1])
    expect(writes.map(numbers)).toEqual([[1], [99], [2]])
  })

  it('never writes twice at a time, and keeps the order', async () => {
    const { queue, writes, hold, finish } = createSubject()
    hold()
    void queue.dispatch(open)
    void queue.append([received(1)])
    await settle()
    void queue.append([received(2)])
    expect(writes).toEqual([])
    await finish()
    expect(writes.map(numbers)).toEqual([[99]])
    await finish()
    expect(writes.map(numbers)).toEqual([[99], [1, 2]])
  })

  it('writes once a frame under low load, and immediately when many events arrived meanwhile', async () => {
    const { queue, clock, writes, hold, finish } = createSubject()
    hold()
    void queue.append([received(1)])
    await clock.advance(16)
    void queue.append([received(2)])
    await clock.advance(5)
    await finish()
    void queue.append([received(3)])
    await clock.advance(10)
    await finish()
    expect(writes.map(numbers)).toEqual([[1]])
    await clock.advance(1)
    void queue.append(range(4, 503).map((sequence) => received(sequence)))
    await finish()
    expect(writes.map(numbers)).toEqual([[1], [2, 3]])
    await finish()
    expect(writes).toHaveLength(3)
  })

  it('rejects a failed write, and continues', async () => {
    const { queue, clock, writes, hold, finish } = createSubject()
    hold()
    const lost = queue.append([received(1)]).catch((error: Error) => error.message)
    await clock.advance(16)
    await finish(new Error('disk full'))
    expect(await lost).toBe('disk full')
    const next = queue.append([received(2)])
    await clock.advance(16)
    await finish()
    expect(numbers(await next)).toEqual([2])
    expect(writes.map(numbers)).toEqual([[2]])
  })

  it('drains when all requests so far are written', async () => {
    const { queue, writes } = createSubject()
    void queue.append([received(1)])
    await queue.drain()
    expect(writes.map(numbers)).toEqual([[1]])
  })

  it('starts again after it was empty', async () => {
    const { queue, clock, writes } = createSubject()
    for (const sequence of [1, 2, 3]) {
      const written = queue.append([received(sequence)])
      await clock.advance(16)
      await written
    }
    expect(writes.map(numbers)).toEqual([[1], [2], [3]])
  })
})
