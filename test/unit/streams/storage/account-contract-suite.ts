import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { SegmentPlace } from '#schemas/log/position.ts'
import { createFallbackAccountStorage } from '#streams/storage/fallback-account-storage.ts'
import type { AccountStorage, RowRange } from '#streams/storage/storage.ts'
import { LogAdvanced, StorageDestroyed, StorageError } from '#streams/storage/storage-error.ts'
import { account, append, event, type StorageSubject, write } from './storage-contract-suite.ts'

/**
 * The contract of an account's storage beyond appending and writing models: reads by key, rewrites, lost answers,
 * deletion. Run for each storage.
 */
export function accountContract(name: string, createSubject: () => StorageSubject): void {
  const openAccount = async () => (await createSubject().openTab()).open(account)

  describe(`${name}: reading a model`, () => {
    it('returns a model with its checkpoint and all rows, or the rows of the given keys', async () => {
      const storage = await openAccount()
      expect(await storage.readModel('things')).toEqual({ checkpoint: undefined, rows: [] })
      const rows = ['a', 'b', 'c'].map((key) => ({ key, value: key }))
      const checkpoint = { segment: 4, version: 2 }
      for (const model of ['things', 'others']) await storage.writeModel(write({ model, rows, checkpoint }))
      expect(await storage.readModel('things')).toEqual({ checkpoint, rows })
      expect((await storage.readModel('things', ['c', 'x', 'a', 'c'])).rows).toEqual([rows[0], rows[2]])
    })

    const stored = ['p1', 'p2', 'p3', 'q', 'r']
    const cases: readonly {
      what: string
      wanted: readonly (string | RowRange)[]
      found: readonly string[]
    }[] = [
      { what: 'a range, both ends included', wanted: [{ from: 'p2', to: 'q' }], found: ['p2', 'p3', 'q'] },
      {
        what: 'a range whose ends do not exist',
        wanted: [{ from: 'p', to: 'p9' }],
        found: ['p1', 'p2', 'p3'],
      },
      { what: 'a range without rows', wanted: [{ from: 's', to: 't' }], found: [] },
      { what: 'one row', wanted: [{ from: 'r', to: 'r' }], found: ['r'] },
      {
        what: 'keys and ranges that overlap, each row once and in order',
        wanted: ['r', { from: 'p2', to: 'p3' }, 'p3', { from: 'p1', to: 'p2' }],
        found: ['p1', 'p2', 'p3', 'r'],
      },
    ]
    it.each(cases)('returns the rows of $what', async ({ wanted, found }) => {
      const storage = await openAccount()
      const rows = stored.map((key) => ({ key, value: `value of ${key}` }))
      for (const model of ['others', 'things', 'thinly'])
        await storage.writeModel(
          write({ model, rows: rows.map(({ key, value }) => ({ key, value: `${model} ${value}` })) }),
        )
      const read = await storage.readModel('things', wanted)
      expect(read.rows).toEqual(found.map((key) => ({ key, value: `things value of ${key}` })))
    })
  })

  describe(`${name}: rewriting segments`, () => {
    it('returns the existing segments of the given numbers, in order', async () => {
      const storage = await openAccount()
      for (let count = 0; count < 4; count += 1) await append(storage)
      const found = await storage.readSegmentsAt([4, 9, 2, 4])
      expect(found.map(({ segment }) => segment)).toEqual([2, 4])
      expect(await storage.readSegmentsAt([])).toEqual([])
    })

    it('replaces and removes segments and moves a checkpoint in one transaction, and continues the numbers', async () => {
      const storage = await openAccount()
      for (let count = 0; count < 3; count += 1) await append(storage)
      await storage.writeModel(write({ model: 'other', checkpoint: { segment: 3, version: 4 } }))
      const isRewritten = await storage.rewriteSegments({
        epoch: 0,
        segments: [{ segment: 2, events: [event(1, 0), event(2, 0)] }],
        removed: [1, 7],
        checkpoint: { model: 'base', segment: 2, version: 1 },
      })
      expect(isRewritten).toBe(true)
      expect(await storage.readSegments(0, 10)).toEqual([
        { segment: 2, events: [event(1, 0), event(2, 0)] },
        { segment: 3, events: [event(3, 0)] },
      ])
      expect(await storage.checkpoint('base')).toEqual({ segment: 2, version: 1 })
      expect(await storage.checkpoint('other')).toEqual({ segment: 3, version: 4 })
      expect((await append(storage)).segment).toBe(4)
    })

    it('changes no row when another tab has rewritten segments since the read', async () => {
      const subject = createSubject()
      const one = await (await subject.openTab()).open(account)
      const other = await (await subject.openTab()).open(account)
      await append(one)
      await append(one)
      const rewrite = {
        epoch: await one.epoch(),
        segments: [{ segment: 1, events: [] }],
        removed: [2],
        checkpoint: { model: 'base', segment: 1, version: 1 },
      }
      expect(await other.rewriteSegments({ epoch: rewrite.epoch, segments: [] })).toBe(true)
      expect(await one.rewriteSegments(rewrite)).toBe(false)
      expect(await one.readSegments(0, 10)).toHaveLength(2)
      expect((await one.readSegmentsAt([1]))[0]?.events).toEqual([event(1, 0)])
      expect(await one.checkpoint('base')).toBeUndefined()
      expect(await one.epoch()).toBe(rewrite.epoch + 1)
    })
  })

  describe(`${name}: an append that was committed and reported as failed`, () => {
    const build = ({ segment = 0 }: SegmentPlace): readonly LogEvent[] => [
      { ...event(1, 0), position: { segment, index: 0 } },
      { ...event(1, 1), position: { segment, index: 1 } },
    ]
    const built = [{ id: 'event-1-0' }, { id: 'event-1-1' }]

    it('is recognized by its event ids and not repeated when the connection was lost', async () => {
      const stored = await openAccount()
      await append(stored)
      const lossy = losingAnswers(stored, 'connection-lost')
      const storage = createFallbackAccountStorage(() => lossy, 1)
      expect(await storage.append(build)).toEqual({ segment: 2 })
      expect(storage.hasUnsaved()).toBe(false)
      expect(await stored.readSegments(1, 10)).toMatchObject([{ segment: 2, events: built }])
      expect((await append(stored)).segment).toBe(3)
    })

    it.each(['unknown', 'unanswered'] as const)(
      'is not stored again from memory after the fault %s',
      async (fault) => {
        const stored = await openAccount()
        const lossy = losingAnswers(stored, fault)
        const storage = createFallbackAccountStorage(() => lossy, 0)
        const place = await storage.append(build)
        expect(place.inMemory).toBeDefined()
        await storage.save()
        expect(storage.hasUnsaved()).toBe(false)
        expect(await stored.readSegments(0, 10)).toMatchObject([{ segment: 1, events: built }])
      },
    )

    it('does not hide other events that are appended next', async () => {
      const stored = await openAccount()
      const lossy = losingAnswers(stored, 'unknown', new Error('no storage fault'))
      const storage = createFallbackAccountStorage(() => lossy, 0)
      await expect(storage.append(build)).rejects.toThrow('no storage fault')
      const next = await storage.append(({ segment = 0 }) => [event(segment, 5)])
      expect(next).toEqual({ segment: 2 })
      expect(await stored.readSegments(0, 10)).toMatchObject([
        { segment: 1, events: built },
        { segment: 2, events: [{ id: 'event-2-5' }] },
      ])
    })

    it('is recognized when the caller repeats it after an error that is no storage fault', async () => {
      const stored = await openAccount()
      const lossy = losingAnswers(stored, 'unknown', new Error('no storage fault'))
      const storage = createFallbackAccountStorage(() => lossy, 0)
      await expect(storage.append(build)).rejects.toThrow('no storage fault')
      expect(await storage.append(build)).toEqual({ segment: 1 })
      expect(await stored.head()).toBe(1)
    })
  })

  describe(`${name}: an append after a known segment`, () => {
    const build = ({ segment = 0 }: SegmentPlace): readonly LogEvent[] => [event(segment, 7)]

    it('stores nothing if another tab has appended since, and continues after its segments', async () => {
      const subject = createSubject()
      const page = await (await subject.openTab()).open(account)
      const other = await (await subject.openTab()).open(account)
      const storage = createFallbackAccountStorage(() => page, 0)
      expect(await storage.append(build, 0)).toEqual({ segment: 1 })
      await append(other)
      await expect(storage.append(build, 1)).rejects.toThrow(LogAdvanced)
      expect([await other.head(), storage.hasUnsaved()]).toEqual([2, false])
      expect(await storage.append(build, 2)).toEqual({ segment: 3 })
      await append(other)
      await append(other)
      expect(await storage.append(build, 5)).toEqual({ segment: 6 })
    })
  })

  describe(`${name}: destroying accounts`, () => {
    it('deletes one account and all of its data, and resolves without one', async () => {
      const tab = await createSubject().openTab()
      const first = await tab.open(account)
      await append(first)
      const other = await tab.open(userId(6))
      await append(other)
      first.close()
      await tab.destroy(account)
      await tab.destroy(userId(404))
      expect(await (await tab.open(account)).head()).toBe(0)
      expect(await other.head()).toBe(1)
    })

    it('rejects operations on a connection to a deleted account, also after the account was created again', async () => {
      const subject = createSubject()
      const [tab, other] = [await subject.openTab(), await subject.openTab()]
      const stale = await tab.open(account)
      await append(stale)
      await other.destroy(account)
      const reopened = await other.open(account)
      await expect(append(stale)).rejects.toBeInstanceOf(StorageDestroyed)
      await expect(stale.writeModel(write({}))).rejects.toBeInstanceOf(StorageDestroyed)
      await expect(stale.files.list()).rejects.toBeInstanceOf(StorageDestroyed)
      expect(await reopened.head()).toBe(0)
      expect((await append(await tab.open(account))).segment).toBe(1)
    })
  })
}

/** A storage whose first append is committed and reported as failed. */
function losingAnswers(
  storage: AccountStorage,
  kind: StorageError['kind'],
  error: Error = new StorageError(kind),
): AccountStorage {
  let isLost = false
  return {
    ...storage,
    async appendSegment(build) {
      const appended = await storage.appendSegment(build)
      if (isLost) return appended
      isLost = true
      throw error
    },
  }
}
