import { describe, expect, it } from 'vitest'
import { storageFaultKinds } from '#streams/storage/storage-error.ts'
import {
  acknowledged,
  chat,
  client,
  deleted,
  listed,
  me,
  received,
  submitted,
} from '#test/unit/domain/log-events.ts'
import { createFaultyPage, say, shownTexts, storedTexts, unsent } from './faulty-page.ts'
import { createTestDevice } from './log-harness.ts'

const operations = [
  'appendSegment',
  'readSegments',
  'readSegmentsAt',
  'head',
  'rewriteSegments',
  'readRow',
  'readModel',
  'readRows',
  'checkpoint',
  'writeModel',
  'epoch',
] as const

const table = storageFaultKinds.flatMap((kind) => operations.map((operation) => ({ kind, operation })))

describe('a storage that is faulty while the app runs', () => {
  it.each(table)(
    'shows and later stores all events once: $kind at $operation',
    async ({ kind, operation }) => {
      const device = createTestDevice()
      const page = createFaultyPage(device)
      const log = await page.openLeader()
      void log.append([listed(), received(1)])
      await device.clock.advance(1000)

      page.fail(kind, operation)
      const said = say(log, 'said meanwhile')
      const came = log.append([received(2)])
      await device.clock.advance(100)
      expect(await said).toEqual({ isOk: true, value: undefined })
      expect(await came).toHaveLength(1)
      expect(unsent(log)).toEqual(['said meanwhile'])
      await device.clock.advance(20_000)
      if (operation === 'appendSegment') expect(page.health()).toEqual({ status: 'degraded', fault: kind })

      page.heal()
      await device.clock.advance(31_000)
      expect(page.health()).toEqual({ status: 'durable' })
      expect(await storedTexts(device)).toEqual(['said meanwhile'])
      expect(await shownTexts(device)).toEqual(['text 1', 'text 2', 'said meanwhile'])
      expect(unsent(log)).toEqual(['said meanwhile'])
    },
  )

  it.each(storageFaultKinds)('continues if every operation fails: %s', async (kind) => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed()])
    await device.clock.advance(1000)
    page.fail(kind)
    for (const text of ['one', 'two', 'three']) {
      void say(log, text)
      await device.clock.advance(11_000)
    }
    expect(unsent(log)).toEqual(['one', 'two', 'three'])
    page.heal()
    await device.clock.advance(31_000)
    expect(await shownTexts(device)).toEqual(['one', 'two', 'three'])
  })

  it('is durable again right after a fault of 0.2 s', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed()])
    await device.clock.advance(1000)
    page.fail('quota-exceeded')
    void say(log, 'hello')
    await device.clock.advance(200)
    page.heal()
    await device.clock.advance(100)
    expect(page.health()).toEqual({ status: 'durable' })
    expect(await storedTexts(device)).toEqual(['hello'])
  })

  it('shows pending events in a conversation that is opened meanwhile', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed(), received(1)])
    await device.clock.advance(6000)
    page.fail('quota-exceeded', 'appendSegment', 'writeModel')
    void say(log, 'waits')
    void log.append([received(2)])
    await device.clock.advance(6000)
    const timeline = await log.openTimeline(chat)
    expect(timeline.messages.get().map(({ body }) => body)).toEqual(['text 1', 'text 2', 'waits'])
  })

  it('publishes each event once, although it is folded again once it is stored', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed(), received(1)])
    await device.clock.advance(1000)
    const published: string[] = []
    log.appended$.subscribe((events) => published.push(...events.map(({ type }) => type)))
    page.fail('quota-exceeded', 'appendSegment')
    void say(log, 'waits')
    await device.clock.advance(10_000)
    page.heal()
    await device.clock.advance(31_000)
    void log.append([received(2)])
    await device.clock.advance(1000)
    expect(page.health()).toEqual({ status: 'durable' })
    expect(published).toEqual(['MessageSubmitted', 'MessageReceived'])
  })

  it('stores texts although a file does not fit', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed()])
    await device.clock.advance(1000)
    page.fail('quota-exceeded', 'appendSegment', 'files.put')
    void log.files.put('large', { name: 'large.mp4', type: 'video/mp4', size: 1, content: new Blob() }, 1)
    void say(log, 'small')
    await device.clock.advance(10_000)
    page.fail('quota-exceeded', 'files.put')
    await device.clock.advance(31_000)
    expect(await storedTexts(device)).toEqual(['small'])
  })

  it('keeps every read model behind the stored log', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed(), received(1)])
    await device.clock.advance(6000)
    page.fail('quota-exceeded', 'appendSegment')
    void say(log, 'not stored')
    await device.clock.advance(20_000)
    const account = await device.disk.storage().open(me)
    const head = await account.head()
    for (const model of ['conversations', 'timeline'])
      expect((await account.checkpoint(model))?.segment).toBeLessThanOrEqual(head)
    expect(device.disk.toJson()).not.toContain('not stored')
  })

  it('removes the text of pending events when it is deleted', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed()])
    await device.clock.advance(6000)
    page.fail('quota-exceeded', 'appendSegment')
    void log.append([received(1, { body: 'gone for good' })])
    await device.clock.advance(1000)
    void log.dispatch({ type: 'ClearConversation', conversationId: chat })
    await device.clock.advance(10_000)
    page.heal()
    await device.clock.advance(31_000)
    expect(page.health()).toEqual({ status: 'durable' })
    expect(device.disk.toJson()).not.toContain('gone for good')
  })

  it('removes the text of a discarded message after that is stored, and not before', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed(), submitted(client('own'), 560_000, 'given up')])
    await device.clock.advance(1000)
    page.fail('quota-exceeded', 'appendSegment')
    void log.dispatch({ type: 'DiscardMessage', conversationId: chat, clientId: client('own') })
    await device.clock.advance(10_000)
    expect(unsent(log)).toEqual([])
    expect(await storedTexts(device)).toEqual(['given up'])
    page.heal()
    await device.clock.advance(31_000)
    expect(device.disk.toJson()).not.toContain('given up')
  })

  it('removes the text of pending events also when it is deleted while it is being stored', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed()])
    await device.clock.advance(1000)
    page.fail('quota-exceeded', 'appendSegment')
    void log.append([submitted(client('own'), 560_000, 'gone for good')])
    await device.clock.advance(16)
    void log.append([acknowledged(client('own'), 1)])
    await device.clock.advance(16)
    const erasing = page.pause('rewriteSegments')
    void log.append([deleted(1)])
    await device.clock.advance(100)
    page.heal()
    await device.clock.advance(5000)
    erasing.resolve()
    await device.clock.advance(31_000)
    expect(page.health()).toEqual({ status: 'durable' })
    expect(device.disk.toJson()).not.toContain('gone for good')
  })

  it('stores events in the order of writing, also after a temporary recovery', async () => {
    const device = createTestDevice()
    const page = createFaultyPage(device)
    const log = await page.openLeader()
    void log.append([listed()])
    await device.clock.advance(1000)
    page.fail('unknown', 'appendSegment')
    void say(log, 'first')
    await device.clock.advance(10)
    page.heal()
    void say(log, 'second')
    await device.clock.advance(1000)
    expect(await storedTexts(device)).toEqual(['first', 'second'])
  })
})
