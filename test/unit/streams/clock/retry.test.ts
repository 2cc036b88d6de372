import { describe, expect, it } from 'vitest'
import { backoffDelay } from '#domain/http/call-limits.ts'
import { retry, retryUntil } from '#streams/clock/retry.ts'
import { createTestClock } from '../test-clock.ts'

/** A task that fails this number of times before it succeeds, and the times of its attempts. */
function failing(clock: ReturnType<typeof createTestClock>, times: number) {
  const triedAt: number[] = []
  const start = clock.monotonic()
  const task = async () => {
    triedAt.push(clock.monotonic() - start)
    if (triedAt.length <= times) throw new Error(`failure ${triedAt.length}`)
    return 'done'
  }
  return { task, triedAt }
}
const outcomeOf = (promise: Promise<string>) => promise.catch((error: Error) => error.message)

describe('retries', () => {
  it('wait the times of the table, and repeat the last one', async () => {
    expect([0, 1, 2, 3, 4].map((failures) => backoffDelay([10, 20, 30], failures))).toEqual([
      10, 10, 20, 30, 30,
    ])
    const clock = createTestClock()
    const { task, triedAt } = failing(clock, 4)
    const result = retry(task, { clock, delays: [10, 100], isFinal: () => false })
    await clock.advance(1000)
    expect(await result).toBe('done')
    expect(triedAt).toEqual([0, 10, 110, 210, 310])
  })

  it('end with the last cause once a failure is final', async () => {
    const clock = createTestClock()
    const { task } = failing(clock, 9)
    const result = outcomeOf(retry(task, { clock, delays: [10], isFinal: (_, failures) => failures === 3 }))
    await clock.advance(100)
    expect(await result).toBe('failure 3')
  })

  it('end while they wait when the signal is aborted', async () => {
    const clock = createTestClock()
    const { task, triedAt } = failing(clock, 9)
    const controller = new AbortController()
    const { signal } = controller
    const result = outcomeOf(retry(task, { clock, delays: [1000], isFinal: () => false, signal }))
    await clock.advance(10)
    controller.abort()
    expect(await result).toBe('failure 1')
    expect(triedAt).toEqual([0])
  })

  it('report a storage fault once, whatever the number of attempts', async () => {
    const clock = createTestClock()
    const faults: string[] = []
    const { task, triedAt } = failing(clock, 4)
    const ports = { clock, report: { fault: ({ kind }: { kind: string }) => void faults.push(kind) } }
    const result = retryUntil(ports, 'log.read', task, () => false)
    await clock.advance(10_000)
    expect(await result).toBe('done')
    expect(faults).toEqual(['log.read'])
    expect(triedAt).toEqual([0, 50, 300, 1300, 2300])
  })
})
