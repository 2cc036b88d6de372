import { describe, expect, it } from 'vitest'
import { appendConfirmed } from '#client/append-confirmed.ts'
import { StorageClosed, StorageError } from '#streams/storage/storage-error.ts'
import { openAccount } from '#test/unit/machines/account-fixture.ts'

describe('the record of a confirmed change', () => {
  it.each([
    ['ignores a closed storage', new StorageClosed(), []],
    ['ignores a faulty storage', new StorageError('quota-exceeded'), []],
    ['reports any other cause', new TypeError('no data'), ['log.append TypeError: no data']],
  ])('%s', async (_, cause, reported) => {
    const { faults, log, report } = await openAccount()
    const failing = { ...log, append: () => Promise.reject(cause) }
    await appendConfirmed({ log: failing, ports: { report } }, [])
    expect(faults).toEqual(reported)
  })
})
