import { expect, it } from 'vitest'
import { synchroniseConversations } from '#machines/synchronisation/synchronisation-steps.ts'
import { conversationId, serverId } from '#schemas/ids.ts'
import { getAllSessionData, getAllSessionList, getDeleteChat } from '#schemas/wire/calls/conversations.ts'
import { getMessageChanges, getPinnedMessages } from '#schemas/wire/calls/message-changes.ts'
// Loaded on use in the product; loading it takes real time, which this test's clock does not wait for.
import '#streams/inbound/fetch-message-changes.ts'
import { createDeletionWatch } from '#streams/inbound/fetch-deletions.ts'
import { createPresence } from '#streams/inbound/presence.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { type Account, confirmed, first, listed, openAccount, received } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { listRow, serveHistory } from '../server-history.ts'

/** Synchronises the conversations as after a login. */
const synchronise = (account: Account, takeDrafts = async () => {}) =>
  synchroniseConversations(
    {
      ...account,
      presence: createPresence(),
      fillGaps: async () => {},
      fetchLastMessages: async () => {},
      deletions: createDeletionWatch(),
      takeDrafts,
      progressed: () => {},
    },
    ['everything'],
    new AbortController().signal,
  )

it('deletions, changes and pins are fetched before drafts, which may take long or fail', async () => {
  const account = await openAccount([listed(first), received(first, confirmed(1))])
  const { caller, clock, log } = account
  const row = listRow(1, { ChangeVersion: 4, PinVersion: 2, RetrieveTime: 9 })
  caller.reply(getAllSessionList, answers({ ChatSessions: [row], Groups: [] }))
  serveHistory(caller, new Map([[first, 1]]))
  caller.reply(getMessageChanges, answers({ Version: 4, Changes: [] }))
  caller.reply(getPinnedMessages, answers({ Version: 2, Messages: [] }))
  const failure = new Error('no draft')
  const synchronised = synchronise(account, () => Promise.reject(failure)).catch((cause: unknown) => cause)
  await clock.advance(500)
  expect(await synchronised).toBe(failure)
  expect(caller.callsOf(getDeleteChat)).not.toEqual([])
  expect(log.syncState(first)).toMatchObject({ changesReceivedThrough: 4, pinsReceivedThrough: 2 })
})

it('a change of a message that is still unsent here, because the response to it was lost, is fetched', async () => {
  const account = await openAccount([listed(first)])
  const { caller, clock } = account
  const said = account.say('edited on another device')
  await clock.advance(200)
  await said
  caller.reply(getAllSessionList, answers({ ChatSessions: [listRow(1, { ChangeVersion: 4 })], Groups: [] }))
  serveHistory(caller, new Map([[first, 1]]))
  caller.reply(getMessageChanges, answers({ Version: 4, Changes: [] }))
  const synchronised = synchronise(account)
  await clock.advance(500)
  await synchronised
  expect(caller.callsOf(getMessageChanges)).toHaveLength(1)
})

it('a pin that arrives on a new device while an older list is requested is shown', async () => {
  // Given a server that pins a message after it has read the list, and before the list arrives
  const account = await openAccount([])
  const { caller, clock, log } = account
  caller.reply(getAllSessionList, async () => {
    await log.append([
      {
        stream: first,
        type: 'MessagePinned',
        data: { serverId: serverId(10), isPinned: true, version: 1 },
        occurredAt: 1,
        origin: 'socket',
      },
    ])
    return answers({ ChatSessions: [listRow(1)], Groups: [] })
  })
  serveHistory(caller, new Map([[first, 1]]))
  const pin = { ChatID: 10, PinVersion: 1, UserID: 8, Message: 'message 1' }
  caller.reply(getPinnedMessages, answers({ Version: 1, Messages: [pin] }))
  // When the device, which does not know the conversation yet, synchronises
  const synchronised = synchronise(account)
  await clock.advance(500)
  await synchronised
  // Then it shows the pin
  expect(log.summaryOf(first)?.pinnedMessages).toEqual([10])
})

/** A device that has missed one message in each of 45 conversations, whose log waits for `storing` before each append. */
async function openAfterAbsence(storing: Promise<void>) {
  const ids = Array.from({ length: 45 }, (_, index) => index + 1)
  const conversations = ids.map((id) => conversationId('direct', id))
  const account = await openAccount(conversations.map((id) => listed(id)))
  const { caller, clock, log } = account
  const rows = ids.map((id) => listRow(id, { UnReadMaxID: 10 }))
  caller.reply(getAllSessionList, answers({ ChatSessions: rows, Groups: [] }))
  serveHistory(caller, new Map(conversations.map((id) => [id, 1])))
  const append: typeof log.append = async (events) => {
    await storing
    return log.append(events)
  }
  const synchronised = synchronise({ ...account, log: { ...log, append } })
  const newest = () => conversations.map((id) => Number(log.syncState(id)?.newestId))
  return { calls: () => caller.callsOf(getAllSessionData).length, clock, newest, synchronised }
}

it('missed messages are requested one call ahead while the previous ones are being stored', async () => {
  const storing = createDeferred<void>()
  const { calls, clock, newest, synchronised } = await openAfterAbsence(storing.promise)
  await clock.advance(500)
  expect(calls()).toBe(2)
  expect(newest().every((id) => id === 0)).toBe(true)
  storing.resolve()
  await clock.advance(500)
  await synchronised
  expect(calls()).toBe(3)
  expect(newest().every((id) => id === 10)).toBe(true)
})

it('no more missed messages are requested or stored after some could not be stored', async () => {
  const [failure, storing] = [new Error('not stored'), createDeferred<void>()]
  const { calls, clock, newest, synchronised } = await openAfterAbsence(storing.promise)
  await clock.advance(500)
  storing.reject(failure)
  await expect(synchronised).rejects.toBe(failure)
  await clock.advance(500)
  expect(calls()).toBe(2)
  expect(newest().every((id) => id === 0)).toBe(true)
})
