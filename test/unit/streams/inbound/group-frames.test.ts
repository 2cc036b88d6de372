import { describe, expect, it } from 'vitest'
import { type ConversationId, conversationId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { startInbound } from '#streams/inbound/inbound-pipeline.ts'
import { folded, openAccount, peer, self } from '#test/unit/machines/account-fixture.ts'

const group = conversationId('group', 4)
const listedGroup: NewEvent = {
  stream: group,
  type: 'ConversationListed',
  data: {
    facts: {
      conversationId: group,
      title: 'Walks',
      avatarUrl: 'a.png',
      isPinned: false,
      isMuted: false,
      isNew: false,
      createdAt: 1,
      group: {
        isChannel: false,
        memberCount: 3,
        announcement: 'Rules',
        isAllBanned: false,
        role: 0,
        isBanned: false,
        applicationCount: 0,
      },
    },
  },
  occurredAt: 1,
  origin: 'http',
}

async function start() {
  const account = await openAccount([listedGroup])
  const hints: string[] = []
  const changes: ConversationId[] = []
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
      signedInElsewhere: (device) => hints.push(device),
      groupLeft: (group) => hints.push(`left ${group}`),
      presenceChanged: () => {},
      activityChanged: () => {},
      memberMessagesDeleted: () => hints.push('member-messages-deleted'),
      banChanged: (isBanned) => hints.push(isBanned ? 'banned' : 'unbanned'),
      groupChanged(changed, renamed) {
        changes.push(changed)
        if (renamed) hints.push(`${renamed.userId} is ${renamed.name}`)
      },
    },
  })
  return {
    ...account,
    changes,
    hints,
    async receive(frame: ServerFrameInput) {
      account.socket.last().receive(frame)
      await folded(account.clock)
    },
    row: () => account.log.conversations.get().find(({ id }) => id === group),
  }
}

const said = (changes: object = {}, message: object = {}): ServerFrameInput => ({
  Cmd: 'GroupChat',
  GroupID: 4,
  GroupName: 'Walks',
  GroupImg: 'a.png',
  GroupInfo: 'Rules',
  ...changes,
  groupchat: { ID: 10, GroupID: 4, UserID: peer, Message: 'hi', SeqID: 1, TimeStamp: 1, ...message },
})
const event = (
  Type: 'Join' | 'Leave' | 'Remove' | 'DeleteUserAllChat',
  UserID?: number,
): ServerFrameInput => ({
  Cmd: 'GroupEvent',
  Type,
  GroupID: 4,
  ...(UserID === undefined ? {} : { UserID }),
})

it('a member who changed their name in the group is announced, and the list is not fetched again', async () => {
  const { changes, hints, receive } = await start()
  await receive({ Cmd: 'GroupEvent', Type: 'Join', GroupID: 4, UserID: 9, UserDisplayName: 'Captain' })
  expect(changes).toEqual([group])
  expect(hints).toEqual(['9 is Captain'])
})

describe('messages of a group', () => {
  it('are stored and raise the unread count, without other effects [SOCK-38 SOCK-61]', async () => {
    const { hints, receive, row } = await start()
    await receive(said())
    expect(row()).toMatchObject({ unreadCount: 1, lastMessage: { body: 'hi' } })
    expect(hints).toEqual([])
  })

  it.each([
    ['name', { GroupName: 'Hikes' }, {}],
    ['picture', { GroupImg: 'b.png' }, {}],
    ['announcement', { GroupInfo: 'New rules' }, {}],
    ['ban of all', {}, { MsgType: 'noticeallban' }],
    ['place in the list', { GroupID: 5 }, {}],
  ])('with a new %s reload the list [SOCK-70]', async (_, changes, message) => {
    const { hints, receive } = await start()
    await receive(said(changes, message))
    expect(hints).toEqual(['conversations'])
  })

  it('acknowledge a sent message by a late response [SOCK-40 LIFE-06]', async () => {
    const { log, receive, say, row } = await start()
    await say('sent', group)
    const [unsent] = log.outbox.get().messages
    const ClientMsgId = unsent?.clientId ?? ''
    await receive({ Cmd: 'GroupChatResponse', Code: 0, GroupID: 4, GroupChatID: 9, ClientMsgId, SeqID: 1 })
    expect(log.outbox.get().messages).toEqual([])
    expect(row()?.lastMessage).toMatchObject({ serverId: 9, state: 'sent' })
  })
})

