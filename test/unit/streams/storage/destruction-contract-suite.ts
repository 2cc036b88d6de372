import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { StorageDestroyed } from '#streams/storage/storage-error.ts'
import { account, append, type StorageSubject, write } from './storage-contract-suite.ts'

/** What becomes of an account that is destroyed, and of whoever had it open; run over each storage. */
export function destructionContract(name: string, createSubject: () => StorageSubject): void {
  describe(`${name}: destroying accounts`, () => {
    it('destroys one account whole, and does not mind when there is none', async () => {
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

    it('refuses whoever had an account open that another tab destroyed, also when it was begun anew', async () => {
      const subject = createSubject()
      const [tab, other] = [await subject.openTab(), await subject.openTab()]
      const stale = await tab.open(account)
      await append(stale)
      await other.destroy(account)
      const anew = await other.open(account)
      await expect(append(stale)).rejects.toBeInstanceOf(StorageDestroyed)
      await expect(stale.writeModel(write({}))).rejects.toBeInstanceOf(StorageDestroyed)
      await expect(stale.files.list()).rejects.toBeInstanceOf(StorageDestroyed)
      expect(await anew.head()).toBe(0)
      expect((await append(await tab.open(account))).segment).toBe(1)
    })
  })
}
