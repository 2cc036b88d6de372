import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { createLogTail } from '#streams/log/log-tail.ts'
import { createStepReader } from '#streams/log/step-reader.ts'
import { indexSegments, readTextEntries, textIndex, textRows } from '#streams/log/text-index.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import {
  chat,
  client,
  idOf,
  logged,
  me,
  peer,
  range,
  received,
  submitted,
} from '#test/unit/domain/log-events.ts'

const events = logged([received(1)])

async function createSubject(stored: readonly (readonly unknown[])[]) {
  let reads = 0
  const storage = await createMemoryDisk()
    .storage((operation) => {
      if (operation === 'readSegments') reads += 1
    })
    .open(me)
  // An event of another program's log is none of ours.
  for (const segment of stored) await storage.appendSegment(() => segment as typeof events)
  const faults: string[] = []
  const tail = createLogTail(storage, { fault: ({ kind, detail }) => faults.push(`${kind} ${detail}`) })
  return { tail, faults, reads: () => reads }
}
const numbers = (segments: readonly { readonly segment: number }[]) => segments.map(({ segment }) => segment)

describe('the tail of a log', () => {
  it('is read from storage, and from memory while it is cached', async () => {
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

  it('caches no range with a gap, and nothing after an erasure', async () => {
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

  it('drops segments that every read model has, and reads them from storage again', async () => {
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

  it('returns no more segments at a time than one task may process, from memory or from storage', async () => {
    const many = logged(range(1, 450).map((sequence) => received(sequence)))
    const { tail } = await createSubject([many, many, many])
    expect(numbers(await tail.read(0))).toEqual([1, 2])
    for (const segment of [1, 2, 3]) tail.keep({ segment, events: many })
    expect(numbers(await tail.read(0))).toEqual([1, 2])
    expect(numbers(await tail.read(2))).toEqual([3])
  })

  it('skips segments that it cannot read, reports them once, and leaves them stored', async () => {
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

const indexed = logged([
  received(1, { senderId: peer, clientId: client('theirs') }),
  received(2, { senderId: me, clientId: client('mine') }),
  submitted(client('new')),
])

describe('the index of text', () => {
  it('names messages by the server’s ids, and this user’s own by theirs too', () => {
    const entries = indexSegments(me, [{ segment: 5, events: indexed }]).get(chat)
    expect(entries).toEqual([
      { segment: 5, from: idOf(1), to: idOf(2), clientIds: [client('mine'), client('new')] },
    ])
  })

  it('reads the rows of many conversations together, and adds to their entries', async () => {
    let reads = 0
    const storage = await createMemoryDisk()
      .storage((operation) => {
        if (operation === 'readModel') reads += 1
      })
      .open(me)
    const { name: model, version } = textIndex
    const both = [...indexed, ...indexed.map((event) => ({ ...event, stream: conversationId('group', 8) }))]
    for (const segment of [5, 6, 70]) {
      const rows = await textRows(storage, indexSegments(me, [{ segment, events: both }]), false)
      expect(rows).toHaveLength(2)
      const checkpoint = { segment, version }
      await storage.writeModel({ model, checkpoint, epoch: 0, rows, isRebuild: false })
    }
    expect(reads).toBe(3)
    expect((await readTextEntries(storage, chat)).map(({ segment }) => segment).sort()).toEqual([5, 6, 70])
  })
})

/** Reads segments of these sizes. Returns the segments of each step, and the number that was read for it. */
async function stepsThrough(sizes: readonly number[]) {
  const steps: number[][] = []
  const reads: number[] = []
  const read = createStepReader({
    async readSegments(after, limit) {
      const found = sizes.slice(after, after + limit)
      reads.push(found.length)
      return found.map((size, index) => ({ segment: after + index + 1, events: Array(size).fill({}) }))
    },
  })
  for (let at = 0; ; ) {
    const numbers = (await read(at)).map(({ segment }) => segment)
    if (numbers.length === 0) return { steps, reads }
    steps.push(numbers)
    at = numbers.at(-1) ?? at
  }
}

describe('the steps of compaction', () => {
  it('take eight small segments at a time', async () => {
    const { steps } = await stepsThrough(Array(17).fill(3))
    expect(steps.map(({ length }) => length)).toEqual([8, 8, 1])
  })

  it('take 500 indexed at most, and read few that they leave out', async () => {
    const { steps, reads } = await stepsThrough(Array(12).fill(500))
    expect(steps).toHaveLength(12)
    expect(reads).toEqual([8, ...Array(11).fill(1), 0])
  })

  it('take a larger segment alone, and every segment once, whatever their sizes', async () => {
    const sizes = [3, 3, 900, 499, 2, 1, 1, 1, 400, 200, 3, 3, 3, 3, 3, 3, 3, 3, 3]
    const { steps } = await stepsThrough(sizes)
    expect(steps.flat()).toEqual(sizes.map((_, index) => index + 1))
    expect(steps).toContainEqual([3])
    for (const step of steps)
      expect(
        step.length === 1 || step.reduce((sum, number) => sum + (sizes[number - 1] ?? 0), 0) <= 500,
      ).toBe(true)
  })
})
