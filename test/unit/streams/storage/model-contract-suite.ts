import { describe, expect, it } from 'vitest'
import type { RowRange } from '#streams/storage/storage.ts'
import { account, type StorageSubject, write } from './storage-contract-suite.ts'

/** What every storage must do when a model is read; run over each of them. */
export function modelContract(name: string, createSubject: () => StorageSubject): void {
  const openAccount = async () => (await createSubject().openTab()).open(account)

  describe(`${name}: reading a model`, () => {
    it('reads a model with its checkpoint: all rows, or those of these keys', async () => {
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
      { what: 'ends that are not there', wanted: [{ from: 'p', to: 'p9' }], found: ['p1', 'p2', 'p3'] },
      { what: 'a range without rows', wanted: [{ from: 's', to: 't' }], found: [] },
      { what: 'one row', wanted: [{ from: 'r', to: 'r' }], found: ['r'] },
      {
        what: 'keys and ranges that overlap, each row once and in order',
        wanted: ['r', { from: 'p2', to: 'p3' }, 'p3', { from: 'p1', to: 'p2' }],
        found: ['p1', 'p2', 'p3', 'r'],
      },
    ]
    it.each(cases)('reads the rows of a range: $what', async ({ wanted, found }) => {
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
}
