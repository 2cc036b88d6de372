import { describe, expect, it } from 'vitest'
import { createLogTail } from '#streams/log/log-tail.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { logged, me, range, received } from '#test/unit/domain/log-events.ts'

const events = logged([received(1)])

async function createSubject(stored: readonly (readonly unknown[])[]) {
  let reads = 0
  const storage = await createMemoryDisk()
    .storage((operation) => {
      if (operation === 'readSegments') reads += 1
    })
    .open(me)
  // What a log of another program may hold is no event of ours.
  for (const segment of stored) await storage.appendSegment(() => segment as typeof events)
  const faults: string[] = []
  const tail = createLogTail(storage, { fault: ({ kind, detail }) => faults.push(`${kind} ${detail}`) })
  return { tail, faults, reads: () => reads }
}
const numbers = (segments: readonly { readonly segment: number }[]) => segments.map(({ segment }) => segment)

describe('the tail of a log', () => {
  it('is read from storage, and from memory where it is kept', async () => {
    const { tail, reads } = await createSubject([[], [], []])
    expect(numbers(await tail.read(1))).toEqual([2, 3])
    tail.keep({ segment: 2, events })
    tail.keep({ segment: 3, events })
    expect(await tail.read(1)).toEqual([
      { segment: 2, events },
      { segment: 3, events },
    ])
    expect(reads()).toBe(1)
    expect(numbers(await tail.read(0))).toEqual([1, 2, 3])
    expect(await tail.read(3)).toEqual([])
    expect(reads()).toBe(3)
  })

  it('keeps no stretch with a hole, and nothing after an erasure', async () => {
    const { tail, reads } = await createSubject([[], [], []])
    tail.keep({ segment: 1, events })
    tail.keep({ segment: 3, events })
    expect(numbers(await tail.read(0))).toEqual([1, 2, 3])
    expect(numbers(await tail.read(2))).toEqual([3])
    expect(reads()).toBe(1)
    tail.forget()
    await tail.read(2)
    expect(reads()).toBe(2)
  })

  it('forgets what every read model has, and reads that from storage again', async () => {
    const { tail, reads } = await createSubject([events, events, events])
    for (const segment of [1, 2, 3]) tail.keep({ segment, events })
    tail.release(2)
    expect(numbers(await tail.read(2))).toEqual([3])
    expect(reads()).toBe(0)
    expect(numbers(await tail.read(1))).toEqual([2, 3])
    expect(reads()).toBe(1)
    tail.release(3)
    expect(numbers(await tail.read(2))).toEqual([3])
    expect(reads()).toBe(2)
  })

  it('hands out no more at once than one task may go through, from memory or from storage', async () => {
    const many = logged(range(1, 450).map((sequence) => received(sequence)))
    const { tail } = await createSubject([many, many, many])
    expect(numbers(await tail.read(0))).toEqual([1, 2])
    for (const segment of [1, 2, 3]) tail.keep({ segment, events: many })
    expect(numbers(await tail.read(0))).toEqual([1, 2])
    expect(numbers(await tail.read(2))).toEqual([3])
  })

  it('passes over what it cannot read, tells of it once, and leaves it stored', async () => {
    const later = { ...events[0], type: 'MoonLanded' }
    const { tail, faults } = await createSubject([
      [later, ...events],
      [later, 'nonsense'],
    ])
    expect(await tail.read(0)).toEqual([
      { segment: 1, events },
      { segment: 2, events: [] },
    ])
    expect(faults).toEqual(['log.event.unknown MoonLanded', expect.stringContaining('log.event.broken')])
  })
})
