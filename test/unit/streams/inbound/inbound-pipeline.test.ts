import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { startInbound } from '#streams/inbound/inbound-pipeline.ts'
import { createPresence } from '#streams/inbound/presence.ts'
import {
  confirmed,
  first,
  folded,
  listed,
  openAccount,
  peer,
  received,
  self,
} from '#test/unit/machines/account-fixture.ts'

async function start() {
  const account = await openAccount([
    listed(first),
    received(first, confirmed(1)),
    received(first, confirmed(2)),
  ])
  const hints: string[] = []
  const presence = createPresence()
  account.connect()
  startInbound({
    ...account,
    userId: self,
    frames$: account.link.frames$,
    effects: {
      conversationsChanged: () => hints.push('conversations'),
      contactsChanged: () => hints.push('contacts'),
      profileChanged: () => hints.push('profile'),
      tagsChanged: () => hints.push('tags'),
      tokenUpdated: (token) => hints.push(token),
      signedInElsewhere: (device) => hints.push(`signed in: ${device}`),
      groupLeft: (group) => hints.push(`left ${group}`),
      presenceChanged: (user, isOnline) => presence.set(user, isOnline, 0),
      activityChanged: ({ conversation, user, name, activity }) =>
        hints.push(`${user} ${name} ${activity ?? 'stops'} in ${conversation}`),
      memberMessagesDeleted: () => hints.push('member-messages-deleted'),
      banChanged: (isBanned) => hints.push(isBanned ? 'banned' : 'unbanned'),
      groupChanged: () => {},
    },
  })
  const appended: string[] = []
  account.log.appended$.subscribe((events) => appended.push(...events.map(({ type }) => type)))
  const screen = await account.log.openTimeline(first)
  return {
    ...account,
    appended,
    hints,
    presence,
    screen,
    async receive(...frames: ServerFrameInput[]) {
      for (const frame of frames) account.socket.last().receive(frame)
      await folded(account.clock)
    },
    row: () => account.log.conversations.get().find(({ id }) => id === first),
  }
}

const chat = (sequence: number, changes: object = {}): ServerFrameInput => ({
  Cmd: 'Chat',
  chat: {
    ID: sequence * 10,
    ChatSessionID: 1,
    UserID: peer,
    Message: `message ${sequence}`,
    TimeStamp: sequence * 1000,
    SeqID: sequence,
    ...changes,
  },
})

describe('while the storage rejects writes', () => {
  it('received events are kept and stored once the storage accepts them', async () => {
    const { clock, disk, receive, row, screen } = await start()
    disk.isFailing = true
    await receive(chat(3), { Cmd: 'ReadChat', ChatSessionID: 1, ChatID: 20 })
    await clock.advance(3000)
    expect(screen.messages.get()).toHaveLength(2)
    disk.isFailing = false
    await clock.advance(3000)
    expect(screen.messages.get().at(-1)).toMatchObject({ body: 'message 3' })
    expect(row()?.unreadCount).toBe(3)
  })

  it('a read receipt is kept and shown once the storage accepts it [LIFE-17]', async () => {
    const { clock, disk, receive, screen } = await start()
    await receive(chat(3, { UserID: self }))
    disk.isFailing = true
    await receive({ Cmd: 'ReadChat', Code: 0, ChatSessionID: 1, ChatID: 30 })
    await clock.advance(3000)
    expect(screen.messages.get().at(-1)).toMatchObject({ state: 'sent' })
    disk.isFailing = false
    await clock.advance(3000)
    expect(screen.messages.get().at(-1)).toMatchObject({ state: 'read' })
  })
})

