import { describe, expect, it } from 'vitest'
import { sendChat } from '#schemas/wire/calls/conversations.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { first, folded } from '../account-fixture.ts'
import { settle } from '../simulated-clock.ts'
import { startOn, startOutbox } from './outbox-harness.ts'

/** The request is sent and never answered. */
const neverAnswered = () => new Promise<never>(() => {})

describe('staleness', () => {
  it('starts after 6 s without a response, checked every 600 ms [LIFE-07 LIFE-09]', async () => {
    const { caller, clock, say, unsent } = await startOutbox()
    caller.reply(sendChat, neverAnswered)
    await say('hi')
    await clock.advance(5999)
    expect(unsent()).toEqual({ hi: 'pending' })
    await clock.advance(1)
    await folded(clock)
    expect(unsent()).toEqual({ hi: 'stale' })
  })

  it('is not detected between two checks [LIFE-09]', async () => {
    const { caller, clock, say, unsent } = await startOutbox()
    caller.reply(sendChat, neverAnswered)
    await say('one')
    await clock.advance(300)
    await say('two')
    await clock.advance(6000)
    expect(unsent()).toEqual({ one: 'stale', two: 'pending' })
    await clock.advance(300)
    await folded(clock)
    expect(unsent()).toEqual({ one: 'stale', two: 'stale' })
  })

  it('starts after 5 s if socket and HTTP have both failed [LIFE-11] (DEC-03)', async () => {
    const { caller, clock, say, unsent } = await startOutbox()
    caller.reply(sendChat, failureOf('network'))
    await say('hi')
    // The first check after 5 s; both sends had failed before, without a connection after 3 s.
    await clock.advance(5399)
    expect(unsent()).toEqual({ hi: 'pending' })
    await clock.advance(1)
    await folded(clock)
    expect(unsent()).toEqual({ hi: 'stale' })
  })

  it('starts after 5 minutes for a picture, even if socket and HTTP have failed [LIFE-08] (DEC-03)', async () => {
    const { caller, clock, log } = await startOutbox()
    caller.reply(sendChat, failureOf('network'))
    const content = `/files/messages/${'a'.repeat(40)}.png`
    void log.dispatch({ type: 'SendContent', conversationId: first, contentType: 'pic', content })
    await clock.advance(299_999)
    const stateOf = () => log.outbox.get().messages.map(({ state }) => state)
    expect(stateOf()).toEqual(['pending'])
    await clock.advance(620)
    expect(stateOf()).toEqual(['stale'])
  })

  it('ends with a late response', async () => {
    const { caller, clock, connect, say, sentTexts, unsent } = await startOutbox()
    let finish: (result: ReturnType<typeof failureOf>) => void = () => {}
    caller.reply(sendChat, () => new Promise((resolve) => (finish = resolve)))
    connect()
    await say('hi')
    await clock.advance(7000)
    expect(unsent()).toEqual({ hi: 'stale' })
    finish(failureOf('network'))
    await settle()
    expect(sentTexts()).toEqual(['hi'])
  })

  it('is retried by the person under the same client id with a fresh time [LIFE-12]', async () => {
    const { caller, clock, chats, connect, log, say } = await startOutbox()
    caller.reply(sendChat, failureOf('network'))
    connect()
    await say('hi')
    await clock.advance(7000)
    const [stale] = log.outbox.get().messages
    if (!stale) throw new Error('Nothing is stale')
    await log.dispatch({
      type: 'RetryMessage',
      conversationId: stale.conversationId,
      clientId: stale.clientId,
    })
    await clock.advance(1000)
    const [before, after] = [chats()[0], chats().at(-1)]
    expect(after?.ClientMsgId).toBe(before?.ClientMsgId)
    expect(Number(after?.TimeStamp)).toBeGreaterThan(Number(before?.TimeStamp))
    expect(after?.ID).toBe(after?.TimeStamp)
  })
})

describe('offline', () => {
  it('sends nothing and keeps messages pending, however long the device is offline [LIFE-16] (DEC-107)', async () => {
    const { caller, clock, say, sentTexts, environment, unsent } = await startOutbox()
    environment.set({ isOnline: false })
    await say('hi')
    await clock.advance(60_000)
    expect(unsent()).toEqual({ hi: 'pending' })
    expect([sentTexts(), caller.calls]).toEqual([[], []])
  })

  it('ends with all messages sent automatically, in order (DEC-107)', async () => {
    const { actor, answer, clock, connect, say, sentTexts, environment, unsent } = await startOutbox()
    environment.set({ isOnline: false })
    for (const text of ['one', 'two', 'three']) {
      await say(text)
      await clock.advance(1000)
    }
    environment.set({ isOnline: true })
    connect()
    actor.send({ type: 'login.completed' })
    await settle()
    for (const text of ['one', 'two', 'three']) await answer(text)
    expect(sentTexts()).toEqual(['one', 'two', 'three'])
    expect(unsent()).toEqual({})
  })
})

