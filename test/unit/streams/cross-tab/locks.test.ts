import { describe, expect, it } from 'vitest'
import { holdOrSteal } from '#streams/cross-tab/locks.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { createTestClock } from '../test-clock.ts'

const patient = new AbortController().signal

/** A holder that has not come to an end yet, and another who has lost patience with it and taken the lock. */
async function robbery() {
  const ports = { locks: createMemoryLocks(), clock: createTestClock() }
  const work = createDeferred<string>()
  const robbed = holdOrSteal(ports, 'a', patient, () => work.promise)
  const thief = holdOrSteal(ports, 'a', patient, async () => 'of the thief')
  await ports.clock.advance(20_000)
  return { work, robbed, thief }
}

describe('a lock that is held or taken', () => {
  it('is taken from a holder that does not let go, whose work counts when it is done', async () => {
    // Given a holder that was robbed
    const { work, robbed, thief } = await robbery()
    expect(await thief).toBe('of the thief')
    // When it wakes and ends
    work.resolve('of the robbed')
    // Then its caller gets what it came to
    expect(await robbed).toBe('of the robbed')
  })

  it('fails the robbed one for nothing but its own failure', async () => {
    const { work, robbed } = await robbery()
    work.reject(new Error('broke'))
    await expect(robbed).rejects.toThrow('broke')
  })

  it('is not waited for by one who gives up', async () => {
    const ports = { locks: createMemoryLocks(), clock: createTestClock() }
    const giving = new AbortController()
    void holdOrSteal(ports, 'a', patient, () => new Promise<void>(() => {}))
    const waiting = holdOrSteal(ports, 'a', giving.signal, async () => 'never')
    giving.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})
