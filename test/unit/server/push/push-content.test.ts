import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushLifetime } from '#server/push/push-queue.ts'
import { sayInGroup } from '#test/contract/group-people.ts'
import { callAs, connect, dataOrThrow, sendText } from '#test/contract/people.ts'
import { createPushWorld } from './push-world.ts'

const world = createPushWorld()
const {
  acquainted,
  bodies,
  change,
  erase,
  host,
  nextToken,
  openGroup,
  payloads,
  register,
  run,
  sent,
  signInAgain,
  tokens,
} = world
beforeAll(world.open, 60_000)
afterAll(world.close)
beforeEach(world.reset)

describe('a push', () => {
  it('notifies the other member’s device, once for a burst of messages, with the newest one', async () => {
    const { ann, ben, conversation, say, token } = await acquainted()
    dataOrThrow(await register(ann, nextToken()))
    await say('first')
    const newest = await say('second')
    expect(sent).toEqual([])
    await run()
    expect(tokens()).toEqual([token])
    expect(payloads()).toEqual([
      {
        account: ben.userId,
        conversation: `s:${conversation}`,
        message: newest,
        readKey: expect.stringMatching(/^\d+\.\w{64}$/),
        title: 'Ann',
        body: 'second',
        markRead: 'Mark as read',
        reply: 'Reply',
        read: [],
      },
    ])
    expect(sent[0]).toMatchObject({ timeToLive: pushLifetime / 1000 })
    await run()
    expect(sent).toHaveLength(1)
  })

  it('names the conversation and hides the text by default; a setting hides the name too', async () => {
    const { ben, say } = await acquainted({})
    await say('secret')
    await run()
    await change(ben, { IsPushNameHidden: 1, IsPushTextShown: 1 })
    await say('secret')
    await run()
    expect(payloads()).toMatchObject([
      { title: 'Ann', body: 'New message' },
      { title: 'New message', body: '' },
    ])
    expect(JSON.stringify(sent)).not.toContain('secret')
  })

  it('is in the language of the device', async () => {
    const { ben, say } = await acquainted({})
    await host().call(
      '/UpdateDeviceToken',
      { UID: ben.userId, Token: ben.token, DeviceType: 'web', DToken: nextToken() },
      { Lang: 'zh-CN' },
    )
    await say('hello')
    await run()
    expect(payloads()).toMatchObject([{ body: '新消息', markRead: '标为已读' }])
  })

  it('of a group names the group and the sender, and goes to all members but the sender', async () => {
    const { ann, ben, token } = await acquainted()
    dataOrThrow(await register(ann, nextToken()))
    const group = await openGroup({ ann, ben })
    await run()
    sent.length = 0
    dataOrThrow(await sayInGroup(host(), ann, group, 'hello'))
    await run()
    expect(tokens()).toEqual([token])
    expect(payloads()).toMatchObject([{ conversation: `g:${group}`, title: 'Walks', body: 'Ann: hello' }])
  })

  it('is not sent to a device with a connection, but to the account’s other devices', async () => {
    const { ben, say, token } = await acquainted()
    const other = await signInAgain(ben)
    const otherToken = nextToken()
    dataOrThrow(await register(other, otherToken))
    const socket = await connect(host(), other)
    await say('hello')
    await run()
    expect(tokens()).toEqual([token])
    socket.close()
    await say('hello again')
    await run()
    expect(tokens().toSorted()).toEqual([token, token, otherToken].toSorted())
  })

  it.each<[string, object]>([
    ['everything', { IsNotDisturbAll: 1 }],
    ['messages', { IsNotMessageDisturb: 1 }],
  ])('is not sent to a person who muted %s [NOTIF-02]', async (_, chosen) => {
    const { say } = await acquainted(chosen)
    await say('hello')
    await run()
    expect(sent).toEqual([])
  })

  it('is not sent for a muted conversation, nor for messages that were read meanwhile', async () => {
    const { ben, conversation, say } = await acquainted()
    const ChatID = await say('hello')
    await callAs(host(), ben, '/ReadChat', { ChatSessionID: conversation, ChatID })
    await run()
    const muted = { ChatSessionID: conversation, IsNotDisturb: 1 }
    dataOrThrow(await callAs(host(), ben, '/UpdateSessionDoNotDisturb', muted))
    await say('hello')
    await run()
    expect(sent).toEqual([])
  })

  it('contains no text of a disappearing message', async () => {
    const { ann, conversation, say } = await acquainted()
    const timer = { ChatSessionID: conversation, ReadDelete: 1, AutoDeleteTime: 30 }
    dataOrThrow(await callAs(host(), ann, '/UpdateChatSession', timer))
    await say('burn me')
    await run()
    expect(bodies()).toEqual(['New message'])
  })

  it('stays within 3 KB, whatever the message contains', async () => {
    const { say } = await acquainted()
    for (const text of [
      '\u0001'.repeat(5_000),
      '👩🏽‍🚀'.repeat(500),
      '\ud800'.repeat(5_000),
      '"\\'.repeat(5_000),
    ])
      await say(text).then(run)
    expect(sent).toHaveLength(4)
    for (const { payload } of sent) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(3_000)
  })
})

