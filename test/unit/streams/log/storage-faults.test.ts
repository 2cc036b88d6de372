import { describe, expect, it } from 'vitest'
import { timelineModel } from '#streams/projections/timeline-rows.ts'
import { chat, listed, me, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

/** A gate that fails the named operations this number of times. */
function failing(operation: string, times: number) {
  let left = times
  return (asked: string) => {
    if (asked !== operation || left === 0) return
    left -= 1
    throw new Error('disk full')
  }
}

describe('a failing storage', () => {
  it('is retried three times before a write fails', async () => {
    const device = createTestDevice()
    const log = await device.openTab(failing('appendSegment', 2))
    const written = log.append([listed()])
    await device.clock.advance(1000)
    expect(await written).toHaveLength(1)
    expect(device.faults).toEqual([])
  })

  it('reports the rejected write, and accepts the next one', async () => {
    const device = createTestDevice()
    const log = await device.openTab(failing('appendSegment', 3))
    const lost = log.append([listed()]).catch((error: Error) => error.message)
    await device.clock.advance(1000)
    expect(await lost).toBe('disk full')
    expect(device.faults).toEqual(['log.append'])
    expect(log.conversations.get()).toEqual([])

    const written = log.append([listed(), received(1)])
    await device.clock.advance(16)
    expect(await written).toHaveLength(2)
    expect(log.conversations.get()[0]?.unreadCount).toBe(1)
  })

  it('rejects a command that could not be stored, with the reason', async () => {
    const device = createTestDevice()
    let isBroken = false
    const log = await device.openTab((operation) => {
      if (isBroken && operation === 'appendSegment') throw new Error('disk full')
    })
    void log.append([listed()])
    await log.flush()
    isBroken = true
    const sent = log.dispatch({ type: 'SendText', conversationId: chat, text: 'hello' })
    await device.clock.advance(1000)
    expect(await sent).toEqual({ isOk: false, rejection: { key: 'errors.storage-failed' } })
    expect(device.faults).toEqual(['log.append'])
    expect(log.outbox.get().messages).toEqual([])
  })

  it('is retried until it responds when events of others must be read', async () => {
    const device = createTestDevice()
    const other = await device.openTab()
    let fails = 0
    const log = await device.openTab((operation) => {
      if (operation !== 'readSegments' || fails === 0) return
      fails -= 1
      throw new Error('busy')
    })
    await device.clock.advance(0)
    fails = 6
    void other.append([listed(), received(1)])
    await device.clock.advance(10_000)
    expect(log.conversations.get()[0]?.unreadCount).toBe(1)
    expect(device.faults).toEqual(['log.read'])
  })

  it('delays read models, which are written later, and loses no event', async () => {
    const device = createTestDevice()
    const log = await device.openLeader(failing('writeModel', 1))
    void log.append([listed(), received(1)])
    await device.clock.advance(600)
    expect(device.faults).toEqual(['log.model'])
    await device.clock.advance(1000)
    const account = await device.disk.storage().open(me)
    expect(await account.checkpoint('timeline')).toEqual({ segment: 1, version: timelineModel.version })
    expect((await account.readRows('conversations')).length).toBe(1)
  })

  it('does not keep a log from closing', async () => {
    const device = createTestDevice()
    const other = await device.openTab()
    let isBroken = false
    const log = await device.openLeader(() => {
      if (isBroken) throw new Error('disk gone')
    })
    await device.clock.advance(0)
    isBroken = true
    void other.append([listed()])
    await device.clock.advance(100)
    let isClosed = false
    void log.close().then(() => {
      isClosed = true
    })
    await device.clock.advance(2000)
    expect(isClosed).toBe(true)
    expect(device.faults).toEqual(['log.read', 'log.model'])
  })

  it('prevents the start of a client when it cannot be read', async () => {
    const device = createTestDevice()
    await expect(device.openTab(failing('open', 1))).rejects.toThrow('disk full')
  })
})
