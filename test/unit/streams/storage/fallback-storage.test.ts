import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { createFallbackMemory, createFallbackStorage } from '#streams/storage/fallback-storage.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { StorageError, type StorageFaultKind } from '#streams/storage/storage-error.ts'
import { createTestClock } from '../test-clock.ts'

const ann = userId(7)
const stored = (token: string, refreshToken: string): StoredAccount => ({
  userId: ann,
  nickname: 'Ann',
  avatarUrl: '',
  token,
  refreshToken,
  traceRate: 0,
})

function createPage(disk = createMemoryDisk(), locks = createMemoryLocks()) {
  const clock = createTestClock()
  const fallback = createFallbackMemory()
  const faults: string[] = []
  /** The device's accounts at each announcement to other tabs. */
  const told: Promise<readonly StoredAccount[]>[] = []
  let fault: { readonly kind: StorageFaultKind; readonly operations: readonly string[] } | undefined
  const storage = disk.storage((operation) => {
    if (fault && (fault.operations.length === 0 || fault.operations.includes(operation)))
      throw new StorageError(fault.kind)
  })
  const report = { fault: ({ kind }: { kind: string }) => void faults.push(kind) }
  return {
    clock,
    disk,
    faults,
    told: () => Promise.all(told),
    ...createFallbackStorage({ clock, locks, report, storage }, fallback, () => {
      told.push(disk.storage().accounts.list())
    }),
    health: () => fallback.healthTracker.health.get(),
    fail(kind: StorageFaultKind, ...operations: string[]) {
      fault = { kind, operations }
    },
    heal() {
      fault = undefined
    },
  }
}

const writes = ['accounts.put', 'accounts.choose']

