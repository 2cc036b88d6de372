import { describe, expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import {
  acknowledged,
  chat,
  client,
  deleted,
  idOf,
  inChat,
  listed,
  logged,
  me,
  message,
  peer,
  range,
  received,
  submitted,
} from '#test/unit/domain/log-events.ts'
import { createTestDevice, type TestDevice } from './log-harness.ts'

const secret = 'meet me at the bridge'
const own = client('own')
const quote = { serverId: idOf(60), senderId: peer, senderName: 'Peer', type: 'txt', text: secret } as const

/** Appends each event in a separate segment. */
async function appendOneByOne(log: AccountLog, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    void log.append([event])
    await log.flush()
  }
}

/** Stores events like a tab that has not received those of others. */
async function storeWithoutSync(device: TestDevice, events: readonly NewEvent[]): Promise<void> {
  const account = await device.disk.storage().open(me)
  await account.appendSegment((segment) =>
    logged(events).map((event, index) => ({ ...event, position: { segment, index } })),
  )
}

/** A conversation whose message 60 is the secret, quoted by two others. */
async function deviceWithSecret(): Promise<{ readonly device: TestDevice; readonly log: AccountLog }> {
  const device = createTestDevice()
  const log = await device.openLeader()
  await appendOneByOne(log, [
    listed(),
    ...range(1, 59).map((sequence) => received(sequence)),
    received(60, { body: secret }),
    received(130, { quote }),
  ])
  await log.dispatch({ type: 'SendText', conversationId: chat, text: 'answer', quote })
  await log.flush()
  expect(device.disk.toJson()).toContain(secret)
  return { device, log }
}

