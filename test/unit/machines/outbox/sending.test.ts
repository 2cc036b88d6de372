import { describe, expect, it } from 'vitest'
import { conversationRemoved } from '#domain/synchronisation/conversation-differences.ts'
import { sendChat } from '#schemas/wire/calls/conversations.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { first, folded, listed, second } from '../account-fixture.ts'
import { answers, rejects } from '../fake-caller.ts'
import { settle } from '../simulated-clock.ts'
import { startOutbox } from './outbox-harness.ts'

const taken = (ID: number) => answers({ ID, TimeStamp: 5000, SeqID: 1 })

describe('a pending message', () => {
  it('is sent over the socket first, with its client id [LIFE-03 SOCK-36]', async () => {
    const { caller, chats, connect, log, say, serverTime } = await startOutbox()
    connect()
    await say('hi')
    await settle()
    const [message] = log.outbox.get().messages
    expect(chats()).toEqual([
      {
        Cmd: 'Chat',
        UserID: 7,
        ChatSessionID: 1,
        Message: 'hi',
        MsgType: 'txt',
        TimeStamp: serverTime.now(),
        ID: serverTime.now(),
        ClientMsgId: message?.clientId,
      },
    ])
    expect(caller.calls).toEqual([])
  })

  it('becomes sent with its response, under the server’s id and time [LIFE-06]', async () => {
    const { answer, connect, log, say, unsent } = await startOutbox()
    connect()
    const screen = await log.openTimeline(first)
    await say('hi')
    await settle()
    await answer('hi', { SeqID: 4 })
    expect(unsent()).toEqual({})
    expect(screen.messages.get()).toMatchObject([{ body: 'hi', serverId: 10, sequence: 4, state: 'sent' }])
  })

  it('requests a connection, waits for it at most 3 s, and is then sent by HTTP [LIFE-04 LIFE-05]', async () => {
    const { caller, clock, link, log, say, unsent } = await startOutbox()
    const signals: string[] = []
    link.signals$.subscribe(({ type }) => signals.push(type))
    caller.reply(sendChat, taken(10))
    await say('hi')
    const [message] = log.outbox.get().messages
    await clock.advance(2999)
    expect(signals).toEqual(['socket.wanted'])
    expect(caller.calls).toHaveLength(0)
    await clock.advance(1)
    expect(caller.callsOf(sendChat)[0]?.request).toMatchObject({
      ChatSessionID: 1,
      Message: 'hi',
      ClientMsgId: message?.clientId,
    })
    await folded(clock)
    expect(unsent()).toEqual({})
  })

  it('that is discarded while it waits for a connection is not sent', async () => {
    const { caller, clock, log, say, unsent } = await startOutbox()
    caller.reply(sendChat, taken(10))
    await say('hi')
    await clock.advance(1000)
    const clientId = log.outbox.get().messages[0]?.clientId
    if (clientId) await log.dispatch({ type: 'DiscardMessage', conversationId: first, clientId })
    await clock.advance(10_000)
    expect(caller.callsOf(sendChat)).toEqual([])
    expect(unsent()).toEqual({})
  })

  it('is sent over the socket if it connects in time', async () => {
    const { caller, clock, connect, say, sentTexts } = await startOutbox()
    await say('hi')
    await clock.advance(2000)
    connect()
    await settle()
    expect(sentTexts()).toEqual(['hi'])
    expect(caller.calls).toHaveLength(0)
  })

  it.each([
    ['it is not answered within 3 s', 3000, false],
    ['the connection goes', 0, true],
  ])('is repeated by HTTP under the same client id if %s [LIFE-05] (DEC-108)', async (_, wait, isDropped) => {
    const { caller, chats, clock, connect, say, socket } = await startOutbox()
    caller.reply(sendChat, taken(10))
    connect()
    await say('hi')
    await settle()
    if (isDropped) socket.last().drop()
    await clock.advance(wait)
    const [call] = caller.callsOf(sendChat)
    expect(call?.request).toMatchObject({ ClientMsgId: chats()[0]?.ClientMsgId })
  })

  it('that the server answers as a duplicate is not shown twice [LIFE-23]', async () => {
    const { answer, clock, connect, log, say } = await startOutbox()
    connect()
    const screen = await log.openTimeline(first)
    await say('hi')
    await settle()
    await clock.advance(3000)
    await answer('hi')
    expect(screen.messages.get().map(({ body }) => body)).toEqual(['hi'])
  })
})

describe('a text that had arrived before its friendship ended and began again', () => {
  it.each([
    ['is not shown in the new history', 1_700_000_000_001, []],
    ['is shown if the friendship has not ended', 1_700_000_000_000, ['hi']],
  ])('%s', async (_, beganAt, shown) => {
    const { answer, clock, connect, log, say, unsent } = await startOutbox()
    connect()
    await say('hi')
    void log.append([listed(first, beganAt)])
    await folded(clock)
    const screen = await log.openTimeline(first)
    await settle()
    await answer('hi', { TimeStamp: 1_700_000_000_000 })
    expect(unsent()).toEqual({})
    expect(screen.messages.get().map(({ body }) => body)).toEqual(shown)
  })
})

