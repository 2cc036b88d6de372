import { describe, expect, it } from 'vitest'
import { createPreservedOutboxOperations } from '#client/preserved-outbox.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { conversationRemoved } from '#domain/synchronisation/conversation-differences.ts'
import { serverId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { createServerTime } from '#streams/clock/server-time.ts'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import { openAccountLog } from '#streams/log/open-account-log.ts'
import { createPreservedOutbox, resubmission } from '#streams/log/preserved-outbox.ts'
import { createWritable } from '#streams/readable.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { StorageError } from '#streams/storage/storage-error.ts'
import { client, eventIn } from '#test/unit/domain/log-events.ts'
import { createSeededNumbers } from '#test/unit/seeded-numbers.ts'
import { first, folded, listed, self } from '../machines/account-fixture.ts'
import { createBus } from '../machines/leader/leader-harness.ts'
import { createLocks } from '../machines/locks.ts'
import { SimulatedClock } from '../machines/simulated-clock.ts'

/** The operations with which the preserved outbox finds its database and marks it. */
const wipeOperations = ['accounts.pendingWipes', 'accounts.markForWipe']

/** A device with one unsent text of a forced sign-out, whose user has signed in again. */
async function signedInAgain() {
  const [clock, disk, locks, bus] = [new SimulatedClock(), createMemoryDisk(), createLocks(), createBus()]
  const failure = { isOn: false }
  const storage = disk.storage((operation) => {
    if (failure.isOn && wipeOperations.includes(operation)) throw new StorageError('connection-lost')
  })
  const serverTime = createServerTime(clock)
  const faults: string[] = []
  const random = createSeededNumbers()
  const report = { fault: ({ kind }: { kind: string }) => void faults.push(kind) }
  const openPart = async () => {
    const channel = bus.open()
    const ports = { clock, random, report, storage, channel, locks }
    const log = await openAccountLog({ account: self, time: serverTime, ports })
    return { channel, ports, log }
  }
  const preservedOutbox = createPreservedOutbox({
    storage,
    clock,
    openLog: async () => (await openPart()).log,
  })
  const during = async <Value>(work: Promise<Value>): Promise<Value> => {
    await clock.advance(100)
    return work
  }
  const { log } = await openPart()
  await during(log.append([listed(first)]))
  await during(log.dispatch({ type: 'SendText', conversationId: first, text: 'unsent words' }))
  await during(log.close())
  await during(preservedOutbox.keep(self))
  await storage.destroy(self)

  const submitted: LogEvent[] = []
  const openTab = async () => {
    const { channel, ports, log } = await openPart()
    const tabs = createTabChannel(channel, ports.random, report)
    const connection = createWritable<ConnectionView>({ status: 'connecting' })
    const operations = createPreservedOutboxOperations({
      ...{ connection, preservedOutbox, log, ports, serverTime, tabs, userId: self },
    })
    const connect = async () => {
      await during(log.catchUp())
      connection.set({ status: 'connected' })
      await folded(clock)
    }
    return { log, operations, connect }
  }
  const [one, other] = [await openTab(), await openTab()]
  one.log.appended$.subscribe((events) => {
    submitted.push(...events.filter(({ type }) => type === 'MessageSubmitted'))
  })
  await during(one.log.append([listed(first)]))
  return { clock, failure, faults, preservedOutbox, one, other, openTab, during, submitted }
}

describe('the preserved outbox', () => {
  it('preserves all texts although a file does not fit (DEC-115)', async () => {
    const [clock, disk] = [new SimulatedClock(), createMemoryDisk()]
    const during = async <Value>(work: Promise<Value>): Promise<Value> => {
      await clock.advance(100)
      return work
    }
    let isFull = false
    const storage = disk.storage((operation) => {
      if (isFull && operation === 'files.put') throw new StorageError('quota-exceeded')
    })
    const report = { fault: () => undefined }
    const ports = {
      ...{ clock, report, storage },
      random: createSeededNumbers(),
      channel: createBus().open(),
    }
    const openLog = () => openAccountLog({ account: self, time: createServerTime(clock), ports })
    const log = await openLog()
    const video = { fileKey: 'video', name: 'video.mp4', contentType: 'video/mp4', size: 1 }
    const submission = { type: 'video', body: '', submittedAt: 1, attachment: video } as const
    await during(
      log.files.put('video', { name: 'video.mp4', type: 'video/mp4', size: 1, content: new Blob() }, 1),
    )
    await during(log.append([listed(first)]))
    await during(
      log.append([eventIn(first, 'MessageSubmitted', { clientId: client('video'), ...submission })]),
    )
    await during(log.dispatch({ type: 'SendText', conversationId: first, text: 'words' }))
    await during(log.close())

    isFull = true
    const preservedOutbox = createPreservedOutbox({ storage, clock, openLog })
    await during(preservedOutbox.keep(self))
    expect(await preservedOutbox.read(self)).toMatchObject([
      { clientId: client('video'), isFileLost: true },
      { body: 'words', isFileLost: undefined },
    ])
  })

  it('is submitted once if two tabs send it at the same time (DEC-115)', async () => {
    const { one, other, during, submitted, faults } = await signedInAgain()
    await one.connect()
    await other.connect()
    expect(other.operations.messages.get()).toMatchObject([{ body: 'unsent words' }])

    const outcomes = await during(Promise.all([one.operations.send(), other.operations.send()]))
    expect(outcomes).toMatchObject([{ isOk: true }, { isOk: true }])
    expect(submitted).toMatchObject([{ data: { body: 'unsent words' } }])
    expect([...one.operations.messages.get(), ...other.operations.messages.get()]).toEqual([])
    expect(faults).toEqual([])
  })

  it('is offered after a failing storage can be read again (DEC-115)', async () => {
    const { clock, failure, faults, one } = await signedInAgain()
    failure.isOn = true
    await one.connect()
    expect(one.operations.messages.get()).toEqual([])
    failure.isOn = false
    await clock.advance(1000)
    expect(one.operations.messages.get()).toMatchObject([{ body: 'unsent words' }])
    expect(faults).toEqual(['preserved outbox'])
  })

  it('disappears in another tab after its failing storage can be read again (DEC-115)', async () => {
    const { clock, failure, one, other, during } = await signedInAgain()
    await one.connect()
    await other.connect()
    one.operations.messages.subscribe(() => {
      failure.isOn = true
    })
    expect(await during(one.operations.discard())).toMatchObject({ isOk: true })
    expect(other.operations.messages.get()).toMatchObject([{ body: 'unsent words' }])
    failure.isOn = false
    await clock.advance(1000)
    expect(other.operations.messages.get()).toEqual([])
  })

  it('is neither offered nor submitted again after a tab crashed during the submission (DEC-115)', async () => {
    const { clock, preservedOutbox, one, other, openTab, during, submitted } = await signedInAgain()
    await one.connect()
    await other.connect()
    const [message] = await preservedOutbox.read(self)
    if (!message) throw new Error('no message was preserved')
    await during(one.log.append([resubmission(message, clock.now())]))

    const late = await openTab()
    await late.connect()
    expect(late.operations.messages.get()).toEqual([])
    expect(await during(other.operations.send())).toMatchObject({ isOk: true })
    expect(submitted).toHaveLength(1)
    expect(await preservedOutbox.read(self)).toEqual([])
  })

  it('offers the texts of a removed conversation until they are discarded, also after a restart (DEC-230)', async () => {
    const { preservedOutbox, one, other, openTab, during } = await signedInAgain()
    await one.connect()
    await other.connect()
    await during(one.operations.discard())
    one.log.setLeading(true)
    await during(one.log.dispatch({ type: 'SendText', conversationId: first, text: 'hello?' }))
    await during(one.log.append([conversationRemoved(first, 5000)]))
    await during(other.log.catchUp())

    expect(one.log.outbox.get().messages).toEqual([])
    expect(one.operations.undeliverable.get()).toMatchObject([{ body: 'hello?' }])
    expect(other.operations.undeliverable.get()).toMatchObject([{ body: 'hello?' }])

    const late = await openTab()
    await late.connect()
    expect(late.operations.undeliverable.get()).toMatchObject([{ body: 'hello?' }])
    expect(late.operations.messages.get()).toEqual([])
    expect(await during(late.operations.discardUndeliverable())).toMatchObject({ isOk: true })
    expect(one.operations.undeliverable.get()).toEqual([])
    expect(await preservedOutbox.read(self)).toEqual([])
  })

  it('keeps the texts of a conversation that was removed while the storage failed (DEC-230)', async () => {
    // Given a leader tab with an unsent text, and a storage that fails
    const { clock, failure, faults, preservedOutbox, one, other, during } = await signedInAgain()
    await one.connect()
    await other.connect()
    await during(one.operations.discard())
    one.log.setLeading(true)
    await during(one.log.dispatch({ type: 'SendText', conversationId: first, text: 'hello?' }))
    failure.isOn = true
    // When the conversation is removed and the storage works again
    await during(one.log.append([conversationRemoved(first, 5000)]))
    expect(one.operations.undeliverable.get()).toEqual([])
    failure.isOn = false
    await clock.advance(1000)
    // Then the text is stored, and every tab offers it
    expect(await during(preservedOutbox.read(self))).toMatchObject([{ body: 'hello?' }])
    for (const { operations } of [one, other])
      expect(operations.undeliverable.get()).toMatchObject([{ body: 'hello?' }])
    expect(faults).toEqual(['preserved outbox'])
  })

  it('offers a text that was not in the log yet when its conversation was removed (DEC-230)', async () => {
    const { one, other, during } = await signedInAgain()
    await one.connect()
    await other.connect()
    await during(one.operations.discard())
    await during(one.log.append([conversationRemoved(first, 5000)]))
    await during(one.operations.keepUndeliverable(first, [], 'a caption'))
    await during(other.log.catchUp())
    for (const { operations } of [one, other])
      expect(operations.undeliverable.get()).toMatchObject([{ body: 'a caption', state: 'failed' }])
  })

  it('offers a text that came back to the draft before the conversation was removed with it (DEC-230)', async () => {
    const { one, during } = await signedInAgain()
    await one.connect()
    await during(one.operations.discard())
    one.log.setLeading(true)
    for (const text of ['first', 'second'])
      await during(one.log.dispatch({ type: 'SendText', conversationId: first, text }))
    for (const { clientId } of one.log.outbox.get().messages)
      await during(one.log.dispatch({ type: 'ReturnText', conversationId: first, clientId }))
    expect(one.operations.undeliverable.get()).toEqual([])
    await during(one.log.append([conversationRemoved(first, 5000)]))
    expect(one.operations.undeliverable.get().map(({ body }) => body)).toEqual(['first', 'second'])
  })

  it('offers a text that came back to the draft while a picture waited before it (DEC-230)', async () => {
    const { one, openTab, during } = await signedInAgain()
    await one.connect()
    await during(one.operations.discard())
    one.log.setLeading(true)
    const attachment = { fileKey: 'cat', name: 'cat.jpg', contentType: 'image/jpeg', size: 1 }
    await during(
      one.log.dispatch({ type: 'SendAttachment', conversationId: first, kind: 'image', attachment }),
    )
    await during(one.log.dispatch({ type: 'SendText', conversationId: first, text: 'what a cat' }))
    const written = one.log.outbox.get().messages.find(({ body }) => body === 'what a cat')
    if (!written) throw new Error('No text waits.')
    await during(one.log.dispatch({ type: 'ReturnText', conversationId: first, clientId: written.clientId }))
    await during(one.log.append([conversationRemoved(first, 5000)]))
    expect(one.operations.undeliverable.get().map(({ type, body }) => ({ type, body }))).toEqual([
      { type: 'pic', body: '' },
      { type: 'txt', body: 'what a cat' },
    ])
    // The file went with the conversation, so that only the text can be sent once the conversation is there again.
    await during(one.log.append([listed(first)]))
    const late = await openTab()
    await late.connect()
    expect(late.operations.undeliverable.get().map(({ type }) => type)).toEqual(['pic'])
    expect(late.operations.messages.get().map(({ type }) => type)).toEqual(['txt'])
  })

  it('does not offer a text that the server confirmed just before the removal (DEC-230)', async () => {
    const { preservedOutbox, one, during } = await signedInAgain()
    await one.connect()
    await during(one.operations.discard())
    one.log.setLeading(true)
    await during(one.log.dispatch({ type: 'SendText', conversationId: first, text: 'arrived' }))
    const [message] = one.log.outbox.get().messages
    if (!message) throw new Error('No message waits.')
    const { clientId } = message
    await during(
      one.log.append([
        {
          ...{ stream: first, type: 'MessageAcknowledged', occurredAt: 4000, origin: 'socket' },
          data: { clientId, serverId: serverId(10), sequence: 1, sentAt: 4000 },
        },
        conversationRemoved(first, 5000),
      ]),
    )
    expect(one.operations.undeliverable.get()).toEqual([])
    expect(await preservedOutbox.read(self)).toEqual([])
  })

  it('offers a text of a forced sign-out whose conversation was removed meanwhile (DEC-115 DEC-230)', async () => {
    const { one, during } = await signedInAgain()
    await during(one.log.append([conversationRemoved(first, 5000)]))
    await one.connect()
    expect(one.operations.messages.get()).toEqual([])
    expect(one.operations.undeliverable.get()).toMatchObject([{ body: 'unsent words' }])
  })
})
