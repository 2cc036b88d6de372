import { describe, expect, it } from 'vitest'
import { createFallbackMemory } from '#streams/storage/fallback-storage.ts'
import { chat, listed, me, range, received } from '#test/unit/domain/log-events.ts'
import { settle } from '../test-clock.ts'
import { createFaultyPage, say, storedTexts, unsent } from './faulty-page.ts'
import { createTestDevice, type TestDevice } from './log-harness.ts'

/** A page whose storage holds back the given operations until they are released. */
function createSlowPage(device: TestDevice) {
  const fallback = createFallbackMemory()
  let held: readonly string[] = []
  let letBy = 0
  let waiting: (() => void)[] = []
  const gate = (operation: string) => {
    if (!held.includes(operation)) return
    letBy -= 1
    if (letBy < 0) return new Promise<void>((resolve) => waiting.push(resolve))
  }
  return {
    health: () => fallback.healthTracker.health.get(),
    hold(...operations: string[]) {
      held = operations
      letBy = 0
    },
    /** The number of operations that are answered first. */
    holdAfter(count: number, operation: string) {
      held = [operation]
      letBy = count
    },
    async release() {
      held = []
      for (const answer of waiting) answer()
      waiting = []
      await settle()
    },
    open: () => device.openTab(gate, me, undefined, fallback),
  }
}

async function deviceWith(count: number): Promise<TestDevice> {
  const device = createTestDevice()
  const log = await device.openLeader()
  void log.append([listed(), ...range(1, count).map((sequence) => received(sequence))])
  await log.close()
  return device
}

const reads = ['readRow', 'readRows', 'readModel', 'readSegments', 'checkpoint'] as const

describe('a start with a storage that does not respond', () => {
  it.each([
    { operation: 'open', seconds: 6 },
    { operation: 'head', seconds: 6 },
    { operation: 'readRow', seconds: 6 },
    { operation: 'readModel', seconds: 6 },
    // Events after the stored models are read while each job is answered.
    { operation: 'readSegments', seconds: 15 },
  ])(
    'uses fallback storage after $seconds s without a response to $operation [STORE-04 STORE-08]',
    async ({ operation, seconds }) => {
      const device = await deviceWith(3)
      const page = createSlowPage(device)
      page.hold(operation)
      let isOpen = false
      const opening = page.open()
      void opening.then(() => {
        isOpen = true
      })
      await device.clock.advance(seconds * 1000 - 1)
      expect(isOpen).toBe(false)
      await device.clock.advance(1)
      expect(isOpen).toBe(true)
      const log = await opening
      expect(log.isShared).toBe(false)
      expect(page.health()).toEqual({ status: 'memory', fault: 'unanswered' })
      await page.release()
      await device.clock.advance(31_000)
      expect(log.hasReturned.get()).toBe(true)
      await log.close()
      expect((await page.open()).conversations.get()[0]?.unreadCount).toBe(3)
    },
  )

  it('preloads up to 200 messages of the first conversation [STORE-04]', async () => {
    const device = await deviceWith(330)
    const page = createSlowPage(device)
    const log = await page.open()
    expect(log.shownConversations()).toEqual([])
    await settle()
    page.hold(...reads)
    const timeline = await log.openTimeline(chat)
    expect(timeline.messages.get().map(({ sequence }) => sequence)).toEqual(range(131, 330))
    expect(log.shownConversations()).toEqual([chat])
  })

  it('shows the list first, stops the preload after 6 s, and reads the messages when the conversation opens [STORE-04]', async () => {
    const device = await deviceWith(20)
    const page = createSlowPage(device)
    // The in-memory models are read before.
    page.holdAfter(4, 'readModel')
    const log = await page.open()
    expect(log.conversations.get()[0]?.unreadCount).toBe(20)
    await device.clock.advance(6000)
    page.hold()
    const timeline = await log.openTimeline(chat)
    expect(timeline.messages.get()).toHaveLength(20)
  })
})

