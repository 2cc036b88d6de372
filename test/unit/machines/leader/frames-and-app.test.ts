import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { getAllSessionList } from '#schemas/wire/calls/conversations.ts'
import { getDeleteGroupChat } from '#schemas/wire/calls/group-messages.ts'
import { answers } from '../fake-caller.ts'
import { createLocks } from '../locks.ts'
import { settle } from '../simulated-clock.ts'
import { createBus, openTab } from './leader-harness.ts'

const group = { ID: 5, GroupName: 'Hikers', UserCount: 3, UnReadCount: 0, IsTop: 0, IsNotDisturb: 0 } as const

async function openMember() {
  const tab = await openTab(createLocks(), createBus().open())
  tab.caller.reply(getAllSessionList, answers({ ChatSessions: [], Groups: [group] }))
  tab.caller.reply(getDeleteGroupChat, answers([]))
  await tab.logIn()
  await tab.clock.advance(200)
  const groups = () => tab.log.conversations.get().map(({ id }) => id)
  expect(groups()).toEqual([conversationId('group', 5)])
  return {
    ...tab,
    groups,
    async receive(frame: Parameters<ReturnType<typeof tab.socket.last>['receive']>[0]) {
      tab.socket.last().receive(frame)
      await tab.clock.advance(200)
    },
    unsubscribed: () => tab.socket.connections.flatMap(({ sentOf }) => sentOf('UnSubscribe')),
  }
}

describe('the unsubscribe frame', () => {
  it.each(['Leave', 'Remove'] as const)(
    'with Cmd, UID and GroupID follows the own %s [SOCK-33] (DEC-124)',
    async (Type) => {
      const { caller, groups, receive, unsubscribed } = await openMember()
      caller.reply(getAllSessionList, answers({ ChatSessions: [], Groups: [] }))
      await receive({ Cmd: 'GroupEvent', Type, UserID: 7, GroupID: 5 })
      expect(groups()).toEqual([])
      expect(unsubscribed()).toEqual([{ Cmd: 'UnSubscribe', UID: 7, GroupID: 5 }])
    },
  )

  it('is sent at the next connection for a group that left the list [SOCK-33] (DEC-124)', async () => {
    const { caller, clock, groups, logIn, environment, unsubscribed } = await openMember()
    caller.reply(getAllSessionList, answers({ ChatSessions: [], Groups: [] }))
    environment.set({ isVisible: false })
    environment.set({ isVisible: true })
    await settle()
    await logIn()
    await clock.advance(1000)
    expect(groups()).toEqual([])
    expect(unsubscribed()).toEqual([{ Cmd: 'UnSubscribe', UID: 7, GroupID: 5 }])
  })

  it('is not sent when another member leaves', async () => {
    const { groups, receive, unsubscribed } = await openMember()
    await receive({ Cmd: 'GroupEvent', Type: 'Leave', UserID: 8, GroupID: 5 })
    expect(groups()).toEqual([conversationId('group', 5)])
    expect(unsubscribed()).toEqual([])
  })
})

describe('a state change of the socket', () => {
  it('is announced to the app [SOCK-58]', async () => {
    const { clock, connection, logIn, socket, environment } = await openMember()
    expect(connection()).toEqual({ status: 'connected' })
    environment.set({ isOnline: false })
    await settle()
    expect(connection()).toMatchObject({ status: 'offline' })
    environment.set({ isOnline: true })
    await settle()
    expect(socket.connections).toHaveLength(2)
    await logIn()
    await clock.advance(200)
    expect(connection()).toEqual({ status: 'connected' })
  })
})

it('the leader tab announces after each login that groups, the blacklist, tags and settings may have changed', async () => {
  const leader = await openTab(createLocks(), createBus().open())
  const changes: string[] = []
  leader.core.groupChanges.changed$.subscribe(() => changes.push('groups'))
  leader.core.blacklistChanges.changed$.subscribe(() => changes.push('blacklist'))
  leader.core.tagChanges.changed$.subscribe(() => changes.push('tags'))
  leader.core.settingsChanged$.subscribe(() => changes.push('settings'))
  await leader.logIn()
  const all = ['groups', 'blacklist', 'tags', 'settings']
  expect(changes).toEqual(all)
  leader.socket.last().receive({ Cmd: 'NewChatSession', FriendID: 8, ChatSessionID: 1 })
  await settle()
  leader.socket.last().receive({ Cmd: 'TagsChanged' })
  await settle()
  leader.socket.last().receive({ Cmd: 'ProfileChanged' })
  await settle()
  expect(changes).toEqual([...all, 'blacklist', 'tags', 'settings'])
})
