import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { createDevice } from './device.ts'
import { OccurrenceCounts } from './fault-counts.ts'
import { createFaultyStorage } from './faulty-storage.ts'
import { createSeededRandom } from './seeded-random.ts'
import { createTabLife } from './tab-life.ts'
import { createVirtualTime } from './virtual-clock.ts'

const file = { name: 'a.png', type: 'image/png', size: 1, content: new Uint8Array([1]) }
const keys = ['a', 'b', 'c']

async function openFiles() {
  const time = createVirtualTime(() => false)
  const clockError = { skew: 0, drift: 0 }
  const device = createDevice('phone', time, createSeededRandom(7, 'disk'), createMemoryDisk(), clockError)
  const world = { time, device, life: createTabLife('tab'), occurrences: new OccurrenceCounts() }
  const { files } = await createFaultyStorage(world).open(userId(7))
  const put = () => Promise.allSettled(keys.map((key) => files.put(key, file, 1)))
  const faultyKeys = () => keys.filter((key) => device.hasFileFault(key))
  return { device, faultyKeys, files, put, time }
}

describe('the simulated storage', () => {
  it('records each file whose write succeeded but was reported as failed', async () => {
    const { device, faultyKeys, files, put, time } = await openFiles()
    device.change({ losesAnswersUntil: time.now() + 1 })
    await put()
    device.change({ losesAnswersUntil: 0 })
    expect((await files.list()).map(({ key }) => key)).toEqual(keys)
    expect(faultyKeys()).toEqual(keys)
  })

  it('records each file that could not be removed', async () => {
    const { device, faultyKeys, files, put, time } = await openFiles()
    await put()
    expect(faultyKeys()).toEqual([])
    device.change({ diskFailsUntil: time.now() + 1 })
    await Promise.allSettled([files.remove('a'), files.remove('b')])
    expect(faultyKeys()).toEqual(['a', 'b'])
  })
})