describe('a storage that does not respond to a write', () => {
  it('has 15 s to answer; a write that completes later is stored once [STORE-08]', async () => {
    const device = await deviceWith(3)
    const page = createSlowPage(device)
    const log = await page.open()
    log.setLeading(true)
    await device.clock.advance(1000)
    page.hold('appendSegment')
    let isSaid = false
    void say(log, 'hello').then(() => {
      isSaid = true
    })
    await device.clock.advance(14_999)
    expect(isSaid).toBe(false)
    await device.clock.advance(1)
    expect(isSaid).toBe(true)
    expect(unsent(log)).toEqual(['hello'])
    await page.release()
    await device.clock.advance(31_000)
    expect(page.health()).toEqual({ status: 'durable' })
    expect((await storedTexts(device)).filter((text) => text === 'hello')).toEqual(['hello'])
    expect(unsent(log)).toEqual(['hello'])
    expect(unsent(await device.openTab())).toEqual(['hello'])
  })

  it('does not delay later writes once it is known', async () => {
    const device = await deviceWith(3)
    const page = createSlowPage(device)
    const log = await page.open()
    log.setLeading(true)
    await device.clock.advance(1000)
    page.hold('appendSegment', 'writeModel', 'epoch', 'head', ...reads)
    void say(log, 'first')
    await device.clock.advance(50_000)
    for (let turn = 0; turn < 10; turn += 1) {
      let isSaid = false
      void say(log, `turn ${turn}`).then(() => {
        isSaid = true
      })
      await device.clock.advance(100)
      expect(isSaid).toBe(true)
      await device.clock.advance(6900)
    }
    expect(unsent(log)).toHaveLength(11)
    await page.release()
    await device.clock.advance(62_000)
    expect(page.health()).toEqual({ status: 'durable' })
    expect(unsent(await device.openTab())).toEqual(unsent(log))
  })

  it('does not delay a read of segments of other tabs', async () => {
    const device = await deviceWith(3)
    const page = createSlowPage(device)
    const log = await page.open()
    page.hold('appendSegment', 'head', ...reads)
    void say(log, 'first')
    await device.clock.advance(50_000)
    await expect(log.catchUp()).rejects.toThrow('the storage is faulty: unanswered')
    await page.release()
    await device.clock.advance(31_000)
    await expect(log.catchUp()).resolves.toBeUndefined()
  })
})

describe('a log that the browser empties while the app is open', () => {
  it('requests a reopen and stores later messages', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    for (const sequence of [1, 2, 3]) {
      void log.append([listed(), received(sequence)])
      await device.clock.advance(100)
    }
    expect(log.hasReturned.get()).toBe(false)
    // The browser clears the site's data and the page creates the database again.
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

describe('a log that another tab destroys and recreates', () => {
  /** The new log is shorter or longer than the one that the tab has folded. */
  it.each([1, 6])('loses no message of a tab that missed it, %i segments later', async (count) => {
    // Given a follower with four segments of a log that is destroyed and recreated without it
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
    const recreated = await device.openTab()
    void recreated.append([listed()])
    await device.clock.advance(100)
    await say(recreated, 'said again')
    for (let sequence = 1; sequence <= count; sequence += 1) {
      void recreated.append([listed(), received(sequence)])
      await device.clock.advance(100)
    }
    // When the follower becomes the leader and appends a message before it reopens the log
    follower.setLeading(true)
    void say(follower, 'said since')
    await device.clock.advance(2000)
    expect(follower.hasReturned.get()).toBe(true)
    await Promise.all([follower.close(), device.clock.advance(2000)])
    const reopened = await page.openLeader()
    await device.clock.advance(2000)
    // Then every new tab has both messages
    expect(unsent(reopened)).toEqual(['said again', 'said since'])
    expect(unsent(await device.openTab())).toEqual(['said again', 'said since'])
    expect(await storedTexts(device)).toEqual(expect.arrayContaining(['said again', 'said since']))
  })
})
