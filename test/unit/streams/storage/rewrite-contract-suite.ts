import { describe, expect, it } from 'vitest'
import { account, append, event, type StorageSubject, write } from './storage-contract-suite.ts'

/** What every storage must do when what is written is changed; run over each of them. */
export function rewriteContract(name: string, createSubject: () => StorageSubject): void {
  const openAccount = async () => (await createSubject().openTab()).open(account)

  describe(`${name}: changing the log`, () => {
    it('reads segments by their numbers, in order, those that exist', async () => {
      const storage = await openAccount()
      for (let count = 0; count < 4; count += 1) await append(storage)
      const found = await storage.readSegmentsAt([4, 9, 2, 4])
      expect(found.map(({ segment }) => segment)).toEqual([2, 4])
      expect(await storage.readSegmentsAt([])).toEqual([])
    })

    it('replaces, removes and moves a checkpoint in one, and goes on counting', async () => {
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

    it('changes nothing when somebody else has changed the log since it was read', async () => {
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
}
