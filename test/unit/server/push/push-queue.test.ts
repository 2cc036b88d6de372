import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PushOutcome } from '#server/ports.ts'
import { PushQueue } from '#server/push/push-queue.ts'
import { sayInGroup } from '#test/contract/group-people.ts'
import { callAs, dataOrThrow, type Person } from '#test/contract/people.ts'
import { createPushWorld } from './push-world.ts'

const world = createPushWorld({ pushesPerService: 3 })
const {
  acquainted,
  answer,
  backend,
  bodies,
  erase,
  host,
  openGroup,
  payloads,
  register,
  replaceToken,
  run,
  sent,
  signInAgain,
  storedTokens,
  tokens,
} = world
beforeAll(world.open, 60_000)
afterAll(world.close)
beforeEach(world.reset)

describe('a push service', () => {
  it('that does not know the token any more ends it', async () => {
    const { say, token } = await acquainted()
    answer({ kind: 'gone' })
    expect(await storedTokens()).toContain(token)
    await say('hello')
    await run()
    await expect.poll(storedTokens).not.toContain(token)
  })

  it('that fails is tried again after the time that it names, with the newest message', async () => {
    const { say } = await acquainted()
    answer({ kind: 'failed', retryAfter: 60_000 })
    await say('one')
    await run()
    await say('two')
    backend().advance(59_000)
    await run()
    expect(bodies()).toEqual(['one'])
    backend().advance(1_000)
    answer({ kind: 'sent' })
    await run()
    await run()
    expect(bodies()).toEqual(['one', 'two'])
  })

  it('that fails never gets the text of a message that was deleted before the next attempt', async () => {
    const { ann, conversation, say } = await acquainted()
    answer({ kind: 'failed' })
    const id = await say('regretted')
    await run()
    await erase(ann, conversation, id)
    backend().advance(60_000)
    await run()
    expect(sent).toHaveLength(1)
  })

  it('that never works again drops a message after a day', async () => {
    const { say } = await acquainted()
    answer({ kind: 'failed' })
    await say('hello')
    for (let hour = 0; hour < 30; hour += 1) {
      await run()
      backend().advance(3_600_000)
    }
    const tries = sent.length
    expect(tries).toBeGreaterThan(20)
    answer({ kind: 'sent' })
    await run()
    expect(sent).toHaveLength(tries)
  })

  it('that rejects a message is reported without message, address or token, and gets it once', async () => {
    const { say, token } = await acquainted()
    answer({ kind: 'rejected', status: 403 })
    await say('hello')
    await run()
    backend().advance(24 * 3_600_000)
    await run()
    expect(sent).toHaveLength(1)
    expect(backend().faults.at(-1)).toContain('push: a push service answered 403')
    expect(backend().faults.join()).not.toMatch(new RegExp(`hello|${token}`))
  })

  it('that is slow gets at most 8 messages for an account at the same time', async () => {
    const { ann, ben } = await acquainted()
    for (const name of ['phone', 'tablet']) dataOrThrow(await register(await signInAgain(ben), name))
    let finish = (_: PushOutcome) => {}
    answer(new Promise((resolve) => (finish = resolve)))
    for (let count = 0; count < 4; count += 1) {
      const group = await openGroup({ ann, ben }, `Group ${count}`)
      dataOrThrow(await sayInGroup(host(), ann, group, 'hello'))
    }
    await run()
    expect(sent).toHaveLength(8)
    answer({ kind: 'sent' })
    finish({ kind: 'sent' })
    await run()
    backend().advance(1_000)
    await run()
    expect(sent).toHaveLength(12)
  })

  it('that is slow gets at most 3 messages at the same time, which does not delay those to another one', async () => {
    const { ann, ben, token } = await acquainted()
    await replaceToken(token, 'phone@slow')
    for (const name of ['tablet@slow', 'laptop@fast'])
      dataOrThrow(await register(await signInAgain(ben), name))
    let finish = (_: PushOutcome) => {}
    answer(new Promise((resolve) => (finish = resolve)))
    for (const name of ['Walks', 'Talks']) {
      const group = await openGroup({ ann, ben }, name)
      dataOrThrow(await sayInGroup(host(), ann, group, 'hello'))
    }
    const sentTo = (service: string) => tokens().filter((one) => one.endsWith(service)).length
    await run()
    expect([sentTo('slow'), sentTo('fast')]).toEqual([3, 2])
    finish({ kind: 'sent' })
    await run()
    await run()
    expect([sentTo('slow'), sentTo('fast')]).toEqual([4, 2])
  })

  it('gets at most 30 messages for a sign-in in quick succession; further conversations wait', async () => {
    const { ann, ben } = await acquainted()
    for (let count = 0; count < 32; count += 1) {
      const group = await openGroup({ ann, ben }, `Group ${count}`)
      dataOrThrow(await sayInGroup(host(), ann, group, 'hello'))
    }
    for (let count = 0; count < 40; count += 1) await run()
    expect(sent).toHaveLength(30)
    for (let seconds = 0; seconds < 10; seconds += 1) {
      backend().advance(1_000)
      await run()
    }
    expect(new Set(payloads().map(({ conversation }) => conversation)).size).toBe(32)
  })
})

