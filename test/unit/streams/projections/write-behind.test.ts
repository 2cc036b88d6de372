import { describe, expect, it } from 'vitest'
import { createWriteBehind } from '#streams/projections/write-behind.ts'
import { createTestClock, settle } from '../test-clock.ts'

function createSubject() {
  const clock = createTestClock()
  const start = clock.now()
  const writes: number[] = []
  const faults: string[] = []
  const outcomes: Error[] = []
  const writeBehind = createWriteBehind({
    clock,
    async write() {
      const error = outcomes.shift()
      if (error) throw error
      writes.push(clock.now() - start)
    },
    onFault: (cause) => faults.push(String(cause)),
  })
  return { clock, writes, faults, writeBehind, failNext: (error: Error) => outcomes.push(error) }
}

describe('write-behind', () => {
  it('waits for 500 ms without a change', async () => {
    const { clock, writes, writeBehind } = createSubject()
    writeBehind.setLeading(true)
    await clock.advance(400)
    writeBehind.changed()
    await clock.advance(10_000)
    expect(writes).toEqual([900])
  })

  it('never waits longer than 5 s', async () => {
    const { clock, writes, writeBehind } = createSubject()
    writeBehind.setLeading(true)
    for (let turn = 0; turn < 60; turn += 1) {
      await clock.advance(200)
      writeBehind.changed()
    }
    expect(writes).toEqual([5000, 10_000])
  })

  it('writes only while this tab leads', async () => {
    const { clock, writes, writeBehind } = createSubject()
    writeBehind.changed()
    writeBehind.writeNow()
    await writeBehind.flush()
    await clock.advance(10_000)
    writeBehind.setLeading(true)
    writeBehind.setLeading(false)
    await clock.advance(10_000)
    expect(writes).toEqual([])
  })

  it('writes urgent changes immediately', async () => {
    const { writes, writeBehind } = createSubject()
    writeBehind.setLeading(true)
    writeBehind.writeNow()
    await settle()
    expect(writes).toEqual([0])
  })

  it('reports a failure and retries', async () => {
    const { clock, writes, faults, writeBehind, failNext } = createSubject()
    failNext(new Error('disk full'))
    writeBehind.setLeading(true)
    await clock.advance(10_000)
    expect(faults).toEqual(['Error: disk full'])
    expect(writes).toEqual([1000])
  })

  it('flushes immediately, and rejects if that fails', async () => {
    const { writes, writeBehind, failNext } = createSubject()
    writeBehind.setLeading(true)
    failNext(new Error('disk full'))
    await expect(writeBehind.flush()).rejects.toThrow('disk full')
    await writeBehind.flush()
    expect(writes).toEqual([0])
  })
})
