import { describe, expect, it } from 'vitest'
import { chat, eventIn, listed, me, received } from '#test/unit/domain/log-events.ts'
import { createFaultyPage, say, shownTexts, storedTexts, unsent } from './faulty-page.ts'
import { createTestDevice } from './log-harness.ts'

describe('tabs with a faulty storage', () => {
  it('the leader stores the messages of a follower that cannot store, once', async () => {
    const device = createTestDevice()
    const leader = await device.openLeader()
    void leader.append([listed()])
    const page = createFaultyPage(device)
    const follower = await page.open()
    await device.clock.advance(1000)
    page.fail('quota-exceeded', 'appendSegment')
    void say(follower, 'from the follower')
    await device.clock.advance(10)
    expect(unsent(leader)).toEqual(['from the follower'])
    // Stored before the leader can send it, so that the acknowledgement follows it in the log.
    expect(await storedTexts(device)).toEqual(['from the follower'])
    await device.clock.advance(5000)
    expect(await storedTexts(device)).toEqual(['from the follower'])
    // The follower does not store again what the leader has stored.
    expect(page.health()).toEqual({ status: 'durable' })
    page.heal()
    await device.clock.advance(31_000)
    expect(await storedTexts(device)).toEqual(['from the follower'])
    expect(unsent(follower)).toEqual(['from the follower'])
    expect(await shownTexts(device)).toEqual(['from the follower'])
  })

  it('a follower stays live while its leader cannot store, and stores the pending events of the leader', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const leader = await page.openLeader()
    void leader.append([listed(), received(1)])
    const follower = await device.openTab()
    await device.clock.advance(1000)
    page.fail('connection-lost', 'appendSegment')
    void say(leader, 'only in memory')
    void leader.append([received(2)])
    await device.clock.advance(500)
    expect(follower.conversations.get()[0]?.unreadCount).toBe(2)
    expect(unsent(follower)).toEqual(['only in memory'])
    // The leader closes without a handover, and the follower takes over.
    follower.setLeading(true)
    await device.clock.advance(2000)
    expect(await storedTexts(device)).toEqual(['only in memory'])
    expect(await shownTexts(device)).toEqual(['text 1', 'text 2', 'only in memory'])
  })

  it('a tab that opens later receives the shared pending events', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const leader = await page.openLeader()
    void leader.append([listed()])
    await device.clock.advance(1000)
    page.fail('unknown', 'appendSegment')
    void say(leader, 'waits')
    await device.clock.advance(3000)
    const late = await device.openTab()
    await device.clock.advance(30_000)
    expect(unsent(late)).toEqual(['waits'])
  })

  it('give every stored event an integer position, in the log and in the outbox', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const leader = await page.openLeader()
    void leader.append([listed()])
    const other = await device.openTab()
    await device.clock.advance(1000)
    page.fail('quota-exceeded', 'appendSegment')
    for (const text of ['one', 'two']) void say(leader, text)
    await device.clock.advance(100)
    void say(other, 'from the other tab')
    await device.clock.advance(100)
    page.heal()
    await device.clock.advance(40_000)
    const account = await device.disk.storage().open(me)
    for (const { segment, events } of await account.readSegments(0, 1000))
      expect(events).toMatchObject(events.map((_, index) => ({ position: { segment, index } })))
    const rows = await account.readRows('conversations')
    expect(JSON.stringify(rows)).toContain('from the other tab')
    expect(JSON.stringify([rows, await account.checkpoint('conversations')])).not.toContain('inMemory')
  })

  it('end with the same draft, whatever the order of their writes', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const one = await page.openLeader()
    void one.append([listed()])
    const other = await device.openTab()
    await device.clock.advance(1000)
    page.fail('quota-exceeded', 'appendSegment')
    void one.dispatch({ type: 'SaveDraft', conversationId: chat, text: 'first' })
    await device.clock.advance(100)
    void one.dispatch({ type: 'SaveDraft', conversationId: chat, text: 'second' })
    await device.clock.advance(100)
    page.heal()
    await device.clock.advance(31_000)
    for (const tab of [one, other, await device.openTab()])
      expect(tab.conversations.get()[0]?.draft).toBe('second')
  })

  it.each([
    ['can store again before the maker of the draft', 'appendSegment'],
    ['could store all the time', undefined],
  ])(
    'a pending draft is not stored after the text that followed it: the other tab %s',
    async (_, rejected) => {
      const device = createTestDevice()
      const page = createFaultyPage(device)
      const leader = await page.openLeader()
      void leader.append([listed()])
      const otherPage = createFaultyPage(device)
      const other = await otherPage.open()
      await device.clock.advance(1000)
      page.fail('quota-exceeded', 'appendSegment')
      if (rejected) otherPage.fail('quota-exceeded', rejected)
      void leader.dispatch({ type: 'SaveDraft', conversationId: chat, text: 'typed' })
      await device.clock.advance(2000)
      void say(other, 'typed')
      await device.clock.advance(10)
      otherPage.heal()
      await device.clock.advance(4000)
      page.heal()
      await device.clock.advance(31_000)
      expect(await storedTexts(device)).toEqual(['typed'])
      for (const tab of [leader, other, await device.openTab()])
        expect(tab.conversations.get()[0]?.draft).toBe('')
    },
  )
})

