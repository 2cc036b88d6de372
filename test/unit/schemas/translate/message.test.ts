import { describe, expect, it } from 'vitest'
import { toListedConversation, toListedGroup } from '#schemas/translate/conversation.ts'
import { toConfirmedMessage } from '#schemas/translate/message.ts'
import { wireChatSession, wireGroupSession } from '#schemas/wire/calls/conversations.ts'
import { wireMessage } from '#schemas/wire/message.ts'

const wire = { ID: 5, UserID: 8, Message: 'hi', MsgType: 'txt', TimeStamp: 1_700_000_000_000 }
const read = (changes: object) => toConfirmedMessage(wireMessage.parse({ ...wire, ...changes }), 1)
const quote = { ID: 3, UserID: 9, UserNickName: 'Cho', MsgType: 'pic', Message: '/a.png' }
const quoted = { serverId: 3, senderId: 9, senderName: 'Cho', type: 'pic', text: '/a.png' }

describe('a message of the wire', () => {
  it('is confirmed by its id, whatever its Status: only a local message without an id is pending [MSG-02] (DEC-66)', () => {
    for (const Status of [null, undefined, 0, 1, true])
      expect(read({ Status })).toMatchObject({ serverId: 5 })
    expect(wireMessage.safeParse({ ...wire, ID: null }).success).toBe(false)
  })

  it.each([
    ['an object', quote, quoted],
    ['JSON text', JSON.stringify(quote), quoted],
    ['text that is no JSON', '{"ID":', undefined],
    ['an object of something else', { Title: 'x' }, undefined],
    ['nothing', null, undefined],
  ])('has a quote as %s [MSG-03]', (_, Quote, expected) => {
    expect(read({ Quote }).quote).toEqual(expected)
  })

  it.each([
    ['ClientMsgId', { ClientMsgId: 'a'.repeat(20) }, 'a'.repeat(20)],
    ['ClientID', { ClientID: 'b'.repeat(20) }, 'b'.repeat(20)],
    ['a ClientID that is a number', { ClientID: 12 }, '12'],
    ['both, of which ClientMsgId counts', { ClientID: 'b', ClientMsgId: 'a' }, 'a'],
    ['neither', { ClientID: null, ClientMsgId: null }, undefined],
  ])('has its sender’s id as %s', (_, names, expected) => {
    expect(read(names).clientId).toBe(expected)
  })

  it('of two people carries their conversation [MSG-04]', () => {
    expect(wireMessage.parse({ ...wire, ChatSessionID: 7 })).toMatchObject({ ChatSessionID: 7 })
  })

  it('has mentions by ids between bars, and drops invalid ids [MSG-06]', () => {
    expect(read({ AtIDs: '7|0' }).mentions).toEqual([7, 0])
    expect(read({ AtIDs: '|7||x|' }).mentions).toEqual([7])
  })

  it.each([
    'txt',
    'emo',
    'pic',
    'audio',
    'video',
    'card',
    'notice',
    'noticeallban',
    'file',
    'call',
    'invite',
    'GroupJoin',
    'GroupLeave',
  ])('may be of the type %s [MSG-07]', (MsgType) => {
    expect(read({ MsgType }).type).toBe(MsgType)
  })
})

describe('a row of the list', () => {
  const last = {
    ...{ LastMsgID: 30, LastMsgUserID: 8, LastMsgSeqID: 3, LastMsg: 'hi', LastMsgType: 'txt' },
    LastMsgTimeStamp: 1_700_000_000_000,
  }

  it('has its newest message, its timer and its read time [SESS-21]', () => {
    const disappearing = { LastReadDelete: 1, LastAutoDeleteTime: 60, LastReadStamp: 1_700_000_001 }
    const row = wireChatSession.parse({ ID: 1, UserID: 8, ...last, ...disappearing })
    expect(toListedConversation(row, 1).lastMessage).toEqual({
      ...{ serverId: 30, senderId: 8, senderName: '', senderAvatarUrl: '', sequence: 3 },
      ...{ type: 'txt', body: 'hi', sentAt: 1_700_000_000_000, readAt: 1_700_000_001_000, timerSeconds: 60 },
    })
  })

  it.each([
    ['no text', { LastMsg: null }],
    ['no sender', { LastMsgUserID: undefined }],
    ['a type of later', { LastMsgType: 'hologram' }],
    ['no time', { LastMsgTimeStamp: 0 }],
  ])('with %s has none', (_, changes) => {
    const row = wireChatSession.parse({ ID: 1, UserID: 8, ...last, ...changes })
    expect(toListedConversation(row, 1).lastMessage).toBeUndefined()
  })

  it('of a group has a mention while GotAt is set [SESS-15]', () => {
    const group = (GotAt: unknown) => toListedGroup(wireGroupSession.parse({ ID: 4, ...last, GotAt }), 1)
    expect(group(1_700_000_000)).toMatchObject({ isMentioned: true, lastMessage: { senderId: 8 } })
    for (const unset of [null, 0, '', undefined]) expect(group(unset).isMentioned).toBe(false)
  })
})