describe('the key of a push', () => {
  it('marks its conversation as read up to its message, for its account only, until the sign-in ends', async () => {
    const { ann, ben, conversation, say } = await acquainted()
    await say('hello')
    await run()
    const [first] = payloads()
    const read = (changes: object = {}) => {
      const fields = { Conversation: first?.conversation, MessageID: first?.message, Key: first?.readKey }
      return host().call('/ReadPushed', { ...fields, ...changes })
    }
    const unread = async () => {
      const row = await callAs(host(), ben, '/GetChatSessionByID', { ChatSessionID: conversation })
      return dataOrThrow<{ UnReadCount: number }>(row).UnReadCount
    }
    expect(await read({ MessageID: Number(first?.message) + 1 })).toMatchObject({ Code: 2 })
    expect(await read({ Conversation: 's:1' })).toMatchObject({ Code: 2 })
    expect(await read({ Key: '' })).toMatchObject({ Code: 2 })
    expect(await read({ Key: `${'9'.repeat(30)}.${first?.readKey}` })).toMatchObject({ Code: 2 })
    expect(await unread()).toBe(1)
    expect(await read()).toMatchObject({ Code: 0 })
    expect(await unread()).toBe(0)
    dataOrThrow(await callAs(host(), ben, '/Logout'))
    expect(await read()).toMatchObject({ Code: 2 })
    expect(JSON.stringify(await callAs(host(), ann, '/GetAllSessionList'))).not.toContain(first?.readKey)
  })
})

describe('an edited message', () => {
  it('replaces a notification that shows its earlier text, without an alert, and sends no other push', async () => {
    const { ann, conversation, say } = await acquainted()
    const edit = async (ChatID: number, Message: string) => {
      const fields = { ChatSessionID: conversation, ChatID, Message, TimeStamp: Number.MAX_SAFE_INTEGER }
      dataOrThrow(await callAs(host(), ann, '/EditMessage', fields))
    }
    const first = await say('helo')
    await edit(first, 'hello')
    await run()
    const second = await say('secnd')
    await run()
    await edit(first, 'hello there')
    await run()
    await edit(second, 'second')
    await run()
    expect(payloads()).toMatchObject([
      { message: first, body: 'hello' },
      { message: second, body: 'secnd' },
      { message: second, body: 'second', isCorrection: true },
    ])
    for (const payload of payloads().slice(0, 2)) expect(payload).not.toHaveProperty('isCorrection')
  })
})

describe('a deleted message', () => {
  it('is not pushed, and its text is replaced in a notification that shows it', async () => {
    const { ann, conversation, say } = await acquainted()
    await erase(ann, conversation, await say('too fast'))
    await run()
    expect(sent).toEqual([])
    const id = await say('regretted')
    await run()
    await erase(ann, conversation, id)
    await run()
    expect(payloads()).toMatchObject([
      { body: 'regretted' },
      { message: id, body: 'Message deleted', isCorrection: true },
    ])
    expect(new Set(sent.map(({ topic }) => topic)).size).toBe(1)
  })

  it('is replaced in its notification although its reader writes in the same second', async () => {
    const { ann, ben, conversation, say } = await acquainted()
    const id = await say('regretted')
    await run()
    dataOrThrow(await sendText(host(), ben, conversation, 'answer'))
    await erase(ann, conversation, id)
    await run()
    expect(payloads().at(-1)).toMatchObject({ message: id, isCorrection: true })
  })

  it('of a member who was removed with all messages is replaced in its notification', async () => {
    const { ann, ben } = await acquainted()
    dataOrThrow(await register(ann, nextToken()))
    dataOrThrow(await change(ann, { IsPushTextShown: 1 }))
    const group = await openGroup({ ann, ben })
    await run()
    const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ben, group, 'spam'))
    await run()
    expect(bodies().at(-1)).toContain('spam')
    const fields = { GroupID: group, UserID: ben.userId, DeleteAllChat: 1 }
    dataOrThrow(await callAs(host(), ann, '/KickOutGroup', fields))
    await run()
    expect(payloads().at(-1)).toMatchObject({ message: ID, body: 'Message deleted', isCorrection: true })
  })

  it('is not announced where its text was not shown', async () => {
    const { ann, conversation, say } = await acquainted({})
    const id = await say('regretted')
    await run()
    await erase(ann, conversation, id)
    await run()
    expect(bodies()).toEqual(['New message'])
  })
})

describe('a conversation that was read on another device', () => {
  it('is named by the next push, which closes its notification', async () => {
    const { ann, ben, conversation, say } = await acquainted()
    const ChatID = await say('hello')
    await run()
    await callAs(host(), ben, '/ReadChat', { ChatSessionID: conversation, ChatID })
    const group = await openGroup({ ann, ben })
    dataOrThrow(await sayInGroup(host(), ann, group, 'hello'))
    await run()
    expect(payloads().at(-1)).toMatchObject({ conversation: `g:${group}`, read: [`s:${conversation}`] })
  })
})

describe('a group that a person', () => {
  it.each([
    ['left on another device', 'ben', '/QuitGroup', {}],
    ['was removed from', 'ann', '/KickOutGroup', { DeleteAllChat: 0 }],
    ['saw disbanded', 'ann', '/DeleteGroup', {}],
  ] as const)('%s is named by the next push, which closes its notification', async (_, by, path, fields) => {
    const people = await acquainted()
    const { ann, ben, conversation, say } = people
    const group = await openGroup({ ann, ben })
    dataOrThrow(await sayInGroup(host(), ann, group, 'hello'))
    await run()
    const person = people[by]
    dataOrThrow(await callAs(host(), person, path, { GroupID: group, UserID: ben.userId, ...fields }))
    await say('hello')
    await run()
    expect(payloads().at(-1)).toMatchObject({ conversation: `s:${conversation}`, read: [`g:${group}`] })
  })
})
