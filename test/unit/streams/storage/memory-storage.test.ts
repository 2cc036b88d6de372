import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { accountContract } from './account-contract-suite.ts'
import { storageContract } from './storage-contract-suite.ts'

const createSubject = () => {
  const disk = createMemoryDisk()
  return { openTab: async () => disk.storage() }
}

storageContract('memory', createSubject)
accountContract('memory', createSubject)

describe('storage in memory', () => {
  it('changes nothing when its gate rejects an operation', async () => {
    const disk = createMemoryDisk()
    let isBroken = false
    const gate = (operation: string) => {
      if (isBroken && operation === 'appendSegment') throw new Error('disk full')
    }
    const storage = await disk.storage(gate).open(userId(1))
    isBroken = true
    await expect(storage.appendSegment(() => [])).rejects.toThrow('disk full')
    isBroken = false
    expect(await storage.head()).toBe(0)
  })

  it('waits as long as its gate does', async () => {
    const disk = createMemoryDisk()
    let goOn = () => {}
    const paused = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const storage = await disk
      .storage((operation) => (operation === 'appendSegment' ? paused : undefined))
      .open(userId(1))
    const other = await disk.storage().open(userId(1))
    const written = storage.appendSegment(() => [])
    expect(await other.head()).toBe(0)
    goOn()
    expect((await written).segment).toBe(1)
  })
})