describe('events of a group', () => {
  it.each([
    ['a join', event('Join', self), ['conversations']],
    ['another’s join', event('Join', 99), ['conversations']],
    ['another’s leaving', event('Leave', 99), ['conversations']],
    ['no person at all', event('Leave'), ['conversations']],
    ['all messages of one member', event('DeleteUserAllChat', 99), ['member-messages-deleted']],
    ['all messages of nobody', event('DeleteUserAllChat'), []],
  ])(
    'about %s keep the group and request %j [SOCK-69 SOCK-71 SOCK-73 SOCK-74] (DEC-51)',
    async (_, frame, wanted) => {
      const { changes, hints, receive, row } = await start()
      await receive(frame)
      expect(hints).toEqual(wanted)
      expect(changes).toEqual([group])
      expect(row()).toBeDefined()
    },
  )

  it.each(['Leave', 'Remove'] as const)(
    'of the own %s remove the group with its messages [SOCK-68]',
    async (Type) => {
      const { hints, log, receive, row } = await start()
      await receive(said())
      await receive(event(Type, self))
      expect(row()).toBeUndefined()
      expect(log.syncState(group)).toBeUndefined()
      expect(hints).toEqual(['left g:4', 'conversations'])
    },
  )

  it('about applications update the count of a listed group [SOCK-55 SOCK-75 SESS-12]', async () => {
    const { hints, log, receive, row } = await start()
    const frame = (GroupJoinApplyCount: number, GroupID = 4): ServerFrameInput => ({
      ...{ Cmd: 'GroupJoinApply', GroupID, GroupName: 'Walks', GroupImg: '' },
      ...{ GroupJoinApplyCount, ApplyUserID: 99 },
    })
    await receive(frame(3))
    expect(row()?.group).toMatchObject({ applicationCount: 3, memberCount: 3 })
    await receive(frame(0))
    expect(row()?.group?.applicationCount).toBe(0)
    await receive(frame(2, 5))
    expect(log.conversations.get().map(({ id }) => id)).toEqual([group])
    expect(hints).toEqual([])
  })

  it('about all messages of one person fetch deletions everywhere [SOCK-54 SOCK-73] (DEC-51)', async () => {
    const { hints, receive } = await start()
    await receive({ Cmd: 'DeleteUserAllChat', UserID: 99 })
    expect(hints).toEqual(['member-messages-deleted'])
  })

  it('about an invitation are read as a join [SOCK-28] (DEC-48)', async () => {
    const { faults, hints, receive } = await start()
    await receive({ Cmd: 'Invite', GroupID: 4, GroupName: 'Walks', GroupImg: '', UserCount: 4 })
    expect(hints).toEqual(['conversations'])
    expect(faults).toEqual([])
  })

  it('about the own ban show it and reload; about another member’s do nothing [SOCK-48 SOCK-77 GROUP-44]', async () => {
    const { hints, receive } = await start()
    await receive({ Cmd: 'GroupUserMute', GroupID: 4, UserID: self, Status: 0 })
    await receive({ Cmd: 'GroupUserMute', GroupID: 4, UserID: self, Status: 1 })
    await receive({ Cmd: 'GroupUserMute', GroupID: 4, UserID: userId(99), Status: 0 })
    expect(hints).toEqual(['banned', 'conversations', 'unbanned', 'conversations'])
  })
})

it.each([
  ['the ban of another member', { Cmd: 'GroupUserMute', GroupID: 4, UserID: 99, Status: 0 }],
  ['a new count of join requests', { Cmd: 'GroupJoinApply', GroupID: 4, GroupJoinApplyCount: 2 }],
] satisfies readonly (readonly [string, ServerFrameInput])[])(
  '%s announces that the group has changed and requests nothing',
  async (_, frame) => {
    const { changes, hints, receive } = await start()
    await receive(frame)
    expect([changes, hints]).toEqual([[group], []])
  },
)