describe('queues', () => {
  it('send one message of a conversation at a time, in order (DEC-108)', async () => {
    const { answer, connect, say, sentTexts } = await startOutbox()
    connect()
    for (const text of ['one', 'two', 'three']) await say(text)
    await settle()
    expect(sentTexts()).toEqual(['one'])
    await answer('one')
    expect(sentTexts()).toEqual(['one', 'two'])
    await answer('two')
    expect(sentTexts()).toEqual(['one', 'two', 'three'])
  })

  it('do not wait for each other', async () => {
    const { connect, say, sentTexts } = await startOutbox()
    connect()
    await say('one', first)
    await say('two', second)
    await settle()
    expect(sentTexts()).toEqual(['one', 'two'])
  })

  it('stay blocked until the HTTP request of their first message has ended', async () => {
    const { caller, clock, connect, say, sentTexts } = await startOutbox()
    let finish: (result: ReturnType<typeof taken>) => void = () => {}
    caller.reply(sendChat, () => new Promise((resolve) => (finish = resolve)))
    connect()
    await say('one')
    await say('two')
    await clock.advance(3000)
    expect(sentTexts()).toEqual(['one'])
    finish(taken(10))
    await settle()
    expect(sentTexts()).toEqual(['one', 'two'])
  })

  it('remove the actor of each message that is done', async () => {
    const { answer, children, connect, say } = await startOutbox()
    connect()
    await say('one')
    await settle()
    expect(children()).toHaveLength(1)
    await answer('one')
    expect(children()).toEqual([])
  })
})

describe('a rejection', () => {
  it('fails the message, reloads its conversation, and shows the server’s text [LIFE-13 LIFE-14 LIFE-22]', async () => {
    const { answer, connect, rejected, say, unsent } = await startOutbox()
    connect()
    await say('hi')
    await settle()
    await answer('hi', { Code: 6, Msg: 'Not now' })
    expect(unsent()).toEqual({ hi: 'failed' })
    expect(rejected).toMatchObject([
      { text: 'hi', outcome: { kind: 'rejected', code: 6, text: 'Not now', isForGood: false } },
    ])
  })

  it('with code 3 removes the pending copy, and returns its words to the draft [LIFE-15]', async () => {
    const { answer, connect, log, rejected, say, unsent } = await startOutbox()
    connect()
    await say('hi')
    await settle()
    await answer('hi', { Code: 3, Msg: 'You are no friends' })
    expect(unsent()).toEqual({})
    expect(rejected).toMatchObject([{ outcome: { isForGood: true, text: 'You are no friends' } }])
    expect(log.summaryOf(first)?.draft).toBe('hi')
  })

  it('over HTTP has the same effect', async () => {
    const { caller, clock, rejected, say, unsent } = await startOutbox()
    caller.reply(sendChat, rejects(6, 'Not now'))
    await say('hi')
    await clock.advance(3000)
    await folded(clock)
    expect(unsent()).toEqual({ hi: 'failed' })
    expect(rejected).toHaveLength(1)
  })

  it('lets the next message of the queue be sent', async () => {
    const { answer, connect, say, sentTexts } = await startOutbox()
    connect()
    await say('one')
    await say('two')
    await settle()
    await answer('one', { Code: 6 })
    expect(sentTexts()).toEqual(['one', 'two'])
  })

  it('by a rate limit waits for its time and continues', async () => {
    const { answer, clock, connect, rejected, say, sentTexts, unsent } = await startOutbox()
    connect()
    await say('one')
    await say('two')
    await settle()
    await answer('one', { Code: 5, RetryAfter: 2000 })
    expect(unsent()).toEqual({ one: 'pending', two: 'pending' })
    await clock.advance(1900)
    expect(sentTexts()).toEqual(['one'])
    await clock.advance(600)
    expect(sentTexts()).toEqual(['one', 'one'])
    expect(rejected).toEqual([])
  })

  it.each([9, 2])('with code %i is no result, so the message is sent by HTTP', async (code) => {
    const { answer, caller, connect, rejected, say } = await startOutbox()
    caller.reply(sendChat, failureOf('network'))
    connect()
    await say('hi')
    await settle()
    await answer('hi', { Code: code })
    expect(caller.callsOf(sendChat)).toHaveLength(1)
    expect(rejected).toEqual([])
  })
})

describe('a message discarded in flight', () => {
  it('is shown as sent if the server has accepted it [LIFE-06]', async () => {
    const { answer, clock, connect, log, say, unsent } = await startOutbox()
    connect()
    const screen = await log.openTimeline(first)
    await say('hi')
    await settle()
    const clientId = log.outbox.get().messages[0]?.clientId
    if (clientId === undefined) throw new Error('nothing is on its way')
    await log.dispatch({ type: 'DiscardMessage', conversationId: first, clientId })
    expect(screen.messages.get()).toEqual([])
    await answer('hi', { SeqID: 4 })
    await folded(clock)
    expect(unsent()).toEqual({})
    expect(screen.messages.get()).toMatchObject([{ body: 'hi', serverId: 10, sequence: 4, state: 'sent' }])
  })
})

describe('a message in flight when its conversation is removed', () => {
  it('is not restored by its response [SESS-51]', async () => {
    const { answer, clock, connect, log, say } = await startOutbox()
    connect()
    await say('hi')
    await settle()
    const removal = log.append([conversationRemoved(first, 2000)])
    await folded(clock)
    await removal
    await answer('hi', { SeqID: 4 })
    await folded(clock)
    expect(log.syncState(first)).toBeUndefined()
  })

  it('is not restored by a response that arrives while the removal is being written [SESS-51]', async () => {
    const { answer, clock, connect, log, say } = await startOutbox()
    connect()
    await say('hi')
    await settle()
    const removal = log.append([conversationRemoved(first, 2000)])
    await answer('hi', { SeqID: 4 })
    await removal
    await folded(clock)
    expect(log.syncState(first)).toBeUndefined()
  })
})
