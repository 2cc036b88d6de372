import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '#streams/ports.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import type { Backend, BackendLink } from './backend.ts'
import { createDevice } from './device.ts'
import { OccurrenceCounts } from './fault-counts.ts'
import { healthyConditions, type NetworkConditions } from './network-conditions.ts'
import { createSeededHttp } from './seeded-http.ts'
import { createSeededRandom } from './seeded-random.ts'
import { createSeededSocket, type NetworkConnection } from './seeded-socket.ts'
import { createTabLife } from './tab-life.ts'
import { createTrace } from './trace.ts'
import { createVirtualTime } from './virtual-clock.ts'

/** A tab, a network, and a backend that answers every frame with the same text and counts calls. */
function createPair(changes: Partial<NetworkConditions> = {}) {
  const time = createVirtualTime(() => false)
  const trace = createTrace(time.now)
  const conditions = { ...healthyConditions, ...changes }
  const seen = { calls: 0, frames: [] as string[], ends: 0, links: [] as BackendLink[] }
  const backend: Backend = {
    fetch: async () => {
      seen.calls++
      return { status: 200, text: 'done' }
    },
    call: async () => ({ Code: 0, Msg: '' }),
    connect: (link) => {
      seen.links.push(link)
      return {
        receive: (text) => {
          seen.frames.push(text)
          link.send(text)
        },
        closed: () => void seen.ends++,
      }
    },
    isRunning: () => true,
    stop() {},
    start() {},
  }
  const random = createSeededRandom(7, 'network')
  const device = createDevice('phone', time, random, createMemoryDisk(), { skew: 0, drift: 0 })
  const life = createTabLife('tab')
  const open = new Set<NetworkConnection>()
  const shared = { time, trace, backend, device, life, occurrences: new OccurrenceCounts(), conditions }
  const world = { ...shared, open, loggedIn: () => {} }
  const received: string[] = []
  const ends: number[] = []
  const handlers = {
    opened: () => void received.push('opened'),
    received: (text: string) => void received.push(text),
    closed: ({ code }: { code: number }) => void ends.push(code),
  }
  const http = createSeededHttp({ ...world, isRepeatable: () => true })
  return {
    ...world,
    seen,
    received,
    ends,
    http,
    dial: () => createSeededSocket(world).connect('ws://s', handlers),
  }
}

const call: HttpRequest = { url: 'http://server/Api/X', method: 'POST', headers: {}, body: '{}' }

describe('a connection of the seeded network', () => {
  it('carries frames both ways in order, once', async () => {
    const pair = createPair()
    const connection = pair.dial()
    await pair.time.runUntil(pair.time.now() + 1000)
    const texts = Array.from({ length: 50 }, (_, index) => `frame ${index}`)
    for (const text of texts) connection.send(text)
    await pair.time.runUntil(pair.time.now() + 1000)
    expect(pair.seen.frames).toEqual(texts)
    expect(pair.received).toEqual(['opened', ...texts])
    expect(pair.ends).toEqual([])
  })

  it('notifies both sides once when it is cut, and carries nothing after that', async () => {
    const pair = createPair()
    const connection = pair.dial()
    await pair.time.runUntil(pair.time.now() + 1000)
    connection.send('under way')
    for (const open of pair.open) open.cut()
    connection.send('too late')
    await pair.time.runUntil(pair.time.now() + 1000)
    expect(pair.seen).toMatchObject({ frames: [], ends: 1 })
    expect(pair.received).toEqual(['opened'])
    expect(pair.ends).toEqual([1006])
  })

  it('notifies no side when it is half-open, until the backend detects the missing peer', async () => {
    const pair = createPair()
    const connection = pair.dial()
    await pair.time.runUntil(pair.time.now() + 1000)
    for (const open of pair.open) open.halfOpen('to-client')
    connection.send('arrives, unanswered')
    await pair.time.runUntil(pair.time.now() + 100_000)
    expect(pair.seen).toMatchObject({ frames: ['arrives, unanswered'], ends: 0 })
    expect([pair.received, pair.ends]).toEqual([['opened'], []])
    await pair.time.runUntil(pair.time.now() + 100_000)
    expect(pair.seen.ends).toBe(1)
  })

  it("delivers the backend's frames before it closes", async () => {
    const pair = createPair()
    pair.dial()
    await pair.time.runUntil(pair.time.now() + 1000)
    for (const link of pair.seen.links) {
      link.send('clean')
      link.close(4001)
    }
    await pair.time.runUntil(pair.time.now() + 1000)
    expect(pair.received).toEqual(['opened', 'clean'])
    expect(pair.ends).toEqual([4001])
  })

  it('is refused or never answered when the network conditions require it', async () => {
    const refused = createPair({ isRefusing: true })
    const hanging = createPair({ isBlackHole: true })
    for (const pair of [refused, hanging]) {
      pair.dial()
      await pair.time.runUntil(pair.time.now() + 60_000)
      expect(pair.seen.links).toEqual([])
    }
    expect([refused.ends, hanging.ends]).toEqual([[1006], []])
  })
})

describe('a call over the seeded network', () => {
  const outcomes = [
    { name: 'is answered', changes: {}, answer: { status: 200, text: 'done' }, calls: 1 },
    { name: 'is lost on its way', changes: { requestLoss: 1 }, answer: 'NetworkFailure', calls: 0 },
    {
      name: 'is done although its response is lost',
      changes: { answerLoss: 1 },
      answer: 'NetworkFailure',
      calls: 1,
    },
    {
      name: 'is done twice and answered once',
      changes: { duplication: 1 },
      answer: { status: 200, text: 'done' },
      calls: 2,
    },
  ]
  it.each(outcomes)('$name', async ({ changes, answer, calls }) => {
    const pair = createPair(changes)
    let outcome: unknown
    pair.http.request(call).then(
      (value) => (outcome = value),
      (cause: Error) => (outcome = cause.name),
    )
    await pair.time.runUntil(pair.time.now() + 100_000)
    expect(outcome).toEqual(answer)
    expect(pair.seen.calls).toBe(calls)
  })

  it('never returns to a crashed tab, whether the backend executed it or not', async () => {
    for (const situation of ['before', 'after'] as const) {
      const pair = createPair()
      let isSettled = false
      pair.life.endAtCall(1, situation)
      pair.http.request(call).finally(() => (isSettled = true))
      await pair.time.runUntil(pair.time.now() + 100_000)
      expect(isSettled).toBe(false)
      expect(pair.life.isAlive()).toBe(false)
      expect(pair.seen.calls).toBe(situation === 'before' ? 0 : 1)
    }
  })
})

describe('seeded random draws', () => {
  it('of one component do not shift those of another, and the same seed repeats them', () => {
    const draw = (extra: number) => {
      const root = createSeededRandom(5, 'world')
      const left = root.split('left')
      for (let count = 0; count < extra; count++) left.next()
      return Array.from({ length: 20 }, root.split('right').next)
    }
    expect(draw(0)).toEqual(draw(9))
    expect(new Set(draw(0)).size).toBe(20)
    expect(createSeededRandom(6, 'world').next()).not.toBe(createSeededRandom(5, 'world').next())
  })
})