describe('a device token', () => {
  it('is rejected if the provider cannot reach it, and only stored if it belongs to another provider', async () => {
    const { ben, say } = await acquainted()
    expect(await register(ben, 'bad')).toMatchObject({ Code: 4, Data: { Field: 'DToken' } })
    dataOrThrow(await register(ben, 'other'))
    await say('hello')
    await run()
    expect(sent).toEqual([])
  })

  it('that became unusable is deleted at the next message', async () => {
    const { say, token } = await acquainted()
    await replaceToken(token, `bad-${token}`)
    await say('hello')
    await run()
    expect(sent).toEqual([])
    expect(await storedTokens()).not.toContain(`bad-${token}`)
  })

  it('of a device that signs in once more replaces the earlier one of the same account', async () => {
    const { ben, token } = await acquainted()
    const again = await signInAgain(ben)
    dataOrThrow(await register(again, token))
    expect((await storedTokens()).filter((one) => one === token)).toHaveLength(1)
  })

  it('of a sign-in that was not used for 30 days is not reached and is removed', async () => {
    const { token } = await acquainted()
    backend().advance(31 * 24 * 3_600_000)
    await backend().server.sweep()
    expect(await storedTokens()).not.toContain(token)
  })
})

describe('a message that changes while its push is prepared', () => {
  /** A queue that waits before each push, with the devices of the world. */
  function openQueue(beforeSending: () => Promise<unknown>) {
    const texts: string[] = []
    const { database } = backend()
    const queue = new PushQueue({
      ...{ database, clock: { now: backend().now }, codeSecret: 'secret', pushesPerService: 3 },
      digest: { hash: (secret) => createHash('sha256').update(secret).digest('hex') },
      faults: { report: () => {} },
      connections: { sessionsOf: async () => new Set() },
      limits: { waitFor: () => beforeSending().then(() => 0) },
      pendingWork: { track: (work) => work },
      push: {
        judge: () => 'usable',
        serviceOf: (token) => token,
        async send({ payload }) {
          texts.push(payload)
          return { kind: 'sent' }
        },
      },
    })
    return { queue, texts }
  }

  const changed = (isErased: boolean, conversationId: number, messageId: number, reader: Person) => ({
    ...{ isErased, conversationId, messageIds: [messageId], accountIds: [reader.userId] },
  })

  it('is pushed with its last text only, and with an alert', async () => {
    const { ann, ben, conversation, say } = await acquainted()
    const id = await say('helo')
    let edits = 0
    const { queue, texts } = openQueue(async () => {
      edits += 1
      if (edits > 1) return
      const edit = { ChatSessionID: conversation, ChatID: id, Message: 'hello', TimeStamp: backend().now() }
      dataOrThrow(await callAs(host(), ann, '/EditMessage', edit))
      queue.messagesChanged(changed(false, conversation, id, ben))
    })
    queue.messageStored({ id, conversationId: conversation, senderId: ann.userId, type: 'txt' })
    await queue.run()
    expect(texts).toEqual([])
    await queue.run()
    expect(texts.map((text) => JSON.parse(text))).toMatchObject([{ body: 'hello' }])
    expect(texts[0]).not.toContain('isCorrection')
  })

  it('is not pushed if it was deleted', async () => {
    const { ann, ben, conversation, say } = await acquainted()
    const id = await say('regretted')
    const { queue, texts } = openQueue(async () => {
      await erase(ann, conversation, id)
      queue.messagesChanged(changed(true, conversation, id, ben))
    })
    queue.messageStored({ id, conversationId: conversation, senderId: ann.userId, type: 'txt' })
    await queue.run()
    await queue.run()
    expect(texts).toEqual([])
  })
})