describe('a clock that is set back by the login', () => {
  const hour = 3_600_000

  it('leaves texts written before it ahead of later ones (DEC-99 DEC-107)', async () => {
    const { answer, connect, environment, say, sentTexts, serverTime } = await startOutbox()
    environment.set({ isOnline: false })
    await say('one')
    await say('two')
    serverTime.learn(serverTime.now() - hour)
    await say('three')
    environment.set({ isOnline: true })
    connect()
    await settle()
    for (const text of ['one', 'two', 'three']) await answer(text)
    expect(sentTexts()).toEqual(['one', 'two', 'three'])
  })

  it('moves a rejected message behind texts written before its retry [LIFE-12] (DEC-99)', async () => {
    const { answer, clock, connect, environment, log, say, sentTexts, serverTime } = await startOutbox()
    connect()
    await say('one')
    await answer('one', { Code: 6 })
    const [rejected] = log.outbox.get().messages
    if (rejected?.state !== 'failed') throw new Error('Nothing was rejected')
    environment.set({ isOnline: false })
    await say('two')
    serverTime.learn(serverTime.now() - hour)
    const { clientId, conversationId } = rejected
    await log.dispatch({ type: 'RetryMessage', conversationId, clientId })
    environment.set({ isOnline: true })
    await folded(clock)
    await answer('two')
    await answer('one')
    expect(sentTexts()).toEqual(['one', 'two', 'one'])
  })
})

describe('a login', () => {
  it('sends stale messages again before newer ones, in the order of submission (DEC-107)', async () => {
    const { actor, answer, caller, clock, connect, say, sentTexts, unsent } = await startOutbox()
    caller.reply(sendChat, failureOf('network'))
    await say('one')
    await clock.advance(3000)
    await say('two')
    await clock.advance(4200)
    expect(unsent()).toEqual({ one: 'stale', two: 'pending' })
    connect()
    actor.send({ type: 'login.completed' })
    await folded(clock)
    await answer('one')
    await answer('two')
    expect(sentTexts()).toEqual(['one', 'two'])
    expect(unsent()).toEqual({})
  })

  it('does not resend rejected messages, which wait for Retry (DEC-107)', async () => {
    const { actor, answer, connect, say, sentTexts, unsent } = await startOutbox()
    connect()
    await say('hi')
    await settle()
    await answer('hi', { Code: 6 })
    actor.send({ type: 'login.completed' })
    await settle()
    expect(sentTexts()).toEqual(['hi'])
    expect(unsent()).toEqual({ hi: 'failed' })
  })
})

describe('a slow queue', () => {
  it('makes no message stale while it advances', async () => {
    const { answer, clock, connect, say, unsent } = await startOutbox()
    connect()
    const texts = ['one', 'two', 'three', 'four', 'five']
    for (const text of texts) await say(text)
    for (const text of texts) {
      await clock.advance(2500)
      expect(Object.values(unsent())).not.toContain('stale')
      await answer(text)
    }
    expect(unsent()).toEqual({})
  })

  it('uses the socket again as soon as it connects, even while an HTTP request is open', async () => {
    const { actor, caller, chats, clock, connect, say } = await startOutbox()
    caller.reply(sendChat, () => new Promise(() => {}))
    await say('one')
    await clock.advance(3000)
    const [call] = caller.callsOf(sendChat)
    connect()
    actor.send({ type: 'login.completed' })
    await settle()
    expect(chats()).toMatchObject([{ Message: 'one', ClientMsgId: call && Object(call.request).ClientMsgId }])
    expect(call?.options.signal?.aborted).toBe(true)
  })

  it('sends newer messages past a stale one after four tries, and retries that while connected', async () => {
    const { answer, caller, clock, connect, say, sentTexts, unsent } = await startOutbox()
    caller.reply(sendChat, failureOf('network'))
    connect()
    await say('one')
    // Four tries of 5 s and the pauses between them.
    await clock.advance(24_300)
    expect(unsent()).toEqual({ one: 'stale' })
    await say('two')
    await clock.advance(0)
    await answer('two')
    const before = sentTexts().length
    for (let waited = 0; sentTexts().length === before && waited < 10_000; waited += 100)
      await clock.advance(100)
    expect(sentTexts().slice(before)).toEqual(['one'])
    await answer('one')
    expect(unsent()).toEqual({})
  })
})

describe('another leader', () => {
  it('sends the unsent messages of the former leader under the same client ids', async () => {
    const account = await startOutbox()
    account.connect()
    await account.say('hi')
    await settle()
    account.actor.stop()
    const next = startOn(account)
    await settle()
    const ids = next.chats().map(({ ClientMsgId }) => ClientMsgId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('a message that neither socket nor HTTP could deliver', () => {
  it('is retried with backoff and blocks its queue meanwhile', async () => {
    const { caller, clock, connect, say, sentTexts } = await startOutbox()
    caller.reply(sendChat, failureOf('network'))
    connect()
    await say('one')
    await say('two')
    await clock.advance(3000)
    expect(caller.callsOf(sendChat)).toHaveLength(1)
    await clock.advance(1200)
    expect(sentTexts()).toEqual(['one', 'one'])
  })
})

describe('a response that the storage cannot store', () => {
  it('is requested again under the same client id until it is stored', async () => {
    const { answer, chats, clock, connect, disk, say, unsent } = await startOutbox()
    connect()
    await say('hi')
    await settle()
    disk.isFailing = true
    await answer('hi')
    await clock.advance(1000)
    disk.isFailing = false
    expect(unsent()).toEqual({ hi: 'pending' })
    await clock.advance(3000)
    await answer('hi')
    expect(unsent()).toEqual({})
    expect(new Set(chats().map(({ ClientMsgId }) => ClientMsgId)).size).toBe(1)
  })
})
