import { describe, expect, it } from 'vitest'
import { holdOrSteal } from '#streams/cross-tab/locks.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { createTestClock } from '../test-clock.ts'

const patient = new AbortController().signal

/** A holder that is still running, and another one that has stolen its lock. */
async function robbery() {
  const ports = { locks: createMemoryLocks(), clock: createTestClock() }
  const work = createDeferred<string>()
  const stolenFrom = holdOrSteal(ports, 'a', patient, () => work.promise)
  const thief = holdOrSteal(ports, 'a', patient, async () => 'of the thief')
  await ports.clock.advance(20_000)
  return { work, stolenFrom, thief }
}

describe('a lock that is held or stolen', () => {
  it('is stolen from a holder that does not release it, and the result of the old holder still counts', async () => {
    // Given a holder whose lock was stolen
    const { work, stolenFrom, thief } = await robbery()
    expect(await thief).toBe('of the thief')
    // When it continues and ends
    work.resolve('of the stolenFrom')
    // Then its caller gets its result
    expect(await stolenFrom).toBe('of the stolenFrom')
  })

  it('rejects the old holder only with its own error', async () => {
    const { work, stolenFrom } = await robbery()
    work.reject(new Error('broke'))
    await expect(stolenFrom).rejects.toThrow('broke')
  })

  it('is not waited for after an abort', async () => {
    const ports = { locks: createMemoryLocks(), clock: createTestClock() }
    const giving = new AbortController()
    void holdOrSteal(ports, 'a', patient, () => new Promise<void>(() => {}))
    const waiting = holdOrSteal(ports, 'a', giving.signal, async () => 'never')
    giving.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})
