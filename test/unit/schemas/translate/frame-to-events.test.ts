import { describe, expect, it } from 'vitest'
import { serverId, userId } from '#schemas/ids.ts'
import { frameToEvents } from '#schemas/translate/frame-to-events.ts'
import { toConfirmedMessage } from '#schemas/translate/message.ts'
import { readServerFrame } from '#schemas/wire/frames/from-server.ts'

const context = { now: 2_000_000_000_000, self: userId(7), newestId: () => serverId(90) }

/** Returns the events of a frame's text. */
function eventsOf(frame: object) {
  const reading = readServerFrame(JSON.stringify(frame))
  if (!reading.isValid) throw new Error(reading.detail)
  return frameToEvents(reading.frame, context)
}
const message = { ID: 5, ChatSessionID: 1, UserID: 8, Message: 'hi', TimeStamp: 1_700_000_000_000, SeqID: 3 }

describe('a frame', () => {
  it('with a chat object is a received message of its conversation [SOCK-37] (DEC-49)', () => {
    expect(eventsOf({ Cmd: 'Chat', chat: message })).toMatchObject([
      {
        stream: 's:1',
        type: 'MessageReceived',
        origin: 'socket',
        occurredAt: 1_700_000_000_000,
        data: { message: { serverId: 5, sequence: 3, senderId: 8, body: 'hi', type: 'txt' } },
      },
    ])
  })

  it.each([
    [70, 70],
    [0, 90],
  ])('of a read receipt with ChatID %i marks up to %i [SOCK-43] (DEC-50)', (ChatID, upTo) => {
    const events = eventsOf({ Cmd: 'ReadChat', Code: 0, ChatSessionID: 1, ChatID, TimeStamp: 1_700_000_000 })
    expect(events).toMatchObject([{ stream: 's:1', type: 'PeerRead', data: { upTo, at: 1_700_000_000_000 } }])
  })

  it('of a rejected read receipt has no events', () => {
    expect(eventsOf({ Cmd: 'ReadChat', Code: 9, ChatSessionID: 1, ChatID: 4 })).toEqual([])
  })

  it('of the user’s other device raises the read marker of this one [SOCK-44]', () => {
    expect(eventsOf({ Cmd: 'ReadChatSelf', ChatSessionID: 1, ChatID: 0 })).toMatchObject([
      { type: 'ConversationRead', origin: 'socket', data: { upTo: 90, at: context.now } },
    ])
  })

  it('of an application is an application received now [SOCK-51 FRIEND-46]', () => {
    const events = eventsOf({ Cmd: 'FriendApply', ApplicationID: 4, UserID: 9, NickName: 'Cho', HeadImg: '' })
    expect(events).toMatchObject([
      {
        stream: 'account',
        type: 'ApplicationListed',
        data: { facts: { applicationId: 4, createdAt: context.now } },
      },
    ])
  })

  it.each([
    ['reaction', { Cmd: 'MessageReacted', SeqID: 3, UserID: 8, Emoji: '👍', Version: 1, Reactions: [] }],
    ['edit', { Cmd: 'MessageEdited', SeqID: 3, Version: 1, TimeStamp: 5, Message: 'new', AtIDs: '' }],
    ['pin', { Cmd: 'MessagePinned', PinVersion: 1, IsPinned: true }],
  ])('of a %s that names no conversation has no events', (_, changes) => {
    const frame = { ...changes, ChatID: 5 }
    expect(eventsOf({ ...frame, GroupID: 4 })).toMatchObject([{ stream: 'g:4' }])
    expect(eventsOf(frame)).toEqual([])
    expect(eventsOf({ ...frame, ChatSessionID: 0, GroupID: null })).toEqual([])
  })

  it('of a deletion names the message [SOCK-52]', () => {
    expect(eventsOf({ Cmd: 'DeleteChat', ChatSessionID: 1, ChatID: 5 })).toMatchObject([
      { stream: 's:1', type: 'MessagesDeleted', data: { serverIds: [5] } },
    ])
  })

  it.each([
    ['Connected [SOCK-56]', { Cmd: 'Connected' }],
    ['Login [SOCK-41]', { Cmd: 'Login', Code: 0, UID: 7 }],
    ['Logout [SOCK-42]', { Cmd: 'Logout', Code: 0, UID: 7 }],
    ['ForcedLogout [SOCK-57]', { Cmd: 'ForcedLogout' }],
    ['UpdateToken [SOCK-49]', { Cmd: 'UpdateToken', Token: 't' }],
    ['Online [SOCK-50]', { Cmd: 'Online', FriendID: 8 }],
    ['Offline [SOCK-50]', { Cmd: 'Offline', FriendID: 8 }],
    ['NewChatSession [SOCK-46]', { Cmd: 'NewChatSession', FriendID: 8, ChatSessionID: 2 }],
    ['ChatResponse [SOCK-39]', { Cmd: 'ChatResponse', Code: 0, ChatID: 4 }],
  ])('creates no log event from the frame %s', (_, frame) => {
    expect(eventsOf(frame)).toEqual([])
  })
})

describe('a wire message', () => {
  const translate = (changes: object) =>
    toConfirmedMessage({ ...message, MsgType: 'txt', IsRead: 0, ReadDelete: 0, IsDeleted: 0, ...changes }, 77)

  it('that was deleted keeps its place without a body (DEC-106)', () => {
    expect(translate({ IsDeleted: 1 })).toMatchObject({ serverId: 5, sequence: 3, body: null })
  })

  it.each([
    ['seconds', 1_700_000_000, 1_700_000_000_000],
    ['milliseconds', 1_700_000_000_000, 1_700_000_000_000],
    ['text', '1700000000', 1_700_000_000_000],
    ['nothing', null, 77],
    ['zero', 0, 77],
  ])('with its time as %s is read in milliseconds (DEC-27)', (_, TimeStamp, sentAt) => {
    expect(translate({ TimeStamp }).sentAt).toBe(sentAt)
  })

  it('is confirmed whatever its Status (DEC-66)', () => {
    expect(translate({ Status: null }).serverId).toBe(5)
  })

  it.each([
    ['an object', { ID: 4, UserID: 7, UserNickName: 'Ann', Message: 'before' }],
    ['its text', JSON.stringify({ ID: 4, UserID: 7, UserNickName: 'Ann', Message: 'before' })],
  ])('carries a quote as %s', (_, Quote) => {
    expect(translate({ Quote }).quote).toEqual({
      serverId: 4,
      senderId: 7,
      senderName: 'Ann',
      type: 'txt',
      text: 'before',
    })
  })

  it.each(['no json', { ID: 'x' }, '', null])('with the unreadable quote %j has none', (Quote) => {
    expect(translate({ Quote })).not.toHaveProperty('quote')
  })

  it('keeps every character of its body', () => {
    const body = '<script>\u200b 😀 مرحبا \n &amp;'
    expect(translate({ Message: body }).body).toBe(body)
  })
})