describe('an account whose storage cannot be opened', () => {
  it.each(['unavailable', 'newer-version'] as const)(
    'uses memory until the page closes: %s',
    async (kind) => {
      const device = createTestDevice()
      const page = createFaultyPage(device)
      page.fail(kind)
      const log = await page.openLeader()
      expect(log.isShared).toBe(false)
      expect(page.health()).toEqual({ status: 'memory', fault: kind })
      void log.append([listed(), received(1)])
      await device.clock.advance(16)
      expect(await say(log, 'in memory')).toEqual({ isOk: true, value: undefined })
      const timeline = await log.openTimeline(chat)
      expect(timeline.messages.get().map(({ body }) => body)).toEqual(['text 1', 'in memory'])
      page.heal()
      await device.clock.advance(60_000)
      // The page never changes the device's data.
      expect(await storedTexts(device)).toEqual([])
    },
  )

  it.each(['unknown', 'connection-lost', 'quota-exceeded'] as const)(
    'continues in memory after 6 s, and both logs merge when it opens later: %s',
    async (kind) => {
      const device = createTestDevice()
      const before = await device.openTab()
      void before.append([listed(), received(1)])
      await device.clock.advance(1000)
      await before.close()

      const page = createFaultyPage(device)
      page.fail(kind)
      const opening = page.openLeader()
      await device.clock.advance(7000)
      const log = await opening
      expect(log.isShared).toBe(false)
      void log.append([listed(), received(2)])
      await device.clock.advance(100)
      expect(await say(log, 'in memory')).toEqual({ isOk: true, value: undefined })
      expect(log.hasReturned.get()).toBe(false)

      page.heal()
      await device.clock.advance(31_000)
      expect(log.hasReturned.get()).toBe(true)
      await log.close()
      const reopened = await page.openLeader()
      await device.clock.advance(1000)
      expect(reopened.isShared).toBe(true)
      expect(page.health()).toEqual({ status: 'durable' })
      expect(unsent(reopened)).toEqual(['in memory'])
      expect(await storedTexts(device)).toEqual(['in memory'])
      expect(await shownTexts(device)).toEqual(['text 1', 'text 2', 'in memory'])
    },
  )

  it('waits for a tab with an older version, and reports that after 3 s', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    page.fail('blocked')
    const opening = page.openLeader()
    await device.clock.advance(2500)
    expect(page.health()).toEqual({ status: 'durable' })
    await device.clock.advance(1000)
    expect(page.health()).toEqual({ status: 'waiting', fault: 'blocked' })
    await device.clock.advance(60_000)
    page.heal()
    await device.clock.advance(1000)
    expect((await opening).isShared).toBe(true)
    expect(page.health()).toEqual({ status: 'durable' })
  })

  it('receives no events of tabs that share another log', async () => {
    const device = createTestDevice()
    const sharing = await device.openLeader()
    const page = createFaultyPage(device)
    page.fail('unavailable')
    const alone = await page.openLeader()
    void sharing.append([listed()])
    void alone.append([eventIn(chat, 'ConversationOpened', {})])
    await device.clock.advance(1000)
    expect(alone.conversations.get()).toEqual([])
    expect(await (await device.disk.storage().open(me)).head()).toBe(1)
  })
})

describe('an account that closes with pending events', () => {
  it('has them when the same page opens it again, and stores them', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed()])
    await device.clock.advance(1000)
    page.fail('quota-exceeded', 'appendSegment', 'files.put')
    void say(log, 'unsaved')
    await log.files.put('key', { name: 'a.png', type: 'image/png', size: 1, content: new Uint8Array(1) }, 5)
    const closing = log.close()
    await device.clock.advance(3000)
    await closing
    const reopened = await page.openLeader()
    expect(unsent(reopened)).toEqual(['unsaved'])
    expect(await reopened.files.list()).toEqual([{ key: 'key', storedAt: 5 }])
    page.heal()
    await device.clock.advance(31_000)
    expect(await storedTexts(device)).toEqual(['unsaved'])
    const stored = await device.disk.storage().open(me)
    expect(await stored.files.read('key')).toMatchObject({ name: 'a.png' })
    expect(await shownTexts(device)).toEqual(['unsaved'])
  })

  it.each(['before', 'after'])(
    'leaves no events for the next opening when it is forgotten %s that',
    async (when) => {
      const device = createTestDevice()
      const page = createFaultyPage(device)
      const log = await page.openLeader()
      void log.append([listed()])
      await device.clock.advance(1000)
      page.fail('quota-exceeded', 'appendSegment')
      void say(log, 'unsaved')
      await device.clock.advance(100)
      if (when === 'before') page.forget()
      const closing = log.close()
      await device.clock.advance(3000)
      await closing
      if (when === 'after') page.forget()
      page.heal()
      const reopened = await page.openLeader()
      await device.clock.advance(31_000)
      expect(unsent(reopened)).toEqual([])
      expect(await storedTexts(device)).toEqual([])
    },
  )

  it('accepts no events once it is closed', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed()])
    await device.clock.advance(1000)
    page.fail('quota-exceeded', 'appendSegment')
    const closing = log.close()
    await device.clock.advance(1000)
    await closing
    const late = say(log, 'too late')
    await device.clock.advance(1000)
    expect(await late).toEqual({ isOk: false, rejection: { key: 'errors.storage-failed' } })
  })
})

describe('a file that the storage does not accept', () => {
  it('is kept in memory by the leader, and rejected by a follower', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const file = { name: 'a.png', type: 'image/png', size: 1, content: new Uint8Array(1) }
    const log = await page.open()
    page.fail('quota-exceeded', 'files.put')
    await expect(log.files.put('one', file, 1)).rejects.toMatchObject({ kind: 'quota-exceeded' })
    log.setLeading(true)
    await log.files.put('two', file, 1)
    expect(await log.files.read('two')).toEqual(file)
    await log.files.remove('two')
    expect(await log.files.list()).toEqual([])
  })
})
