import { describe, expect, it } from 'vitest'
import { createRecovery } from '#streams/storage/recovery.ts'
import { StorageError } from '#streams/storage/storage-error.ts'
import { createDeferred, type Deferred } from '#test/unit/deferred.ts'
import { createTestClock } from '../test-clock.ts'

/** A recovery whose attempts the test settles. */
function open() {
  const clock = createTestClock()
  const told: (string | undefined)[] = []
  const tries: Deferred<void>[] = []
  const recovery = createRecovery({
    clock,
    attempt() {
      const next = createDeferred()
      tries.push(next)
      return next.promise
    },
    onResult: (fault) => void told.push(fault?.kind),
    onError: () => void told.push('failed'),
  })
  return { clock, recovery, told, tries }
}

describe('recovery', () => {
  it('tries 250 ms after it was triggered, ever more slowly while it fails, and never when the storage works', async () => {
    const { clock, recovery, told, tries } = open()
    recovery.wake()
    for (const [pause, count] of [
      [250, 1],
      [1000, 2],
      [2000, 3],
    ] as const) {
      await clock.advance(pause - 1)
      expect(tries).toHaveLength(count - 1)
      await clock.advance(1)
      expect(tries).toHaveLength(count)
      if (count < 3) tries[count - 1]?.reject(new StorageError('quota-exceeded'))
    }
    tries[2]?.resolve()
    await clock.advance(60_000)
    expect(tries).toHaveLength(3)
    expect(told).toEqual(['quota-exceeded', 'quota-exceeded', undefined])
  })

  it('checks again after an attempt during which new events arrived', async () => {
    const { clock, recovery, tries } = open()
    recovery.wake()
    await clock.advance(250)
    recovery.wake()
    tries[0]?.resolve()
    await clock.advance(250)
    expect(tries).toHaveLength(2)
    tries[1]?.resolve()
    await clock.advance(60_000)
    expect(tries).toHaveLength(2)
  })

  it('stops permanently', async () => {
    const { clock, recovery, told, tries } = open()
    recovery.wake()
    await clock.advance(250)
    recovery.stop()
    tries[0]?.reject(new StorageError('unknown'))
    await clock.advance(60_000)
    expect(tries).toHaveLength(1)
    expect(told).toEqual([])
  })
})
