import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { cancelAccount, updateToken } from '#schemas/wire/calls/account.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { confirmed, listed, received } from '../account-fixture.ts'
import { answers, rejects } from '../fake-caller.ts'
import { type SimulatedClock, settle } from '../simulated-clock.ts'
import { ann, diskWith, openTab } from './auth-harness.ts'

const day = 24 * 3_600_000
const room = conversationId('direct', 1)
const file = { name: 'a.png', type: 'image/png', size: 3, content: new Uint8Array([1, 2, 3]) }
const attachment = { fileKey: 'file-1', name: 'a.png', contentType: 'image/png', size: 3 }

type Tab = Awaited<ReturnType<typeof openTab>>

async function during<Value>(clock: SimulatedClock, work: Promise<Value>): Promise<Value> {
  await clock.advance(100)
  return work
}

/** A tab whose account has received a message and has an unsent text and an unsent picture. */
async function withUnsent(): Promise<Tab> {
  const tab = await openTab({ disk: await diskWith(ann) })
  const { clock } = tab
  const log = await during(clock, tab.openLog(ann.userId))
  const events: NewEvent[] = [listed(room), received(room, confirmed(1, { body: 'received secret' }))]
  await during(clock, log.append(events))
  await log.files.put(attachment.fileKey, file, clock.now())
  await during(clock, log.dispatch({ type: 'SendText', conversationId: room, text: 'unsent words' }))
  await during(
    clock,
    log.dispatch({ type: 'SendAttachment', conversationId: room, kind: 'image', attachment }),
  )
  await during(clock, log.close())
  return tab
}

async function wiped({ clock, disk }: Tab): Promise<string> {
  await clock.advance(3000)
  return disk.toJson()
}
const bodies = async ({ kept }: Tab) =>
  (await kept.read(ann.userId)).map(({ type, body }) => `${type} ${body}`)

const rejectRefresh = async (tab: Tab) => {
  tab.caller.reply(updateToken, rejects(2))
  await during(tab.clock, tab.credentials.renew({ userId: ann.userId, token: ann.token }))
  tab.authentication.acceptForcedSignOut()
  await tab.clock.advance(100)
}

