import { describe, expect, it } from 'vitest'
import { conversationToRow } from '#domain/conversation/conversation-row.ts'
import { initialConversation } from '#domain/conversation/conversation-state.ts'
import { userId } from '#schemas/ids.ts'
import { conversationsProjection, friendsProjection } from '#streams/projections/account-projections.ts'
import { loadReadModel } from '#streams/projections/read-model.ts'
import type { StorageGate } from '#streams/storage/memory-directory.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import type { AccountStorage } from '#streams/storage/storage.ts'
import { chat, inAccount, inChat, listed, logged, me } from '#test/unit/domain/log-events.ts'

const listing = (id: number) =>
  inAccount('FriendListed', {
    facts: {
      userId: userId(id),
      nickname: `friend ${id}`,
      avatarUrl: '',
      remark: '',
      signature: '',
      chatId: '',
      gender: 0,
    },
  })

/** Segments of one friend each, numbered as the friends are. */
const segmentOf = (id: number) => ({ segment: id, events: logged([listing(id)]) })

async function createSubject(gate?: StorageGate) {
  const disk = createMemoryDisk()
  const storage = await disk.storage(gate).open(me)
  const broken: string[] = []
  const load = (from: AccountStorage = storage) =>
    loadReadModel(from, friendsProjection, (model) => broken.push(model))
  const storedKeys = async () => (await storage.readRows('friends')).map(({ key }) => key)
  return { disk, storage, load, broken, storedKeys }
}

describe('a read model', () => {
  it('starts from its rows and continues after its checkpoint', async () => {
    const { storage, load } = await createSubject()
    const first = await load()
    first.fold(segmentOf(1))
    first.fold(segmentOf(2))
    expect(await first.write(storage)).toBe(true)
    const second = await load()
    expect(second.foldedTo()).toBe(2)
    expect([...second.state().keys()]).toEqual([1, 2])
  })

  it('folds a segment once', async () => {
    const { load } = await createSubject()
    const model = await load()
    model.fold(segmentOf(2))
    model.fold(segmentOf(1))
    expect([...model.state().keys()]).toEqual([2])
  })

  it('writes changed rows, or only the checkpoint if nothing changed', async () => {
    const written: number[] = []
    const { storage, load } = await createSubject()
    const counting: AccountStorage = {
      ...storage,
      writeModel: (write) => {
        written.push(write.rows.length)
        return storage.writeModel(write)
      },
    }
    const model = await load()
    model.fold(segmentOf(1))
    await model.write(counting)
    model.fold({ segment: 2, events: [] })
    await model.write(counting)
    await model.write(counting)
    expect(written).toEqual([1, 0])
    expect(await storage.checkpoint('friends')).toEqual({ segment: 2, version: 1 })
  })

  it('writes the changes of a rejected write with the next one', async () => {
    const { storage, load, storedKeys } = await createSubject()
    const model = await load()
    model.fold(segmentOf(1))
    const erasing: AccountStorage = {
      ...storage,
      epoch: async () => {
        const epoch = await storage.epoch()
        await storage.rewriteSegments({ epoch, segments: [] })
        return epoch
      },
    }
    expect(await model.write(erasing)).toBe(false)
    expect(await storedKeys()).toEqual([])
    expect(await model.write(storage)).toBe(true)
    expect(await storedKeys()).toEqual(['1'])
  })

  it('writes the changes of a failed write with the next one', async () => {
    let isBroken = true
    const { storage, load, storedKeys } = await createSubject((operation) => {
      if (isBroken && operation === 'writeModel') throw new Error('disk full')
    })
    const model = await load()
    model.fold(segmentOf(1))
    await expect(model.write(storage)).rejects.toThrow('disk full')
    isBroken = false
    await model.write(storage)
    expect(await storedKeys()).toEqual(['1'])
  })

  it.each([
    { title: 'a row cannot be read', version: 1, value: { nickname: 3 }, broken: ['friends'] },
    { title: 'other code wrote it', version: 0, value: { nickname: 'old' }, broken: [] },
  ])('is rebuilt from the log when $title', async ({ version, value, broken }) => {
    const subject = await createSubject()
    const rows = [{ key: '9', value }]
    const checkpoint = { segment: 5, version }
    await subject.storage.writeModel({ model: 'friends', checkpoint, epoch: 0, rows, isRebuild: false })
    const model = await subject.load()
    expect(model.foldedTo()).toBe(0)
    expect(subject.broken).toEqual(broken)
    model.fold(segmentOf(1))
    expect(await model.write(subject.storage)).toBe(true)
    expect(await subject.storedKeys()).toEqual(['1'])
  })

  it('keeps an unread mark whose row does not say up to which message it was set', async () => {
    const { storage } = await createSubject()
    const rows = [
      { key: chat, value: { ...conversationToRow(initialConversation(chat)), isMarkedUnread: true } },
    ]
    const checkpoint = { segment: 1, version: 4 }
    await storage.writeModel({ model: 'conversations', checkpoint, epoch: 0, rows, isRebuild: false })
    const model = await loadReadModel(storage, conversationsProjection(me), () => undefined)
    const marked = inChat('ConversationMarked', { isUnread: true })
    model.fold({ segment: 1, events: logged([listed(), marked]) })
    expect(model.state().byId.get(chat)?.unreadMark).toBe(0)
  })
})
