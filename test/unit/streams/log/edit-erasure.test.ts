import { describe, expect, it } from 'vitest'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import {
  chat,
  client,
  deleted,
  idOf,
  inChat,
  listed,
  me,
  message,
  peer,
  range,
  received,
} from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

const edited = (version: number, body: string): NewEvent =>
  inChat('MessageEdited', { serverId: idOf(1), sequence: 1, edit: { version, at: version, body } })

async function append(log: AccountLog, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    void log.append([event])
    await log.flush()
  }
}

const unfinished = (text: string) =>
  ({ type: 'SaveEditDraft', conversationId: chat, serverId: idOf(1), text }) as const

const quote = { serverId: idOf(1), senderId: peer, senderName: 'P', type: 'txt', text: 'platypus' } as const
const bodyOf = async (log: AccountLog) =>
  (await log.openTimeline(chat)).messages.get().map(({ body, quote }) => [body, quote?.text])

describe('an edit', () => {
  it('replaces the earlier text in log, models, quotes, drafts and snapshots, and in late copies', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    await append(log, [
      listed(),
      received(1, { body: 'platypus', readAt: 5 }),
      received(2, { quote }),
      inChat('MessageSubmitted', {
        ...{ clientId: client('own'), type: 'txt', body: 'answer', submittedAt: 1, quote },
      }),
      inChat('DraftSaved', { text: 'so', savedAt: 1, quote }),
    ])
    await log.retain({ messages: 1e15, events: -1e15 })
    expect(device.disk.toJson()).toContain('platypus')
    await append(log, [edited(1, 'quokka'), edited(2, 'wombat')])
    await device.clock.advance(2000)
    expect(device.disk.toJson()).not.toMatch(/platypus|quokka/)

    await append(log, [
      received(1, { body: 'platypus' }),
      edited(1, 'quokka'),
      received(3, { quote }),
      inChat('MessagePreviewed', { message: message(1, { body: 'platypus' }) }),
    ])
    await device.clock.advance(2000)
    expect(device.disk.toJson()).not.toMatch(/platypus|quokka/)
    const expected = [
      ['wombat', undefined],
      ['text 2', 'wombat'],
      ['text 3', 'wombat'],
      ['answer', 'wombat'],
    ]
    expect(await bodyOf(log)).toEqual(expected)
    await log.close()
    const again = await device.openLeader()
    expect(await bodyOf(again)).toEqual(expected)

    await append(again, [deleted(1)])
    await device.clock.advance(2000)
    expect(device.disk.toJson()).not.toContain('wombat')
    await again.close()
  })

  it('of an own message replaces what was submitted, also if its acknowledgement comes after it', async () => {
    for (const isLate of [false, true]) {
      const device = createTestDevice()
      const log = await device.openLeader()
      const acknowledged = inChat('MessageAcknowledged', {
        ...{ clientId: client('own'), serverId: idOf(1), sequence: 1, sentAt: 1 },
      })
      const submitted = inChat('MessageSubmitted', {
        ...{ clientId: client('own'), type: 'txt', body: 'platypus', submittedAt: 1 },
      })
      const edit = edited(1, 'wombat')
      await append(log, [listed(), submitted, ...(isLate ? [edit, acknowledged] : [acknowledged, edit])])
      await device.clock.advance(2000)
      expect(device.disk.toJson()).not.toContain('platypus')
      expect(await bodyOf(log)).toEqual([['wombat', undefined]])
      await log.close()
    }
  })

  it('that has ended or was replaced leaves no text of its request, and a waiting one keeps it', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    await append(log, [listed(), received(1, { senderId: me })])
    const edit = (text: string) =>
      log.dispatch({ type: 'EditMessage', conversationId: chat, serverId: idOf(1), text })
    await edit('platypus')
    // The first request is behind the erasure's checkpoint when the second one replaces it.
    await log.flush()
    await device.clock.advance(2000)
    await edit('quokka')
    await log.flush()
    await device.clock.advance(2000)
    expect(device.disk.toJson()).not.toContain('platypus')
    expect(log.outbox.get().edits).toMatchObject([{ body: 'quokka' }])

    // Another device has edited it meanwhile.
    await append(log, [edited(1, 'wombat')])
    await log.retain({ messages: 1e15, events: -1e15 })
    await device.clock.advance(2000)
    await log.close()
    const again = await device.openLeader()
    const [waiting] = again.outbox.get().edits
    expect(waiting).toMatchObject({ body: 'quokka' })
    expect(await bodyOf(again)).toEqual([['quokka', undefined]])

    const requestId = waiting?.requestId ?? ''
    await append(again, [inChat('EditResolved', { serverId: idOf(1), requestId })])
    await device.clock.advance(2000)
    expect(device.disk.toJson()).not.toContain('quokka')
    expect(await bodyOf(again)).toEqual([['wombat', undefined]])
    await again.close()
  })

  it('replaces the earlier text when later edits have taken its place in memory, also in late copies', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    const numbers = range(1, 20)
    const long = (at: number) => `wombat ${at} `.padEnd(20_000, '.')
    const old = numbers.map((at) => received(at, { body: `platypus ${at}` }))
    await append(log, [listed(), ...old])
    void log.append(
      numbers.map((at) =>
        inChat('MessageEdited', {
          ...{ serverId: idOf(at), sequence: at },
          edit: { version: at, at, body: long(at) },
        }),
      ),
    )
    await log.flush()
    await device.clock.advance(2000)
    expect(device.disk.toJson()).not.toContain('platypus')
    await append(log, old)
    await log.retain({ messages: 1e15, events: -1e15 })
    await device.clock.advance(2000)
    expect(device.disk.toJson()).not.toContain('platypus')
    const expected = numbers.map((at) => [long(at), undefined])
    expect(await bodyOf(log)).toEqual(expected)
    await log.close()
    const again = await device.openLeader()
    expect(await bodyOf(again)).toEqual(expected)
    await again.close()
  })

  it('that is unfinished stays until it ends, and then leaves no text', async () => {
    const ends: readonly ((log: AccountLog) => Promise<unknown>)[] = [
      (log) => log.dispatch(unfinished('')),
      (log) => log.dispatch({ ...unfinished('done'), type: 'EditMessage' }),
      (log) => append(log, [deleted(1)]),
    ]
    for (const end of ends) {
      const device = createTestDevice()
      const log = await device.openLeader()
      await append(log, [listed(), received(1, { senderId: me })])
      await log.dispatch(unfinished('half a platypus'))
      await log.dispatch(unfinished('a platypus'))
      await log.flush()
      await log.retain({ messages: 1e15, events: -1e15 })
      await device.clock.advance(2000)
      await log.close()
      const again = await device.openLeader()
      // The erasure of the start has ended.
      await device.clock.advance(2000)
      expect(again.summaryOf(chat)?.editDraft?.body).toBe('a platypus')
      await end(again)
      await again.flush()
      await device.clock.advance(100)
      expect(device.disk.toJson()).not.toContain('platypus')
      expect(again.summaryOf(chat)?.editDraft).toBeUndefined()
      await again.close()
    }
  })

  it('that waits is erased with its message', async () => {
    const device = createTestDevice()
    const log = await device.openLeader()
    await append(log, [listed(), received(1, { senderId: me })])
    await log.dispatch({ type: 'EditMessage', conversationId: chat, serverId: idOf(1), text: 'platypus' })
    await append(log, [inChat('ConversationCleared', { through: serverId(1000), sequence: 1, activeAt: 1 })])
    await device.clock.advance(2000)
    expect(device.disk.toJson()).not.toContain('platypus')
    expect(log.outbox.get().edits).toEqual([])
    await log.close()
  })
})