describe('messages', () => {
  it('of others are stored and raise the unread count [SOCK-37 SOCK-61]', async () => {
    const { receive, row, screen } = await start()
    await receive(chat(3))
    expect(screen.messages.get().at(-1)).toMatchObject({ body: 'message 3', isOwn: false })
    expect(row()?.unreadCount).toBe(3)
  })

  it('of this user’s other devices are stored and raise no count [SOCK-61]', async () => {
    const { receive, row, screen } = await start()
    await receive(chat(3, { UserID: self }))
    expect(screen.messages.get().at(-1)).toMatchObject({ body: 'message 3', isOwn: true })
    expect(row()?.unreadCount).toBe(2)
  })

  it('that are stored already create no event', async () => {
    const { appended, receive } = await start()
    await receive(chat(2), chat(1))
    expect(appended).toEqual([])
  })

  it('keep their order and share one append if they arrive together', async () => {
    const { log, receive, screen } = await start()
    let appends = 0
    log.appended$.subscribe(() => {
      appends += 1
    })
    await receive(chat(3), chat(4), chat(5), chat(6))
    expect(screen.messages.get().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    expect(appends).toBe(1)
  })

  it('of an unlisted conversation reload the list', async () => {
    const { hints, receive } = await start()
    await receive(chat(3, { ChatSessionID: 99 }))
    expect(hints).toEqual(['conversations'])
  })

  it('that are notices reload the list, which has the changed setting [BURN-07]', async () => {
    const { hints, receive } = await start()
    await receive(chat(3, { MsgType: 'notice', Message: '{"Kind":"vanish","Seconds":30}' }))
    expect(hints).toEqual(['conversations'])
  })

  it('are erased when deleted [SOCK-52 SOCK-76]', async () => {
    const { receive, screen } = await start()
    await receive({ Cmd: 'DeleteChat', ChatSessionID: 1, ChatID: 20 })
    expect(screen.messages.get().map(({ body }) => body)).toEqual(['message 1'])
  })
})

describe('read markers', () => {
  it('of the other side mark own messages as read up to the given id [SOCK-43 SOCK-62 LIFE-17]', async () => {
    const { receive, screen } = await start()
    await receive(chat(3, { UserID: self }), chat(4, { UserID: self }))
    await receive({ Cmd: 'ReadChat', Code: 0, ChatSessionID: 1, ChatID: 30 })
    expect(screen.messages.get().slice(2)).toMatchObject([{ state: 'read' }, { state: 'sent' }])
  })

  it('of the other side with id 0 mark every own message as read [SOCK-43 SOCK-64]', async () => {
    const { receive, screen } = await start()
    const receipt = { Cmd: 'ReadChat', Code: 0, ChatSessionID: 1, ChatID: 0 } as const
    await receive(chat(3, { UserID: self }), chat(4, { UserID: self }), receipt)
    expect(screen.messages.get().slice(2)).toMatchObject([{ state: 'read' }, { state: 'read' }])
  })

  it('of this user’s other device clear the unread count, and are not sent back [SOCK-44 SOCK-63]', async () => {
    const { log, receive, row } = await start()
    await receive({ Cmd: 'ReadChatSelf', ChatSessionID: 1, ChatID: 20 })
    expect(row()?.unreadCount).toBe(0)
    expect(log.outbox.get().readMarkers).toEqual([])
  })
})

describe('other frames', () => {
  it('change who is online, and store no event [SOCK-50 SOCK-66]', async () => {
    const { appended, presence, receive } = await start()
    await receive(
      { Cmd: 'Online', FriendID: 8 },
      { Cmd: 'Online', FriendID: 9 },
      { Cmd: 'Offline', FriendID: 9 },
    )
    expect([...presence.online.get()]).toEqual([userId(8)])
    expect(appended).toEqual([])
  })

  it('reloads the list for a new conversation [SOCK-46 SOCK-67]', async () => {
    const { hints, receive } = await start()
    await receive({ Cmd: 'NewChatSession', FriendID: 8, ChatSessionID: 3 })
    expect(hints).toEqual(['conversations', 'contacts'])
  })

  it('inserts an application as pending [SOCK-51 FRIEND-44 FRIEND-46]', async () => {
    const { hints, log, receive, serverTime } = await start()
    const at = serverTime.now()
    await receive({ Cmd: 'FriendApply', ApplicationID: 5, UserID: 9, NickName: 'Cho', Remark: 'hello' })
    expect(log.applications.get().pending).toMatchObject([
      { applicationId: 5, userId: 9, nickname: 'Cho', remark: 'hello', status: 'pending', createdAt: at },
    ])
    expect(hints).toEqual(['contacts'])
  })

  it('reloads the contacts after a change on another device', async () => {
    const { hints, receive } = await start()
    await receive({ Cmd: 'ContactsChanged' })
    expect(hints).toEqual(['contacts'])
  })

  it('passes on a new token [SOCK-49]', async () => {
    const { hints, receive } = await start()
    await receive({ Cmd: 'UpdateToken', Token: 'token-9' })
    expect(hints).toEqual(['token-9'])
  })

  it('passes on a change of the tags on another device', async () => {
    const { hints, receive } = await start()
    await receive({ Cmd: 'TagsChanged' })
    expect(hints).toEqual(['tags'])
  })

  it('passes on a sign-in on another device, named or not', async () => {
    const { hints, receive } = await start()
    await receive({ Cmd: 'NewSignIn', Device: 'Firefox, Windows' }, { Cmd: 'NewSignIn' })
    expect(hints).toEqual(['signed in: Firefox, Windows', 'signed in: '])
  })

  it('marks a message as sent on a late response', async () => {
    const { log, receive, say, screen } = await start()
    await say('hi')
    const [message] = log.outbox.get().messages
    await receive({
      Cmd: 'ChatResponse',
      Code: 0,
      ChatID: 30,
      SeqID: 3,
      ClientMsgId: String(message?.clientId),
      TimeStamp: 5000,
    })
    expect(log.outbox.get().messages).toEqual([])
    expect(screen.messages.get().at(-1)).toMatchObject({ body: 'hi', state: 'sent', sequence: 3 })
  })
})

it('typing of others is an effect and no event, and their own frames and those without a place are ignored', async () => {
  const { receive, hints, appended } = await start()
  await receive(
    { Cmd: 'Typing', ChatSessionID: 1, UserID: 8, UserName: 'Ben', State: 'typing' },
    { Cmd: 'Typing', GroupID: 5, UserID: 9, State: 'recording' },
    { Cmd: 'Typing', GroupID: 5, UserID: 9, State: 'none' },
    { Cmd: 'Typing', GroupID: 5, UserID: self, State: 'typing' },
    { Cmd: 'Typing', UserID: 8, State: 'typing' },
  )
  expect(hints).toEqual(['8 Ben typing in s:1', '9  recording in g:5', '9  stops in g:5'])
  expect(appended).toEqual([])
})
