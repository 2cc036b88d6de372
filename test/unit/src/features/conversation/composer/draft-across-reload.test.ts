import { describe, expect, it } from 'vitest'
import { emptyComposition, plainComposition } from '#domain/message/composition.ts'
import { conversationId, userId } from '#schemas/ids.ts'
import {
  removeDraftUnless,
  storeDraftForReload,
  takeDraftAfterReload,
} from '#src/features/conversation/composer/draft-across-reload.ts'
import { openTabStorage } from '#src/platform/web-storage.ts'

const own = { userId: userId(1), conversationId: conversationId('direct', 3) }
const others = { ...own, userId: userId(2) }
const draft = { text: 'Hi @Ben', mentions: [{ userId: userId(2), at: 3, length: 4 }] }

function openStorage() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

describe('a draft across a reload', () => {
  it('is returned with its mentions, once', () => {
    const storage = openStorage()
    storeDraftForReload(own, draft, storage)
    expect(takeDraftAfterReload(own, storage)).toEqual(draft)
    expect(takeDraftAfterReload(own, storage)).toBeUndefined()
  })

  it('is not returned to another account, and does not stay in the storage', () => {
    const storage = openStorage()
    storeDraftForReload(own, draft, storage)
    expect(takeDraftAfterReload(others, storage)).toBeUndefined()
    expect(storage.values.size).toBe(0)
  })

  it.each([undefined, emptyComposition])('is removed by the draft %j', (nothing) => {
    const storage = openStorage()
    storeDraftForReload(own, plainComposition('old'), storage)
    storeDraftForReload(own, nothing, storage)
    expect(storage.values.size).toBe(0)
  })

  it('is removed when its account signs out', () => {
    const storage = openStorage()
    storeDraftForReload(own, draft, storage)
    removeDraftUnless((account) => account === own.userId, storage)
    expect(storage.values.size).toBe(1)
    removeDraftUnless((account) => account !== own.userId, storage)
    expect(storage.values.size).toBe(0)
  })

  it('is lost without an error where the browser forbids storage', () => {
    const storage = openTabStorage(() => {
      throw new Error('forbidden')
    })
    storeDraftForReload(own, draft, storage)
    expect(takeDraftAfterReload(own, storage)).toBeUndefined()
  })
})
