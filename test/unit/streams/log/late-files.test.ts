import { describe, expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import {
  acknowledged,
  chat,
  client,
  deleted,
  inChat,
  listed,
  logged,
  me,
} from '#test/unit/domain/log-events.ts'
import { createTestDevice, type TestDevice } from './log-harness.ts'

const secret = 'holiday with Eve.mp4'
const own = client('own')
const picked = { fileKey: 'picked', name: 'picked.mov', contentType: 'video/quicktime', size: 9 }
const prepared = inChat('MessagePrepared', {
  clientId: own,
  attachment: { fileKey: 'made', name: secret, contentType: 'video/mp4', size: 1 },
})
const uploaded = inChat('MessageUploaded', { clientId: own, body: secret })
const late = [
  ['made smaller', prepared],
  ['uploaded', uploaded],
] as const

const givenUp = inChat('MessageDiscarded', { clientId: own })
const removed = inChat('ConversationRemoved', {})

async function appendAll(log: AccountLog, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    void log.append([event])
    await log.flush()
  }
}

/** A video sent as picked, and the later events of its message. */
async function deviceWith(...since: readonly NewEvent[]) {
  const device = createTestDevice()
  const log = await device.openLeader()
  const preparation = { limit: 10 }
  const submission = { clientId: own, type: 'video', body: '', submittedAt: 560_000 } as const
  const attachment = { ...picked, preparation }
  await appendAll(log, [listed(), inChat('MessageSubmitted', { ...submission, attachment }), ...since])
  return { device, log }
}

/** Stores an event like a tab that has not received those of others. */
async function storeWithoutSync(device: TestDevice, event: NewEvent): Promise<void> {
  const account = await device.disk.storage().open(me)
  await account.appendSegment((segment) =>
    logged([event]).map((one) => ({ ...one, position: { segment, index: 0 } })),
  )
  account.close()
}

describe.each(late)('that a file was %s, reported late', (_, event) => {
  it.each([
    ['given up', givenUp],
    ['removed with its conversation', removed],
  ])('is stored without its name once the message was %s', async (_how, end) => {
    const { device, log } = await deviceWith(end)
    log.setLeading(false)
    await appendAll(log, [event])
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it.each([
    ['given up', givenUp],
    ['removed with its conversation', removed],
  ])('loses its name immediately when the message was %s at the same moment', async (_how, end) => {
    const { device, log } = await deviceWith()
    void log.append([end, event])
    await device.clock.advance(16)
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it.each([
    ['given up', [givenUp]],
    ['removed with its conversation', [removed]],
    ['sent and deleted', [uploaded, acknowledged(own, 1), deleted(1)]],
  ])('by a tab without that event loses its name once the message was %s', async (_how, since) => {
    const { device, log } = await deviceWith(...since)
    await storeWithoutSync(device, event)
    expect(device.disk.toJson()).toContain(secret)
    log.setLeading(true)
    await log.flush()
    await device.clock.advance(16)
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it('keeps its name when the message was sent', async () => {
    const body = '/files/messages/one.mp4'
    const { device, log } = await deviceWith(
      inChat('MessageUploaded', { clientId: own, body }),
      acknowledged(own, 1),
    )
    await storeWithoutSync(device, event)
    log.setLeading(true)
    await log.flush()
    const again = await createTestDevice(device.disk).openTab()
    const timeline = await again.openTimeline(chat)
    expect(timeline.messages.get().map((message) => message.body)).toEqual([body])
    expect(device.disk.copy('logs').toJson()).toContain(secret)
  })
})

describe('the file events of a pending message', () => {
  it('keeps its name', async () => {
    const { device, log } = await deviceWith(prepared, uploaded)
    expect(log.outbox.get().messages).toMatchObject([{ body: secret, attachment: { name: secret } }])
    const again = await createTestDevice(device.disk).openTab()
    expect(again.outbox.get().messages).toMatchObject([{ body: secret, attachment: { name: secret } }])
  })
})
