import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '#test/simulation/seeded-random.ts'
import { startSocket } from './socket-harness.ts'

const endpoints = ['wss://one.example/socket', 'wss://two.example/socket'] as const

describe('a server that restarts (1012)', () => {
  it.each([
    [0, 500],
    [0.999_99, 5000],
  ])('is reconnected soon: with jitter %d after %i ms', async (random, wait) => {
    const { clock, logIn, socket } = startSocket({ random })
    await logIn()
    await clock.advance(6000)
    socket.last().drop(1012, true)
    await clock.advance(wait - 1)
    expect(socket.connections).toHaveLength(1)
    await clock.advance(1)
    expect(socket.connections).toHaveLength(2)
  })

  it('keeps its endpoint after any number of restarts', async () => {
    const { clock, socket } = startSocket({ endpoints })
    for (let count = 0; count < 6; count++) {
      socket.last().drop(1012, true)
      await clock.advance(500)
    }
    expect(socket.connections.map(({ url }) => url)).toEqual(Array(7).fill(endpoints[0]))
  })

  it('finds its 1,000 clients spread over seconds, few of them in any tenth of one', async () => {
    const random = createSeededRandom(7, 'herd')
    const tenths = new Map<number, number>()
    for (let client = 0; client < 1000; client++) {
      const { actor, logIn, socket } = startSocket({ random: random.next })
      await logIn()
      socket.last().drop(1012, true)
      const tenth = Math.floor(actor.getSnapshot().context.wait / 100)
      tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1)
      actor.stop()
    }
    expect(tenths.size).toBeGreaterThan(40)
    expect(Math.max(...tenths.values())).toBeLessThan(50)
  })
})

describe('an overloaded server (1013)', () => {
  it.each([
    [0, 15_000],
    [0.999_99, 30_000],
  ])('is left alone for longer: with jitter %d for %i ms', async (random, wait) => {
    const { clock, logIn, socket } = startSocket({ random })
    await logIn()
    await clock.advance(6000)
    socket.last().drop(1013, true)
    await clock.advance(wait - 1)
    expect(socket.connections).toHaveLength(1)
    await clock.advance(1)
    expect(socket.connections).toHaveLength(2)
  })

  it('is replaced by another endpoint after the third overload', async () => {
    const { clock, socket } = startSocket({ endpoints })
    for (let count = 0; count < 3; count++) {
      socket.last().drop(1013, true)
      await clock.advance(15_000)
    }
    expect(socket.connections.map(({ url }) => url)).toEqual([...Array(3).fill(endpoints[0]), endpoints[1]])
  })
})
