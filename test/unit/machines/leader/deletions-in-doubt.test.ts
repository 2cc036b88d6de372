import { describe, expect, it } from 'vitest'
import { serverId } from '#schemas/ids.ts'
import { getAllSessionList, getDeleteChat } from '#schemas/wire/calls/conversations.ts'
import { first as conversation } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { createLocks } from '../locks.ts'
import { listRow } from '../server-history.ts'
import { createBus, openTab } from './leader-harness.ts'

const deletedAt = 1_700_000_000_000

/** A tab that knows every deletion of a conversation, and then gets the response to a message it sends there. */
async function sendAndHear(sentAt: number) {
  const tab = await openTab(createLocks(), createBus().open())
  const { caller, clock, log, socket } = tab
  const list = { ChatSessions: [{ ...listRow(1), LastDeleteTimeStamp: deletedAt }], Groups: [] }
  caller.reply(getAllSessionList, answers(list))
  await tab.logIn()
  expect(log.syncState(conversation)?.deletionsReceivedThrough).toBe(deletedAt)
  caller.reply(getDeleteChat, answers([4]))
  const before = caller.callsOf(getDeleteChat).length
  const said = tab.say('sent before, as it turns out')
  await clock.advance(200)
  await said
  const [sent] = log.outbox.get().messages
  const answer = { ClientMsgId: sent?.clientId, ChatID: 4, TimeStamp: sentAt }
  socket.last().receive({ Cmd: 'ChatResponse', ChatSessionID: 1, Code: 0, SeqID: 1, ...answer })
  await clock.advance(200)
  return {
    asked: () =>
      caller
        .callsOf(getDeleteChat)
        .slice(before)
        .map(({ request }) => request),
    preview: () => log.summaryOf(conversation)?.lastMessage?.body,
    isDeleted: () => log.syncState(conversation)?.isDeleted(serverId(4)),
  }
}

describe('a response to a message', () => {
  it('from before a known deletion requests that deletion again [MSG-55]', async () => {
    const { asked, isDeleted, preview } = await sendAndHear(deletedAt - 5000)
    expect(asked()).toEqual([{ ChatSessionID: 1, UpdateTime: deletedAt - 5001 - 60_000 }])
    expect(isDeleted()).toBe(true)
    expect(preview()).toBeNull()
  })

  it('from after all deletions requests nothing', async () => {
    const { asked, preview } = await sendAndHear(deletedAt + 5000)
    expect(asked()).toEqual([])
    expect(preview()).toBe('sent before, as it turns out')
  })
})
