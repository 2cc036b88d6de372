import { describe, expect, it } from 'vitest'
import { conversationId, serverId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { toListedGroup } from '#schemas/translate/conversation.ts'
import { getAllSessionList, wireGroupSession } from '#schemas/wire/calls/conversations.ts'
import { createServerTime } from '#streams/clock/server-time.ts'
import { fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import { confirmed, folded, openAccount, received } from '#test/unit/machines/account-fixture.ts'
import { answers, createFakeCaller } from '#test/unit/machines/fake-caller.ts'
import { createTestDevice } from '../log/log-harness.ts'

const group = conversationId('group', 4)
const newest = { LastMsgID: 50, LastMsgUserID: 8, LastMsgSeqID: 5, LastMsgType: 'txt', LastMsg: 'message 5' }
const unread = { UnReadCount: 4, UnReadMaxID: 50, SelfReadChatID: 10, SelfReadSeqID: 1 }

/** The group's row in the list of the server. */
const row = (joinedAt: number) =>
  wireGroupSession.parse({
    ...{ ID: 4, GroupName: 'News', CreateTime: joinedAt, LastMsgTimeStamp: 5000 },
    ...newest,
    ...unread,
  })

/** The messages since the return that this device has not received. */
const history = [2, 3, 4, 5].map((sequence) => received(group, confirmed(sequence)))

/** The list as it was when the person had joined the group for the first time. */
const listed: NewEvent = {
  stream: group,
  type: 'ConversationListed',
  data: { facts: toListedGroup(row(1000), 1).facts },
  occurredAt: 1,
  origin: 'http',
}

/** A device that has all messages, and knows only the first membership. */
async function behind(events: readonly NewEvent[] = [listed, ...history]) {
  const account = await openAccount(events)
  const { caller, clock, log } = account
  const after = async <Result>(act: Promise<Result>): Promise<Result> => {
    await folded(clock)
    await folded(clock)
    return act
  }
  /** Fetched by the list. */
  const receiveReturn = async () => {
    caller.reply(getAllSessionList, async () => answers({ ChatSessions: [], Groups: [row(2000)] }))
    await after(fetchConversations({ ...account, signal: new AbortController().signal }))
    expect(log.syncState(group)?.contiguousRanges).toEqual([])
  }
  return {
    ...account,
    act: (command: Parameters<typeof log.dispatch>[0]) => after(log.dispatch(command)),
    append: (...events: Parameters<typeof log.append>[0]) => after(log.append(events)),
    receiveReturn,
    /** Receives the list with the return, and then the messages again. */
    async catchUp() {
      await receiveReturn()
      await after(log.append(history))
    },
    async texts() {
      return (await log.openTimeline(group)).messages.get().map(({ body }) => body)
    },
  }
}

describe('a group that was left and joined again while this device was offline (DEC-19)', () => {
  it('stays cleared of messages since the return [LIFE-19]', async () => {
    const { act, catchUp, log, texts } = await behind()
    await act({ type: 'ClearConversation', conversationId: group })
    await catchUp()
    expect(await texts()).toEqual([])
    expect(log.summaryOf(group)).toMatchObject({ unreadCount: 0, lastMessage: undefined })
  })

  it('does not restore a message that this device deleted, permanently or with undo', async () => {
    const { act, append, catchUp, log, texts } = await behind()
    const data = { serverIds: [serverId(30)], unreadIds: [serverId(30)] }
    await append({ stream: group, type: 'MessagesDeleted', data, occurredAt: 1, origin: 'local' })
    await act({ type: 'DeleteForMe', conversationId: group, messages: [serverId(50)] })
    await catchUp()
    expect(await texts()).toEqual(['message 2', 'message 4'])
    expect(log.syncState(group)?.isCountedThoughDeleted(serverId(30))).toBe(true)
  })

  it('stays hidden until a newer message [SESS-37]', async () => {
    const { act, append, catchUp, log } = await behind()
    await act({ type: 'HideConversation', conversationId: group })
    await catchUp()
    expect(log.summaryOf(group)?.isHidden).toBe(true)
    await append(received(group, confirmed(6)))
    expect(log.summaryOf(group)?.isHidden).not.toBe(true)
  })

  it('still sends earlier pending messages, in order and in their state [LIFE-01 LIFE-12]', async () => {
    const { act, append, receiveReturn, log } = await behind()
    await act({ type: 'SendText', conversationId: group, text: 'first' })
    await act({ type: 'SendText', conversationId: group, text: 'second' })
    await act({ type: 'SendText', conversationId: group, text: 'third' })
    const [first, second] = log.outbox.get().messages
    if (!first || !second) throw new Error('No message waits.')
    const stale = { clientId: first.clientId, attempt: 1 }
    const failed = { clientId: second.clientId, attempt: 1, code: 7, reason: '' }
    const common = { stream: group, occurredAt: 1, origin: 'local' } as const
    await append(
      { ...common, type: 'MessageBecameStale', data: stale },
      { ...common, type: 'MessageFailed', data: failed },
    )
    const places = { position: undefined, writtenAfter: undefined }
    const waiting = () => log.outbox.get().messages.map((message) => ({ ...message, ...places }))
    const before = waiting()
    expect(before.map(({ state }) => state)).toEqual(['stale', 'failed', 'pending'])
    await receiveReturn()
    expect(waiting()).toEqual(before)
  })

  it('keeps an unsent quote without the text that its person may not see any more, and the draft', async () => {
    const { act, receiveReturn, log } = await behind()
    const quote = {
      serverId: serverId(20),
      senderId: userId(8),
      senderName: 'Bo',
      type: 'txt',
      text: 'message 2',
    } as const
    await act({ type: 'SendText', conversationId: group, text: 'yes', quote })
    await act({ type: 'SaveDraft', conversationId: group, text: 'no', mentions: [], quote })
    await receiveReturn()
    expect(log.outbox.get().messages).toMatchObject([{ body: 'yes', quote: { serverId: 20, text: '' } }])
    expect(log.summaryOf(group)).toMatchObject({ draft: 'no' })
    expect(log.summaryOf(group)?.draftQuote).toBeUndefined()
  })

  it('keeps a message that the user sends in the moment when the list arrives [LIFE-01]', async () => {
    const { caller, log, receiveReturn } = await behind()
    const list = caller.call
    let sending: Promise<unknown> | undefined
    caller.call = async (...call) => {
      const answer = await list(...call)
      sending = log.dispatch({ type: 'SendText', conversationId: group, text: 'just now' })
      return answer
    }
    await receiveReturn()
    expect(await sending).toMatchObject({ isOk: true })
    expect(log.outbox.get().messages).toMatchObject([{ body: 'just now', state: 'pending' }])
  })

  it('keeps a message that another tab has stored and this tab has not read yet [LIFE-01]', async () => {
    const device = createTestDevice()
    const [leader, follower] = [await device.openLeader(), await device.openTab()]
    await Promise.all([leader.append([listed, ...history]), device.clock.advance(16)])
    const caller = createFakeCaller()
    caller.reply(getAllSessionList, async () => {
      // The notice of the new segment reaches the leader while its storage is busy with the list.
      void follower.dispatch({ type: 'SendText', conversationId: group, text: 'in another tab' })
      return answers({ ChatSessions: [], Groups: [row(2000)] })
    })
    const services = { caller, log: leader, serverTime: createServerTime(device.clock) }
    const fetching = fetchConversations({ ...services, signal: new AbortController().signal })
    await device.clock.advance(50)
    await fetching
    for (const log of [leader, follower]) {
      expect(log.summaryOf(group)).toMatchObject({ group: { joinedAt: 2_000_000 } })
      expect(log.outbox.get().messages).toMatchObject([{ body: 'in another tab' }])
    }
  })

  it('begins with all messages since the return, without local changes', async () => {
    const { catchUp, log, texts } = await behind()
    await catchUp()
    expect(await texts()).toEqual(['message 2', 'message 3', 'message 4', 'message 5'])
    expect(log.summaryOf(group)?.unreadCount).toBe(4)
  })

  it('keeps no earlier messages if the list never had the first membership', async () => {
    const { receiveReturn, texts } = await behind(history)
    expect(await texts()).toHaveLength(history.length)
    await receiveReturn()
    expect(await texts()).toEqual([])
  })
})
