import { expect, it } from 'vitest'
import { StorageClosed } from '#streams/storage/storage-error.ts'
import { listed, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

it('refuses at once what comes after a log was closed, and reports no fault of the storage', async () => {
  const device = createTestDevice()
  const log = await device.openLeader()
  const closing = log.close()
  await device.clock.advance(1000)
  await closing

  const late = log.append([listed(), received(1)]).catch((cause: unknown) => cause)
  await device.clock.advance(16)

  expect(await late).toBeInstanceOf(StorageClosed)
  expect(device.faults).toEqual([])
})