describe('the directory of a faulty storage', () => {
  it.each(['quota-exceeded', 'connection-lost', 'unknown'] as const)(
    'remembers a sign-in in memory and stores it later: %s',
    async (kind) => {
      const page = createPage()
      const { accounts } = page.storage
      page.fail(kind, ...writes)
      await accounts.put(stored('token', 'refresh'))
      await accounts.choose(ann)
      expect(await accounts.list()).toEqual([stored('token', 'refresh')])
      expect(await accounts.chosen()).toBe(ann)
      await page.clock.advance(2000)
      page.heal()
      await page.clock.advance(31_000)
      const device = page.disk.storage().accounts
      expect(await device.list()).toEqual([stored('token', 'refresh')])
      expect(await device.chosen()).toBe(ann)
      expect(page.health()).toEqual({ status: 'durable' })
    },
  )

  it('announces a sign-in to other tabs only once it is stored [XTAB-10]', async () => {
    // Given a sign-in that the storage has not stored
    const page = createPage()
    page.fail('quota-exceeded', ...writes)
    await page.storage.accounts.put(stored('token', 'refresh'))
    await page.storage.accounts.choose(ann)
    await page.clock.advance(2000)
    expect(await page.told()).toEqual([])
    // When the storage stores it
    page.heal()
    await page.clock.advance(31_000)
    // Then other tabs get one announcement and find it
    expect(await page.told()).toEqual([[stored('token', 'refresh')]])
  })

  it('reports degraded storage health while a sign-in is not stored', async () => {
    const page = createPage()
    page.fail('quota-exceeded', 'accounts.put', 'accounts.list')
    await page.storage.accounts.put(stored('token', 'refresh'))
    await page.clock.advance(2000)
    expect(page.health()).toEqual({ status: 'degraded', fault: 'quota-exceeded' })
    expect(page.faults).toContain('account directory')
  })

  it('uses no refresh token that other tabs do not have [AUTH-34]', async () => {
    const disk = createMemoryDisk()
    await disk.storage().accounts.put(stored('old', 'parent'))
    const page = createPage(disk)
    page.fail('quota-exceeded', ...writes)
    await page.storage.accounts.put(stored('new', 'child'))
    expect(await page.storage.accounts.list()).toEqual([stored('new', 'parent')])
    page.heal()
    await page.clock.advance(31_000)
    expect(await disk.storage().accounts.list()).toEqual([stored('new', 'parent')])
  })

  it('uses the renewed token once it is stored, because an older one would sign the person out [AUTH-34] (DEC-101)', async () => {
    const disk = createMemoryDisk()
    await disk.storage().accounts.put(stored('old', 'parent'))
    const page = createPage(disk)
    page.fail('quota-exceeded', ...writes)
    await page.storage.accounts.put(stored('new', 'child'))
    page.heal()
    await page.clock.advance(31_000)
    expect(await page.storage.accounts.list()).toEqual([stored('new', 'parent')])
  })

  it('keeps the token that another tab renews meanwhile [AUTH-34]', async () => {
    const disk = createMemoryDisk()
    const device = disk.storage().accounts
    await device.put(stored('old', 'parent'))
    const locks = createMemoryLocks()
    const page = createPage(disk, locks)
    page.fail('quota-exceeded', ...writes)
    await page.storage.accounts.put(stored('new', 'child'))
    page.heal()
    let finish = () => {}
    const isRenewed = new Promise<void>((resolve) => {
      finish = resolve
    })
    const renewing = locks.hold(`refresh-${ann}`, new AbortController().signal, () => isRenewed)
    await page.clock.advance(5000)
    await device.put(stored('newer', 'other child'))
    finish()
    await renewing
    await page.clock.advance(31_000)
    expect(await device.list()).toEqual([stored('newer', 'other child')])
    expect(await page.storage.accounts.list()).toEqual([stored('newer', 'other child')])
  })

  it.each([
    ['at once, when it is asked', true],
    ['before it stores it', false],
  ])('drops an account that another tab has signed out %s (DEC-56)', async (_, isAsked) => {
    const disk = createMemoryDisk()
    const device = disk.storage().accounts
    await device.put(stored('old', 'parent'))
    const page = createPage(disk)
    const { accounts } = page.storage
    page.fail('quota-exceeded', ...writes)
    await accounts.put(stored('new', 'child'))
    await accounts.choose(ann)
    await device.retire(ann)
    if (isAsked) {
      expect(await accounts.list()).toEqual([])
      expect(await accounts.chosen()).toBeUndefined()
    }
    page.heal()
    await page.clock.advance(31_000)
    expect(await device.list()).toEqual([])
    expect(await device.chosen()).toBeUndefined()
    expect(await accounts.list()).toEqual([])
  })

  it('drops an account that another tab has signed in and out meanwhile', async () => {
    const page = createPage()
    const { accounts } = page.storage
    const device = page.disk.storage().accounts
    page.fail('quota-exceeded', ...writes)
    await accounts.put(stored('token', 'refresh'))
    await device.put(stored('other', 'of another tab'))
    expect(await accounts.list()).toEqual([stored('token', 'refresh')])
    await device.retire(ann)
    expect(await accounts.list()).toEqual([])
  })

  it('keeps an account that signs in again after another tab has signed it out', async () => {
    const disk = createMemoryDisk()
    const device = disk.storage().accounts
    await device.put(stored('old', 'parent'))
    const page = createPage(disk)
    const { accounts } = page.storage
    page.fail('quota-exceeded', ...writes)
    await accounts.put(stored('old', 'parent'))
    await device.retire(ann)
    await accounts.put(stored('new', 'of a new sign-in'))
    await accounts.choose(ann)
    expect(await accounts.list()).toEqual([stored('new', 'of a new sign-in')])
    page.heal()
    await page.clock.advance(31_000)
    expect(await device.list()).toEqual([stored('new', 'of a new sign-in')])
    expect(await device.chosen()).toBe(ann)
  })

  it('stores no data of an account while another tab signs it out', async () => {
    const disk = createMemoryDisk()
    const device = disk.storage().accounts
    await device.put(stored('old', 'parent'))
    const locks = createMemoryLocks()
    const page = createPage(disk, locks)
    page.fail('quota-exceeded', ...writes)
    await page.storage.accounts.put(stored('new', 'child'))
    page.heal()
    let retire = () => {}
    const isTime = new Promise<void>((resolve) => {
      retire = resolve
    })
    const leaving = locks.hold(`sign-in-${ann}`, new AbortController().signal, async () => {
      await isTime
      await device.retire(ann)
    })
    await page.clock.advance(5000)
    expect(await device.list()).toEqual([stored('old', 'parent')])
    retire()
    await leaving
    await page.clock.advance(31_000)
    expect(await device.list()).toEqual([])
  })

  it('drops its entry once the device has a newer one', async () => {
    const ben = userId(8)
    const page = createPage()
    const { accounts } = page.storage
    page.fail('quota-exceeded', ...writes)
    await accounts.put(stored('old', 'parent'))
    await accounts.choose(ann)
    page.heal()
    await accounts.put(stored('new', 'child'))
    await accounts.choose(ben)
    expect(await accounts.list()).toEqual([stored('new', 'child')])
    expect(await accounts.chosen()).toBe(ben)
    await page.clock.advance(31_000)
    expect(await page.disk.storage().accounts.chosen()).toBe(ben)
  })

  it('ignores a sign-out that was not stored', async () => {
    const disk = createMemoryDisk()
    await disk.storage().accounts.put(stored('token', 'refresh'))
    const page = createPage(disk)
    page.fail('unknown', 'accounts.retire')
    await expect(page.storage.accounts.retire(ann)).rejects.toMatchObject({ kind: 'unknown' })
  })

  it.each(['unavailable', 'newer-version'] as const)(
    'is in memory only without a database, and changes nothing: %s',
    async (kind) => {
      const disk = createMemoryDisk()
      const before = await disk.storage().open(ann)
      await before.appendSegment(() => [])
      const page = createPage(disk)
      const { storage } = page
      page.fail(kind)
      expect(await storage.accounts.list()).toEqual([])
      expect(page.health()).toEqual({ status: 'memory', fault: kind })
      await storage.accounts.put(stored('token', 'refresh'))
      await storage.accounts.choose(ann)
      expect(await storage.accounts.chosen()).toBe(ann)
      page.heal()
      await storage.accounts.remove(ann)
      await storage.destroy(ann)
      expect(await (await disk.storage().open(ann)).head()).toBe(1)
    },
  )

  it('keeps the signed-in account when a newer version closes the storage later', async () => {
    const disk = createMemoryDisk()
    await disk.storage().accounts.put(stored('token', 'refresh'))
    const page = createPage(disk)
    expect(await page.storage.accounts.list()).toHaveLength(1)
    page.fail('newer-version')
    await expect(page.storage.accounts.list()).rejects.toMatchObject({ kind: 'newer-version' })
  })

  it('waits for a tab that blocks it, and reports that after 3 s', async () => {
    const page = createPage()
    page.fail('blocked')
    let known: readonly StoredAccount[] | undefined
    void page.storage.accounts.list().then((list) => {
      known = list
    })
    await page.clock.advance(2900)
    expect(page.health()).toEqual({ status: 'durable' })
    await page.clock.advance(1000)
    expect(page.health()).toEqual({ status: 'waiting', fault: 'blocked' })
    page.heal()
    await page.clock.advance(500)
    expect(known).toEqual([])
    expect(page.health()).toEqual({ status: 'durable' })
  })
})
