import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { createFallbackFiles } from '#streams/storage/fallback-files.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { StorageError } from '#streams/storage/storage-error.ts'
import { createDeferred } from '#test/unit/deferred.ts'

const file = { name: 'a.png', type: 'image/png', size: 1, content: new Uint8Array([1]) }

async function open() {
  let gate = async (_operation: string): Promise<void> => {}
  const device = await createMemoryDisk()
    .storage((operation) => gate(operation))
    .open(userId(7))
  const files = createFallbackFiles(device.files, { isUploading: () => true, onUnsaved: () => {} })
  const reject = async () => {
    throw new StorageError('quota-exceeded')
  }
  return {
    files,
    device: device.files,
    during(next: (operation: string) => Promise<void>) {
      gate = next
    },
    reject: () => {
      gate = reject
    },
    heal: () => {
      gate = async () => {}
    },
  }
}

describe('files that a faulty storage does not take', () => {
  it('wait in memory, are read and listed there, and are stored later', async () => {
    const { device, files, heal, reject } = await open()
    reject()
    await files.put('a', file, 1)
    heal()
    expect(await files.read('a')).toBe(file)
    expect(await files.list()).toEqual([{ key: 'a', storedAt: 1 }])
    await files.save()
    expect(files.hasUnsaved()).toBe(false)
    expect(await device.list()).toEqual([{ key: 'a', storedAt: 1 }])
  })

  it('are not on the device when they are removed while they are being stored, or before', async () => {
    const { device, during, files, heal, reject } = await open()
    reject()
    await files.put('a', file, 1)
    await files.put('b', file, 2)
    const storing = createDeferred()
    during((operation) => (operation === 'files.put' ? storing.promise : Promise.resolve()))
    const saving = files.save()
    heal()
    const removing = [files.remove('a'), files.remove('b')]
    storing.resolve()
    await Promise.all([saving, ...removing])
    await files.remove('a')
    expect(await device.list()).toEqual([])
  })

  it('are dropped even if the device cannot check whether it has them', async () => {
    const { files, reject } = await open()
    reject()
    await files.put('a', file, 1)
    await expect(files.remove('a')).resolves.toBeUndefined()
    await expect(files.remove('a')).rejects.toMatchObject({ kind: 'quota-exceeded' })
  })

  it('are listed once when the device has taken them after all', async () => {
    const { device, files, heal, reject } = await open()
    reject()
    await files.put('a', file, 1)
    heal()
    await device.put('a', file, 1)
    expect(await files.list()).toEqual([{ key: 'a', storedAt: 1 }])
  })
})
