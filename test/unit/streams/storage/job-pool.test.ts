import { describe, expect, it } from 'vitest'
import { createPrioritizedStorage, type JobPriority } from '#streams/storage/job-pool.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { me } from '#test/unit/domain/log-events.ts'
import { createTestClock, settle } from '../test-clock.ts'

/** An account's storage in which each job waits for its response, by the name of the row that it reads. */
async function createSlowAccount() {
  const clock = createTestClock()
  const asked: string[] = []
  const answers = new Map<string, () => void>()
  const stored = await createMemoryDisk().storage().open(me)
  const prioritized = createPrioritizedStorage(clock, {
    ...stored,
    readRow: (_, key) => {
      asked.push(key)
      return new Promise((resolve) => answers.set(key, () => resolve(key)))
    },
  })
  return {
    clock,
    prioritized,
    asked,
    read: (priority: JobPriority, key: string) => prioritized(priority).readRow('model', key),
    async answer(key: string) {
      answers.get(key)?.()
      await settle()
    },
  }
}

describe('the jobs of a storage', () => {
  it('run three at a time, the others in order behind them [STORE-08]', async () => {
    const account = await createSlowAccount()
    const keys = ['1', '2', '3', '4', '5']
    const done = Promise.all(keys.map((key) => account.read('normal', key)))
    expect(account.asked).toEqual(['1', '2', '3'])
    await account.answer('2')
    expect(account.asked).toEqual(['1', '2', '3', '4'])
    await account.answer('1')
    for (const key of ['3', '4', '5']) await account.answer(key)
    expect(await done).toEqual(keys)
    expect(account.clock.waiting()).toBe(0)
  })

  it('release their slot when they fail', async () => {
    const account = await createSlowAccount()
    const storage = account.prioritized('normal')
    const broken = Array.from({ length: 4 }, () =>
      storage.appendSegment(() => {
        throw new Error('disk full')
      }),
    )
    expect((await Promise.allSettled(broken)).every(({ status }) => status === 'rejected')).toBe(true)
    void account.read('normal', '1')
    expect(account.asked).toEqual(['1'])
  })

  it('fail after 15 seconds as a storage fault, and block no other job [STORE-08]', async () => {
    const account = await createSlowAccount()
    const outcomes: unknown[] = []
    for (const key of ['1', '2', '3', '4'])
      account.read('normal', key).then(
        (value) => outcomes.push(value),
        (error: unknown) => outcomes.push(error),
      )
    await account.clock.advance(14_999)
    expect(outcomes).toEqual([])
    expect(account.asked).toEqual(['1', '2', '3'])
    await account.clock.advance(1)
    expect(outcomes).toEqual(Array(3).fill(expect.objectContaining({ kind: 'unanswered' })))
    expect(account.asked).toEqual(['1', '2', '3', '4'])
    await account.answer('1')
    await account.answer('4')
    expect(outcomes.at(-1)).toBe('4')
  })

  it('read visible data first, and trim old data last, one at a time', async () => {
    const account = await createSlowAccount()
    void account.read('background', 'old 1')
    void account.read('background', 'old 2')
    void account.read('normal', 'normal 1')
    void account.read('normal', 'normal 2')
    void account.read('normal', 'normal 3')
    void account.read('interactive', 'opened')
    expect(account.asked).toEqual(['old 1', 'normal 1', 'normal 2'])
    await account.answer('normal 1')
    expect(account.asked.at(-1)).toBe('opened')
    await account.answer('old 1')
    expect(account.asked.at(-1)).toBe('normal 3')
    await account.answer('normal 2')
    expect(account.asked.at(-1)).toBe('old 2')
  })

  it('always leave a slot free of trimming', async () => {
    const account = await createSlowAccount()
    for (const key of ['1', '2', '3', '4']) void account.read('background', key)
    expect(account.asked).toEqual(['1'])
    void account.read('interactive', 'opened')
    expect(account.asked).toEqual(['1', 'opened'])
  })
})
