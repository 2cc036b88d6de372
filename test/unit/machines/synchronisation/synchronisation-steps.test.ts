import { expect, it } from 'vitest'
import { synchroniseConversations } from '#machines/synchronisation/synchronisation-steps.ts'
import { serverId } from '#schemas/ids.ts'
import { getAllSessionList, getDeleteChat } from '#schemas/wire/calls/conversations.ts'
import { getMessageChanges, getPinnedMessages } from '#schemas/wire/calls/message-changes.ts'
// Loaded on use in the product; loading it takes real time, which this test's clock does not wait for.
import '#streams/inbound/fetch-message-changes.ts'
import { createDeletionWatch } from '#streams/inbound/fetch-deletions.ts'
import { createPresence } from '#streams/inbound/presence.ts'
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
