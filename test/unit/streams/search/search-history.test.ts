import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { maxHistory, openSearchHistory } from '#streams/search/search-history.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'

const account = userId(7)

async function openDevice() {
  const storage = createMemoryDisk().storage()
  const faults: string[] = []
  const report = { fault: ({ detail }: { readonly detail: string }) => void faults.push(detail) }
  const open = async (owner = account) => openSearchHistory(await storage.open(owner), report)
  return { storage, faults, report, open }
}

/** The keywords that a page opened now shows. */
async function shown({ open }: Awaited<ReturnType<typeof openDevice>>, owner = account) {
  const history = await open(owner)
  history.subscribe(() => undefined)
  await history.remove('')
  return history.get()
}

describe('the search history', () => {
  it('has the last keywords first, each once, at most 20 [SEARCH-05]', async () => {
    const device = await openDevice()
    const history = await device.open()
    for (let count = 1; count <= maxHistory + 2; count += 1) await history.add(`word ${count}`)
    await history.add(' WORD 5 ')
    await history.add('   ')
    expect(maxHistory).toBe(20)
    expect(history.get()).toHaveLength(20)
    expect(history.get().slice(0, 3)).toEqual(['WORD 5', 'word 22', 'word 21'])
    expect(history.get()).not.toContain('word 5')
    expect(await shown(device)).toEqual(history.get())
  })

  it('loses one keyword or all [SEARCH-01]', async () => {
    const device = await openDevice()
    const history = await device.open()
    for (const word of ['tea', 'milk', 'bread']) await history.add(word)
    await history.remove('milk')
    expect(await shown(device)).toEqual(['bread', 'tea'])
    await history.clear()
    expect(await shown(device)).toEqual([])
  })

  it('belongs to one account and goes with its data at the sign-out', async () => {
    const device = await openDevice()
    await (await device.open()).add('tea')
    expect(await shown(device, userId(8))).toEqual([])
    await device.storage.destroy(account)
    expect(await shown(device)).toEqual([])
  })

  it('keeps the keywords of other tabs', async () => {
    const device = await openDevice()
    const [one, other] = [await device.open(), await device.open()]
    await one.add('tea')
    await other.add('milk')
    expect(other.get()).toEqual(['milk', 'tea'])
  })

  it('holds for this page if the storage fails', async () => {
    const { report, faults } = await openDevice()
    const fail = () => Promise.reject(new Error('the disk is failing'))
    const history = openSearchHistory(
      { readRow: fail, readRows: fail, writeModel: fail, epoch: fail },
      report,
    )
    await history.add('tea')
    expect(history.get()).toEqual(['tea'])
    expect(faults).toEqual(['the search history was not stored'])
  })
})
