import { expect, it } from 'vitest'
import { synchroniseConversations } from '#machines/synchronisation/synchronisation-steps.ts'
import { getAllSessionList, getDeleteChat } from '#schemas/wire/calls/conversations.ts'
import { getMessageChanges, getPinnedMessages } from '#schemas/wire/calls/message-changes.ts'
// Loaded on use in the product; loading it takes real time, which this test's clock does not wait for.
import '#streams/inbound/fetch-message-changes.ts'
import { createDeletionWatch } from '#streams/inbound/fetch-deletions.ts'
import { createPresence } from '#streams/inbound/presence.ts'
import { confirmed, first, listed, openAccount, received } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { listRow, serveHistory } from '../server-history.ts'

it('deletions, changes and pins are fetched before drafts, which may take long or fail', async () => {
  const account = await openAccount([listed(first), received(first, confirmed(1))])
  const { caller, clock, log } = account
  const row = listRow(1, { ChangeVersion: 4, PinVersion: 2, RetrieveTime: 9 })
  caller.reply(getAllSessionList, answers({ ChatSessions: [row], Groups: [] }))
  serveHistory(caller, new Map([[first, 1]]))
  caller.reply(getMessageChanges, answers({ Version: 4, Changes: [] }))
  caller.reply(getPinnedMessages, answers({ Version: 2, Messages: [] }))
  const failure = new Error('no draft')
  const synchronised = synchroniseConversations(
    {
      ...account,
      presence: createPresence(),
      fillGaps: async () => {},
      fetchLastMessages: async () => {},
      deletions: createDeletionWatch(),
      takeDrafts: () => Promise.reject(failure),
      progressed: () => {},
    },
    ['everything'],
    new AbortController().signal,
  ).catch((cause: unknown) => cause)
  await clock.advance(500)
  expect(await synchronised).toBe(failure)
  expect(caller.callsOf(getDeleteChat)).not.toEqual([])
  expect(log.syncState(first)).toMatchObject({ changesReceivedThrough: 4, pinsReceivedThrough: 2 })
})
