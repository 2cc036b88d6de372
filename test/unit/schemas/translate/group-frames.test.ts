import { describe, expect, it } from 'vitest'
import { clientId, conversationId, serverId, userId } from '#schemas/ids.ts'
import { toListedGroup } from '#schemas/translate/conversation.ts'
import { frameToEvents } from '#schemas/translate/frame-to-events.ts'
import { readGroupNotice } from '#schemas/translate/message-bodies.ts'
import { toChatFrame, toSendGroupChatRequest } from '#schemas/translate/outgoing.ts'
import { wireGroupSession } from '#schemas/wire/calls/conversations.ts'
import { readServerFrame } from '#schemas/wire/frames/from-server.ts'

const context = { now: 2_000_000_000_000, self: userId(7), newestId: () => serverId(90) }

function eventsOf(frame: object) {
  const reading = readServerFrame(JSON.stringify(frame))
  if (!reading.isValid) throw new Error(reading.detail)
  return frameToEvents(reading.frame, context)
}
const event = { Cmd: 'GroupEvent', GroupID: 4, GroupName: 'Walks', GroupImg: '' }

describe('a frame about a group', () => {
  it('with a groupchat object is a received message of the group [SOCK-38 MSG-05 MSG-06 MSG-19]', () => {
    const groupchat = {
      ID: 5,
      GroupID: 4,
      UserID: 8,
      UserNickName: 'Cleo',
      UserDisplayName: 'Captain',
      UserRole: 10,
      AtIDs: '7|0',
      Message: 'hi',
      MsgType: 'txt',
      SeqID: 3,
      TimeStamp: 1_700_000_000_000,
    }
    expect(
      eventsOf({ Cmd: 'GroupChat', GroupID: 4, GroupName: 'Walks', GroupImg: '', groupchat }),
    ).toMatchObject([
      {
        stream: 'g:4',
        type: 'MessageReceived',
        data: { message: { serverId: 5, senderName: 'Captain', senderRole: 10, mentions: [7, 0] } },
      },
    ])
  })

  it.each([
    ['without a reader', {}, 'ConversationRead'],
    ['by this user', { UserID: 7 }, 'ConversationRead'],
    ['by another member', { UserID: 8 }, 'PeerRead'],
  ])('of reading %s is %s [SOCK-45 SOCK-65] (DEC-50)', (_, reader, type) => {
    const frame = { Cmd: 'ReadGroupChat', GroupID: 4, MaxReadID: 60, ...reader }
    expect(eventsOf(frame)).toMatchObject([{ stream: 'g:4', type, data: { upTo: 60 } }])
    expect(eventsOf({ ...frame, MaxReadID: 0 })).toMatchObject([{ type, data: { upTo: 90 } }])
  })

  it.each([
    ['Leave', 7, ['ConversationRemoved']],
    ['Remove', 7, ['ConversationRemoved']],
    ['Leave', 8, []],
    ['Remove', 8, []],
    ['Remove', undefined, []],
    ['Join', 7, []],
    ['DeleteUserAllChat', 7, []],
  ])(
    'of the type %s about %s removes the group only for the user who left: %j [SOCK-47 SOCK-68 SOCK-69] (DEC-51)',
    (Type, UserID, types) => {
      expect(eventsOf({ ...event, Type, UserID }).map(({ type }) => type)).toEqual(types)
    },
  )

  it('of a deletion names the message [SOCK-53 SOCK-76]', () => {
    expect(eventsOf({ Cmd: 'DeleteGroupChat', GroupID: 4, GroupChatID: 5 })).toMatchObject([
      { stream: 'g:4', type: 'MessagesDeleted', data: { serverIds: [5] } },
    ])
  })

  it.each([
    { Cmd: 'GroupChatResponse', Code: 0, GroupID: 4, GroupChatID: 5 },
    { Cmd: 'GroupUserMute', GroupID: 4, UserID: 7, Status: 0 },
  ])('$Cmd is read and appends no event [SOCK-40 SOCK-48]', (frame) => {
    expect(eventsOf(frame)).toEqual([])
  })
})

describe('a group of the list', () => {
  it('becomes a conversation with its facts [SESS-23 GROUP-12]', () => {
    const row = wireGroupSession.parse({
      ID: 4,
      GroupName: 'News',
      GroupType: 1,
      UserCount: 12,
      UnReadCount: 3,
      UnReadMaxID: 80,
      IsTop: 1,
      IsNotDisturb: 1,
      ReadGroupChatID: 60,
      SelfReadChatID: 50,
      SelfReadSeqID: 12,
      Info: 'Rules',
      AllBan: 1,
      Self: { Role: 9, Status: 0 },
      GroupJoinApplyCount: 2,
    })
    expect(toListedGroup(row, 1)).toEqual({
      facts: {
        conversationId: 'g:4',
        title: 'News',
        avatarUrl: '',
        isPinned: true,
        isMuted: true,
        isNew: false,
        createdAt: 1,
        group: {
          isChannel: true,
          memberCount: 12,
          announcement: 'Rules',
          isAllBanned: true,
          role: 9,
          isBanned: true,
          applicationCount: 2,
        },
      },
      lastMessageId: 0,
      lastMessage: undefined,
      isMentioned: false,
      changeVersion: 0,
      pinVersion: 0,
      deletedAt: undefined,
      readUpTo: 50,
      readSequence: 12,
      peerReadUpTo: 60,
      unreadCount: 3,
      countedThrough: 80,
    })
  })
})

describe('a message to a group', () => {
  const outgoing = {
    clientId: clientId('abcdefghij0123456789'),
    conversationId: conversationId('group', 4),
    type: 'txt',
    body: 'hi',
    quote: { serverId: serverId(3), senderId: userId(8), senderName: 'Cleo', type: 'txt', text: 'before' },
    submittedAt: 1_700_000_000_000,
  } as const

  it('names the group and the mentioned members, by socket and by call [SOCK-36 MSG-06 MSG-52]', () => {
    const common = { GroupID: 4, Message: 'hi', MsgType: 'txt', QuoteGroupChatID: 3 }
    expect(toChatFrame(outgoing, userId(7))).toMatchObject({ Cmd: 'GroupChat', UserID: 7, ...common })
    expect(toSendGroupChatRequest(outgoing)).toMatchObject({ ...common, ClientMsgId: outgoing.clientId })
    const loud = { ...outgoing, mentions: [8, 0] }
    expect(toChatFrame(loud, userId(7))).toMatchObject({ AtIDs: '8|0' })
    expect(toSendGroupChatRequest(loud)).toMatchObject({ AtIDs: '8|0' })
  })
})

describe('the body of a notice', () => {
  it('is read if it is about a group, and undefined otherwise', () => {
    expect(readGroupNotice('{"Kind":"added","Names":["Ben"],"Count":2}')).toMatchObject({ names: ['Ben'] })
    for (const body of ['Welcome', '{"Kind":"vanish","Seconds":3}', '', '1'])
      expect(readGroupNotice(body)).toBeUndefined()
  })
})