describe('erasure', () => {
  it.each([
    { title: 'a deletion', event: deleted(60) },
    { title: 'a tombstone', event: received(60, { body: null }) },
    {
      title: 'clearing the conversation',
      event: inChat('ConversationCleared', { through: idOf(130), sequence: 130, activeAt: 1 }),
    },
    { title: 'the removal of the conversation', event: inChat('ConversationRemoved', {}) },
  ])(
    'by $title removes the text from the device immediately, quotes included [LIFE-18]',
    async ({ event }) => {
      const { device, log } = await deviceWithSecret()
      void log.append([event])
      await device.clock.advance(16)
      expect(device.disk.toJson()).not.toContain(secret)
      expect(JSON.stringify([log.conversations.get(), log.outbox.get()])).not.toContain(secret)
    },
  )

  it('finds an own message by its client id', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    await appendOneByOne(log, [listed()])
    await log.dispatch({ type: 'SendText', conversationId: chat, text: secret })
    const [message] = log.outbox.get().messages
    if (!message) throw new Error('nothing was submitted')
    const acknowledgement = inChat('MessageAcknowledged', {
      clientId: message.clientId,
      serverId: idOf(1),
      sequence: 1,
      sentAt: 1,
    })
    await appendOneByOne(log, [acknowledgement, deleted(1)])
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it('removes a discarded message immediately, with the names of its files [LIFE-15]', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    await appendOneByOne(log, [listed(), submitted(own, 560_000, secret)])
    const file = { fileKey: 'made', name: secret, contentType: 'image/png', size: 1 }
    await appendOneByOne(log, [
      inChat('MessagePrepared', { clientId: own, attachment: file }),
      inChat('MessageUploaded', { clientId: own, body: secret }),
    ])
    expect(device.disk.toJson()).toContain(secret)
    await log.dispatch({ type: 'DiscardMessage', conversationId: chat, clientId: own })
    await device.clock.advance(16)
    expect(device.disk.toJson()).not.toContain(secret)
    const again = await device.openLeader()
    expect(again.outbox.get().messages).toEqual([])
  })

  it.each([
    ['by a response', acknowledged(own, 140)],
    ['by the conversation itself', received(140, { senderId: me, clientId: own })],
  ])('keeps a message that was discarded in one tab and confirmed %s before', async (_, confirmation) => {
    const device = createTestDevice()
    const log = await device.openLeader()
    await appendOneByOne(log, [
      listed(),
      submitted(own, 560_000, secret),
      confirmation,
      inChat('MessageDiscarded', { clientId: own }),
    ])
    await device.clock.advance(1000)
    expect(device.disk.copy('logs').toJson()).toContain(secret)
  })

  it('removes discarded messages from before a clearing of their conversation [LIFE-19]', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    await appendOneByOne(log, [listed()])
    await log.dispatch({ type: 'SendText', conversationId: chat, text: secret })
    const { clientId } = log.outbox.get().messages[0] ?? {}
    if (!clientId) throw new Error('nothing was submitted')
    await appendOneByOne(log, [inChat('MessageFailed', { clientId, attempt: 1, code: 5, reason: '' })])
    expect(device.disk.toJson()).toContain(secret)
    await log.dispatch({ type: 'ClearConversation', conversationId: chat })
    await log.flush()
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it('keeps a message that was sent after a clearing, although one tab discarded it [LIFE-19]', async () => {
    const { device, log } = await deviceWithSecret()
    await appendOneByOne(log, [
      submitted(client('late'), 560_000, 'left after all'),
      acknowledged(client('late'), 140),
      inChat('MessageDiscarded', { clientId: client('late') }),
      inChat('ConversationCleared', { through: idOf(130), sequence: 130, activeAt: 1 }),
    ])
    await device.clock.advance(1000)
    expect(device.disk.toJson()).not.toContain(secret)
    expect(device.disk.copy('logs').toJson()).toContain('left after all')
  })

  it('of a cleared conversation is not undone by history, nor after a restart [LIFE-18 LIFE-19]', async () => {
    const { device, log } = await deviceWithSecret()
    await log.dispatch({ type: 'ClearConversation', conversationId: chat })
    await log.flush()
    await appendOneByOne(log, [received(60, { body: secret }), received(131, { quote })])
    expect(device.disk.toJson()).not.toContain(secret)
    const again = await createTestDevice(device.disk).openTab()
    const timeline = await again.openTimeline(chat)
    expect(timeline.messages.get().map(({ body }) => body)).toEqual(['text 131', 'answer'])
    expect(timeline.hasOlderStored()).toBe(false)
  })

  it('is not undone by a late copy, which is stored without its text [LIFE-18]', async () => {
    const { device, log } = await deviceWithSecret()
    await appendOneByOne(log, [deleted(60)])
    log.setLeading(false)
    await appendOneByOne(log, [received(60, { body: secret }), received(131, { quote })])
    expect(device.disk.toJson()).not.toContain(secret)
    const timeline = await log.openTimeline(chat)
    expect(JSON.stringify(timeline.messages.get())).not.toContain(secret)
  })

  it('finds a late copy that another tab stored before the deletion reached it', async () => {
    const { device, log } = await deviceWithSecret()
    await appendOneByOne(log, [deleted(60)])
    await storeWithoutSync(device, [received(60, { body: secret })])
    log.setLeading(true)
    await log.flush()
    expect(device.disk.toJson()).not.toContain(secret)
  })

  describe.each([
    ['deleted', deleted(60)],
    ['told of without its text', received(60, { body: null, senderId: me, clientId: own })],
    ['cleared', inChat('ConversationCleared', { through: idOf(60), sequence: 60, activeAt: 1 })],
  ])('of an own message that was %s before its writing was stored', (_, end) => {
    it('finds a copy that another tab stores last', async () => {
      const device = createTestDevice()
      const log = await device.openLeader()
      await appendOneByOne(log, [listed(), end])
      await storeWithoutSync(device, [submitted(own, 560_000, secret), acknowledged(own, 60)])
      expect(device.disk.toJson()).toContain(secret)
      log.setLeading(true)
      await device.clock.advance(16)
      expect(device.disk.toJson()).not.toContain(secret)
    })

    it('finds a copy that is written again and acknowledged as a repeat', async () => {
      const device = createTestDevice()
      const log = await device.openLeader()
      await appendOneByOne(log, [listed(), end, submitted(own, 560_000, secret)])
      void log.append([acknowledged(own, 60)])
      await device.clock.advance(16)
      expect(device.disk.toJson()).not.toContain(secret)
    })
  })

  it('is taken up by the next leader after a crash in its middle [LIFE-18]', async () => {
    const { device, log } = await deviceWithSecret()
    await log.close()
    let isCrashed = false
    const dying = await device.openLeader((operation) => {
      isCrashed ||= operation === 'rewriteSegments'
      return isCrashed ? new Promise(() => {}) : undefined
    })
    void dying.append([deleted(60)])
    await device.clock.advance(16)
    expect(device.disk.toJson()).toContain(secret)

    const next = await createTestDevice(device.disk).openLeader()
    await next.flush()
    expect(device.disk.toJson()).not.toContain(secret)
  })

  it('searches the log once for a tombstone, however often history contains it', async () => {
    const { device, log } = await deviceWithSecret()
    await appendOneByOne(log, [deleted(60)])
    const account = await device.disk.storage().open(me)
    const epoch = await account.epoch()
    let reads = 0
    await log.close()
    const next = await device.openLeader((operation) => {
      if (operation === 'readSegments') reads += 1
    })
    await appendOneByOne(next, [received(60, { body: null })])
    const once = reads
    await appendOneByOne(next, [received(60, { body: null }), received(60, { body: null })])
    expect(reads - once).toBe(0)
    expect(await account.epoch()).toBe(epoch)
  })

  it('touches no other text', async () => {
    const { device, log } = await deviceWithSecret()
    await appendOneByOne(log, [deleted(60)])
    const stored = device.disk.toJson()
    for (const sequence of [1, 30, 59, 130]) expect(stored).toContain(`text ${sequence}`)
    expect(stored).toContain('answer')
  })
})

const previewed = inChat('MessagePreviewed', { message: message(9, { body: secret }) }, 'http')

it.each([
  ['a deletion', deleted(9)],
  ['a tombstone', received(9, { body: null })],
  ['clearing', inChat('ConversationCleared', { through: message(9).serverId, sequence: 9, activeAt: 1 })],
  ['the removal of its conversation', inChat('ConversationRemoved', {})],
])(
  'the text of a row is removed from the device after %s, and no late row restores it [LIFE-18]',
  async (_, event) => {
    const device = createTestDevice()
    const log = await device.openLeader()
    for (const one of [listed(), previewed]) {
      void log.append([one])
      await log.flush()
    }
    expect(device.disk.toJson()).toContain(secret)
    void log.append([event])
    await device.clock.advance(16)
    await log.flush()
    expect(device.disk.toJson()).not.toContain(secret)
    expect(JSON.stringify(log.conversations.get())).not.toContain(secret)
    if (event.type === 'ConversationRemoved') return
    void log.append([previewed])
    await device.clock.advance(16)
    await log.flush()
    expect(device.disk.toJson()).not.toContain(secret)
    expect((await log.openTimeline(chat)).messages.get()).toEqual([])
  },
)