describe('unsent messages of a forced sign-out', () => {
  it('alone stay after a rejected refresh, with their pictures (DEC-115)', async () => {
    const tab = await withUnsent()
    await rejectRefresh(tab)
    const left = await wiped(tab)
    expect(await bodies(tab)).toEqual(['txt unsent words', 'pic '])
    expect(left).toContain('unsent words')
    expect(left).not.toContain('received secret')
    expect(await tab.stored()).toEqual([])
    expect(tab.destroyed).toHaveLength(1)
  })

  it('stay after a disconnect, also when the tab is closed before its alert is answered (DEC-115)', async () => {
    const tab = await withUnsent()
    tab.actor.send({ type: 'session.failed', userId: ann.userId, mayPreserveOutbox: true })
    await settle()
    tab.actor.stop()
    const later = await openTab({ disk: tab.disk, clock: tab.clock })
    await later.clock.advance(6100)
    await wiped(later)
    expect(await bodies(later)).toEqual(['txt unsent words', 'pic '])
  })

  it('get no message written after the copy, because every tab of the device stops at the same time (DEC-115)', async () => {
    const first = await withUnsent()
    const { disk, clock, locks } = first
    const second = await openTab({ disk, clock, locks })
    first.actor.send({ type: 'session.failed', userId: ann.userId, mayPreserveOutbox: true })
    await settle()
    second.actor.send({ type: 'credentials.changed' })
    await settle()
    expect(second.authentication.view.get()).toMatchObject({ alertKey: 'errors.log-out' })
    first.authentication.acceptForcedSignOut()
    await clock.advance(100)
    second.authentication.acceptForcedSignOut()
    await wiped(second)
    expect(second.status()).toBe('signed-out')
    expect(await bodies(first)).toEqual(['txt unsent words', 'pic '])
  })

  it.each([
    ['the person signs out', (tab: Tab) => tab.authentication.signOut()],
    [
      'the person signs out during the alert',
      async (tab: Tab) => {
        tab.actor.send({ type: 'session.failed', userId: ann.userId, mayPreserveOutbox: true })
        await tab.authentication.signOut()
      },
    ],
    [
      'the account is deleted',
      async (tab: Tab) => {
        tab.caller.reply(cancelAccount, answers(undefined))
        await tab.authentication.deleteAccount()
      },
    ],
    [
      'another device kicks this one out',
      async (tab: Tab) => {
        tab.actor.send({ type: 'session.failed', userId: ann.userId })
        tab.authentication.acceptForcedSignOut()
      },
    ],
  ])('are deleted with all other data when %s (DEC-115)', async (_, end) => {
    const tab = await withUnsent()
    await end(tab)
    await tab.clock.advance(100)
    const left = await wiped(tab)
    expect(await tab.kept.read(ann.userId)).toEqual([])
    expect(left).not.toMatch(/secret|unsent words|a\.png/)
    expect(await tab.storage.accounts.pendingWipes()).toEqual([])
  })

  it('that were preserved earlier are deleted when the person then signs out (DEC-115)', async () => {
    const tab = await withUnsent()
    await rejectRefresh(tab)
    await wiped(tab)
    tab.actor.send({ type: 'credentials.received', account: ann })
    await tab.clock.advance(100)
    await tab.authentication.signOut()
    expect(await wiped(tab)).not.toMatch(/unsent words|a\.png/)
  })

  it('stay for 7 days and not longer (DEC-115)', async () => {
    const tab = await withUnsent()
    await rejectRefresh(tab)
    await wiped(tab)
    await tab.clock.sleepFor(7 * day - 10_000)
    const inTime = await openTab({ disk: tab.disk, clock: tab.clock })
    await inTime.clock.advance(100)
    expect(await bodies(inTime)).toHaveLength(2)
    inTime.actor.stop()
    await tab.clock.sleepFor(10_000)
    const late = await openTab({ disk: tab.disk, clock: tab.clock })
    await late.clock.advance(100)
    expect(await bodies(late)).toEqual([])
    expect(tab.disk.toJson()).not.toMatch(/unsent words|a\.png/)
    expect(await late.storage.accounts.pendingWipes()).toEqual([])
  })

  it('keep their order when the clock is set back, also after a second forced sign-out (DEC-99 DEC-115)', async () => {
    const tab = await withUnsent()
    const { clock, kept } = tab
    const write = async (text: string) => {
      const log = await during(clock, tab.openLog(ann.userId))
      await during(clock, log.append([listed(room)]))
      clock.turnWallClock(-3_600_000)
      await during(clock, log.dispatch({ type: 'SendText', conversationId: room, text }))
      await during(clock, log.close())
    }
    await write('words of an hour before')
    await rejectRefresh(tab)
    await wiped(tab)
    await write('words of the next sign-in')
    await during(clock, kept.keep(ann.userId))
    await during(
      clock,
      kept.drop(ann.userId, ({ type }) => type === 'pic'),
    )
    expect(await bodies(tab)).toEqual([
      'txt unsent words',
      'txt words of an hour before',
      'txt words of the next sign-in',
    ])
  })

  it('are sent at the user’s request: the same client ids, the pictures from this device (DEC-115)', async () => {
    const tab = await withUnsent()
    await rejectRefresh(tab)
    await wiped(tab)
    const before = (await tab.kept.read(ann.userId)).map(({ clientId }) => clientId)
    const log: AccountLog = await during(tab.clock, tab.openLog(ann.userId))
    await during(
      tab.clock,
      tab.kept.restore(ann.userId, await tab.kept.read(ann.userId), log, tab.clock.now()),
    )
    const { messages } = log.outbox.get()
    expect(messages.map(({ clientId }) => clientId)).toEqual(before)
    expect(messages.map(({ state }) => state)).toEqual(['pending', 'pending'])
    expect(await log.files.read(attachment.fileKey)).toMatchObject({ size: 3 })
    expect(await tab.kept.read(ann.userId)).toEqual([])
  })

  it('leave no data behind if there are none', async () => {
    const tab = await openTab({ disk: await diskWith(ann) })
    await rejectRefresh(tab)
    await wiped(tab)
    expect(await tab.storage.accounts.pendingWipes()).toEqual([])
  })
})
