import { describe, expect, it } from 'vitest'
import { eventId, userId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { AccountStorage, ModelWrite, Storage } from '#streams/storage/storage.ts'

export const account = userId(5)

/** A device for the suite: several tabs with one disk. */
export interface StorageSubject {
  openTab(): Promise<Storage>
}

export const event = (segment: number, index: number): LogEvent => ({
  id: eventId(`event-${segment}-${index}`),
  stream: 'account',
  type: 'FriendRemoved',
  version: 1,
  data: { userId: userId(segment * 10 + index) },
  occurredAt: 1,
  recordedAt: 2,
  origin: 'local',
  position: { segment, index },
})

export const append = (storage: AccountStorage, count = 1) =>
  storage.appendSegment((segment) => Array.from({ length: count }, (_, index) => event(segment, index)))

export const write = (overrides: Partial<ModelWrite>): ModelWrite => ({
  model: 'things',
  checkpoint: { segment: 1, version: 1 },
  epoch: 0,
  rows: [],
  isRebuild: false,
  ...overrides,
})

const stored = (id: number): StoredAccount => ({
  userId: userId(id),
  nickname: `Number ${id}`,
  avatarUrl: '',
  token: 'token',
  refreshToken: 'refresh',
  traceRate: 0.5,
})

/** The contract of every storage; run for each of them. */
export function storageContract(name: string, createSubject: () => StorageSubject): void {
  const openAccount = async () => (await createSubject().openTab()).open(account)

  describe(`${name}: the segmented log`, () => {
    it('starts empty', async () => {
      const storage = await openAccount()
      expect(await storage.head()).toBe(0)
      expect(await storage.readSegments(0, 10)).toEqual([])
    })

    it('numbers segments from one and passes the number to the builder of the events', async () => {
      const storage = await openAccount()
      expect((await append(storage, 2)).segment).toBe(1)
      expect((await append(storage)).segment).toBe(2)
      expect(await storage.head()).toBe(2)
      expect(await storage.readSegments(0, 10)).toEqual([
        { segment: 1, events: [event(1, 0), event(1, 1)] },
        { segment: 2, events: [event(2, 0)] },
      ])
    })

    it('never gives two tabs the same number, however they race', async () => {
      const subject = createSubject()
      const tabs = await Promise.all([subject.openTab(), subject.openTab()])
      const storages = await Promise.all(tabs.map((tab) => tab.open(account)))
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, turn) => append(storages[turn % 2] ?? fail())),
      )
      const numbers = written.map(({ segment }) => segment).sort((left, right) => left - right)
      expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    })

    it('continues after the segments of another tab, and stores the events built for that number', async () => {
      const subject = createSubject()
      const tabs = await Promise.all([subject.openTab(), subject.openTab()])
      const [one, other] = await Promise.all(tabs.map((tab) => tab.open(account)))
      if (!one || !other) throw new Error('two tabs')
      for (const storage of [one, one, other, other, one])
        await storage.appendSegment((segment) => [event(segment, 0)])
      const stored = await other.readSegments(0, 10)
      expect(stored).toEqual([1, 2, 3, 4, 5].map((segment) => ({ segment, events: [event(segment, 0)] })))
    })

    it('reads the segments after one, in order, up to a limit', async () => {
      const storage = await openAccount()
      for (let turn = 0; turn < 5; turn += 1) await append(storage)
      const numbers = async (after: number, limit: number) =>
        (await storage.readSegments(after, limit)).map(({ segment }) => segment)
      expect(await numbers(2, 2)).toEqual([3, 4])
      expect(await numbers(4, 10)).toEqual([5])
      expect(await numbers(5, 10)).toEqual([])
    })

    it('writes no segment when building the events throws', async () => {
      const storage = await openAccount()
      await expect(
        storage.appendSegment(() => {
          throw new Error('no events')
        }),
      ).rejects.toThrow('no events')
      expect(await storage.head()).toBe(0)
    })

    it('stores a copy: later changes of an event have no effect', async () => {
      const storage = await openAccount()
      const events = [{ ...event(1, 0) }]
      await storage.appendSegment(() => events)
      Object.assign(events[0] ?? fail(), { origin: 'socket' })
      expect((await storage.readSegments(0, 1))[0]?.events).toEqual([event(1, 0)])
    })

    it('rewrites existing segments alone, and raises the epoch once', async () => {
      const storage = await openAccount()
      await append(storage, 2)
      const segments = [
        { segment: 1, events: [event(1, 1)] },
        { segment: 9, events: [event(9, 0)] },
      ]
      expect(await storage.rewriteSegments({ epoch: 0, segments })).toBe(true)
      expect(await storage.readSegments(0, 10)).toEqual([{ segment: 1, events: [event(1, 1)] }])
      expect(await storage.epoch()).toBe(1)
    })
  })

  describe(`${name}: read models`, () => {
    it('moves rows and checkpoint together', async () => {
      const storage = await openAccount()
      expect(await storage.checkpoint('things')).toBeUndefined()
      const rows = [
        { key: 'b', value: { text: 'two' } },
        { key: 'a', value: { text: 'one' } },
      ]
      expect(await storage.writeModel(write({ rows, checkpoint: { segment: 4, version: 2 } }))).toBe(true)
      expect(await storage.readRows('things')).toEqual([rows[1], rows[0]])
      expect(await storage.readRow('things', 'b')).toEqual({ text: 'two' })
      expect(await storage.readRow('things', 'c')).toBeUndefined()
      expect(await storage.checkpoint('things')).toEqual({ segment: 4, version: 2 })
    })

    it('keeps models apart, and finds rows by the start of their key', async () => {
      const storage = await openAccount()
      const rows = ['s:1/a', 's:1/b', 's:12/a', 's:2/a'].map((key) => ({ key, value: key }))
      await storage.writeModel(write({ rows }))
      await storage.writeModel(write({ model: 'others', rows: [{ key: 's:1/a', value: 'other' }] }))
      expect((await storage.readRows('things', 's:1/')).map(({ key }) => key)).toEqual(['s:1/a', 's:1/b'])
      expect(await storage.readRows('others')).toEqual([{ key: 's:1/a', value: 'other' }])
    })

    it('deletes a row whose value is undefined', async () => {
      const storage = await openAccount()
      await storage.writeModel(write({ rows: [{ key: 'a', value: 1 }] }))
      await storage.writeModel(write({ rows: [{ key: 'a', value: undefined }] }))
      expect(await storage.readRows('things')).toEqual([])
    })

    it.each([
      { title: 'an older checkpoint', next: { segment: 2, version: 1 }, isWritten: false },
      { title: 'the same checkpoint', next: { segment: 3, version: 1 }, isWritten: true },
      { title: 'a newer checkpoint', next: { segment: 4, version: 1 }, isWritten: true },
      { title: 'older code, however far', next: { segment: 9, version: 0 }, isWritten: false },
      { title: 'newer code, however little', next: { segment: 1, version: 2 }, isWritten: true },
    ])('takes or rejects $title', async ({ next, isWritten }) => {
      const storage = await openAccount()
      const before = [{ key: 'a', value: 'before' }]
      const after = [{ key: 'a', value: 'after' }]
      await storage.writeModel(write({ rows: before, checkpoint: { segment: 3, version: 1 } }))
      expect(await storage.writeModel(write({ rows: after, checkpoint: next }))).toBe(isWritten)
      expect(await storage.readRows('things')).toEqual(isWritten ? after : before)
      expect(await storage.checkpoint('things')).toEqual(isWritten ? next : { segment: 3, version: 1 })
    })

    it('rejects rows that were computed before an erasure', async () => {
      const storage = await openAccount()
      await append(storage)
      const epoch = await storage.epoch()
      await storage.rewriteSegments({ epoch, segments: [{ segment: 1, events: [] }] })
      const rows = [{ key: 'a', value: 'what was erased' }]
      expect(await storage.writeModel(write({ rows, epoch }))).toBe(false)
      expect(await storage.readRows('things')).toEqual([])
      expect(await storage.writeModel(write({ rows, epoch: epoch + 1 }))).toBe(true)
    })

    it('starts over in a rebuild, even behind the stored checkpoint, and leaves other models alone', async () => {
      const storage = await openAccount()
      const old = [{ key: 'old', value: 1 }]
      await storage.writeModel(write({ rows: old, checkpoint: { segment: 8, version: 1 } }))
      await storage.writeModel(write({ model: 'others', rows: old }))
      const rows = [{ key: 'new', value: 2 }]
      expect(await storage.writeModel(write({ rows, isRebuild: true }))).toBe(true)
      expect(await storage.readRows('things')).toEqual(rows)
      expect(await storage.checkpoint('things')).toEqual({ segment: 1, version: 1 })
      expect(await storage.readRows('others')).toEqual(old)
    })
  })

  describe(`${name}: accounts of the device`, () => {
    it('lists, replaces and removes accounts', async () => {
      const { accounts } = await createSubject().openTab()
      await accounts.put(stored(1))
      await accounts.put(stored(2))
      await accounts.put({ ...stored(1), nickname: 'Renamed' })
      expect(await accounts.list()).toEqual([{ ...stored(1), nickname: 'Renamed' }, stored(2)])
      await accounts.remove(userId(2))
      expect((await accounts.list()).map(({ userId }) => userId)).toEqual([1])
    })

    it('remembers the chosen account for every tab, until it is removed', async () => {
      const subject = createSubject()
      const one = (await subject.openTab()).accounts
      const other = (await subject.openTab()).accounts
      expect(await one.chosen()).toBeUndefined()
      await one.put(stored(1))
      await one.choose(userId(1))
      expect(await other.chosen()).toBe(1)
      await other.remove(userId(1))
      expect(await one.chosen()).toBeUndefined()
      await one.choose(userId(2))
      await one.choose(undefined)
      expect(await other.chosen()).toBeUndefined()
    })

    it('retires an account: it is neither listed nor chosen, and marked for the wipe (DEC-56)', async () => {
      const { accounts } = await createSubject().openTab()
      await accounts.put(stored(1))
      await accounts.put(stored(2))
      await accounts.choose(userId(2))
      await accounts.retire(userId(1))
      expect(await accounts.chosen()).toBe(2)
      await accounts.retire(userId(2))
      expect(await accounts.list()).toEqual([])
      expect(await accounts.chosen()).toBeUndefined()
      expect(await accounts.pendingWipes()).toEqual([1, 2])
    })

    it('remembers what must still be wiped', async () => {
      const { accounts } = await createSubject().openTab()
      await accounts.markForWipe(userId(3), true)
      await accounts.markForWipe(userId(4), true)
      await accounts.markForWipe(userId(3), false)
      expect(await accounts.pendingWipes()).toEqual([4])
    })

    it('keeps files by key, for every tab, until they are removed or the account is destroyed', async () => {
      const subject = createSubject()
      const [tab, other] = [await subject.openTab(), await subject.openTab()]
      const storage = await tab.open(account)
      await storage.files.put('one', picture('one.png'), 5)
      await storage.files.put('two', picture('two.png'), 6)
      const { files } = await other.open(account)
      expect(await files.read('one')).toEqual(picture('one.png'))
      await files.remove('one')
      await files.remove('nothing')
      expect(await files.read('one')).toBeUndefined()
      expect(await storage.files.list()).toEqual([{ key: 'two', storedAt: 6 }])
      storage.close()
      await tab.destroy(account)
      expect(await (await tab.open(account)).files.list()).toEqual([])
    })
  })
}

const picture = (name: string) => ({
  ...{ name, type: 'image/png', size: 3 },
  content: new Uint8Array([1, 2, 3]),
})

function fail(): never {
  throw new Error('the test is wrong')
}
