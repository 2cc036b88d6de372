import { describe, expect, it } from 'vitest'
import { listed, me, received } from '#test/unit/domain/log-events.ts'
import { createFaultyPage, say, storedTexts, unsent } from './faulty-page.ts'
import { createTestDevice } from './log-harness.ts'

describe('a log that somebody empties under the app', () => {
  it('asks to be opened anew, and stores what is said from then on', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    for (const sequence of [1, 2, 3]) {
      void log.append([listed(), received(sequence)])
      await device.clock.advance(100)
    }
    expect(log.hasReturned.get()).toBe(false)
    // Wiped and made anew, as by a browser that is told to clear the data of a site.
    const account = await device.disk.storage().open(me)
    const { length } = await account.readSegments(0, 100)
    await account.rewriteSegments({
      epoch: await account.epoch(),
      segments: [],
      removed: Array.from({ length }, (_, index) => index + 1),
    })
    void log.append([listed()])
    await device.clock.advance(100)
    await say(log, 'said since')
    expect(log.hasReturned.get()).toBe(true)
    expect(await storedTexts(device)).toEqual(['said since'])
  })
})

describe('a log that another tab destroys and begins anew', () => {
  /** The new log has come less far than the tab had folded, and farther. */
  it.each([1, 6])('loses nothing by a tab that missed it, %i segments later', async (count) => {
    // Given a follower that knows four segments of a log which is destroyed and begun anew without it
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const before = await device.openLeader()
    const follower = await page.open()
    for (const sequence of [1, 2, 3, 4]) {
      void before.append([listed(), received(sequence)])
      await device.clock.advance(100)
    }
    before.setLeading(false)
    await Promise.all([before.close(), device.clock.advance(1000)])
    await device.disk.storage().destroy(me)
    const anew = await device.openTab()
    void anew.append([listed()])
    await device.clock.advance(100)
    await say(anew, 'said anew')
    for (let sequence = 1; sequence <= count; sequence += 1) {
      void anew.append([listed(), received(sequence)])
      await device.clock.advance(100)
    }
    // When it takes over, and something is said there before it is opened anew
    follower.setLeading(true)
    void say(follower, 'said since')
    await device.clock.advance(2000)
    expect(follower.hasReturned.get()).toBe(true)
    await Promise.all([follower.close(), device.clock.advance(2000)])
    const reopened = await page.openLeader()
    await device.clock.advance(2000)
    // Then everybody who starts finds both messages
    expect(unsent(reopened)).toEqual(['said anew', 'said since'])
    expect(unsent(await device.openTab())).toEqual(['said anew', 'said since'])
    expect(await storedTexts(device)).toEqual(expect.arrayContaining(['said anew', 'said since']))
  })
})
