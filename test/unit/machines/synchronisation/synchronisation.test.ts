import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { createSynchronisationMachine } from '#machines/synchronisation/synchronisation-machine.ts'
import { serverId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getFriendApplications, getFriends, getHistoryApplications } from '#schemas/wire/calls/contacts.ts'
import {
  getAllSessionData,
  getAllSessionList,
  getChatData,
  getDeleteChat,
  type WireChatSession,
} from '#schemas/wire/calls/conversations.ts'
import { getMessageChanges } from '#schemas/wire/calls/message-changes.ts'
import { getUserInfo } from '#schemas/wire/calls/profile.ts'
// Loaded on use in the product; loading it takes real time, which this test's clock does not wait for.
import '#streams/inbound/fetch-message-changes.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { createDeletionWatch } from '#streams/inbound/fetch-deletions.ts'
import { startGapDetection } from '#streams/inbound/gap-detection.ts'
import { createPresence } from '#streams/inbound/presence.ts'
import { confirmed, first, listed, openAccount, received, second } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { listRow, serveHistory } from '../server-history.ts'

const ben = { FriendID: 8, FriendNickName: 'Ben', OnLine: 1, ChatSessionID: 1, LastLoginTime: 1_700_000_000 }

async function start(events?: readonly NewEvent[]) {
  const account = await openAccount(events)
  const { caller } = account
  const list = (...ChatSessions: WireChatSession[]) =>
    caller.reply(getAllSessionList, answers({ ChatSessions, Groups: [] }))
  list(listRow(1), listRow(2))
  serveHistory(caller, new Map())
  caller.reply(getFriends, answers([ben]))
  caller.reply(getFriendApplications, answers([]))
  caller.reply(getHistoryApplications, answers([]))
  caller.reply(getUserInfo, answers({ UID: 7, Type: 1, NickName: 'Ann' }))
  const progress: boolean[] = []
  const presence = createPresence()
  const gaps = startGapDetection({ ...account, signal: new AbortController().signal, onFailure: () => {} })
  const machine = createSynchronisationMachine({
    ...{ ...account, presence },
    fillGaps: gaps.fill,
    fetchLastMessages: async () => {},
    takeDrafts: async () => {},
    deletions: createDeletionWatch(),
    progressed: ({ isCaughtUp }) => progress.push(isCaughtUp),
  })
  const actor = createActor(machine, { clock: account.clock })
  actor.start()
  const appended: string[] = []
  account.log.appended$.subscribe((all) => appended.push(...all.map(({ type }) => type)))
  return {
    ...account,
    actor,
    appended,
    list,
    presence,
    progress,
    async logIn() {
      actor.send({ type: 'login.completed' })
      await account.clock.advance(500)
    },
  }
}

describe('a login', () => {
  it('fetches the list, friends, applications and the profile, and is then up to date [SESS-26 SESS-27]', async () => {
    const { caller, log, logIn, presence, progress } = await start([])
    caller.reply(getFriendApplications, answers([{ ID: 5, UserID: 9, UserNickName: 'Cho', Status: 0 }]))
    await logIn()
    expect(log.conversations.get().map(({ id }) => id)).toEqual([first, second])
    expect(log.friends.get()).toMatchObject([{ userId: 8, conversationId: first }])
    expect(log.applications.get().pending).toMatchObject([{ applicationId: 5 }])
    expect(log.profile.get()).toMatchObject({ nickname: 'Ann' })
    expect([...presence.online.get()]).toEqual([8])
    expect(presence.lastSeen.get().get(userId(8))).toBe(1_700_000_000_000)
    expect(progress[0]).toBe(false)
    expect(progress.at(-1)).toBe(true)
  })

  it('appends only changes: a second login appends nothing', async () => {
    const { appended, list, logIn, caller } = await start([])
    list(listRow(1, { LastMsgID: 30, UnReadMaxID: 30, UnReadCount: 3, ReadChatID: 20, IsTop: 1 }), listRow(2))
    serveHistory(caller, new Map([[first, 3]]))
    await logIn()
    expect(appended).toContain('MessageReceived')
    appended.length = 0
    await logIn()
    expect(appended).toEqual([])
  })

  it('removes a conversation that is no longer listed', async () => {
    const { list, log, logIn } = await start()
    list(listRow(2))
    await logIn()
    expect(log.conversations.get().map(({ id }) => id)).toEqual([second])
  })

  it('does not remove one that was listed during the request', async () => {
    const { caller, clock, log, actor } = await start([listed(first)])
    let answer: () => void = () => {}
    caller.reply(
      getAllSessionList,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(answers({ ChatSessions: [listRow(1)], Groups: [] }))
        }),
    )
    actor.send({ type: 'login.completed' })
    await clock.advance(10)
    void log.append([listed(second)])
    await clock.advance(20)
    answer()
    await clock.advance(500)
    expect(log.conversations.get()).toHaveLength(2)
  })

  it('fetches missed messages after the newest stored one [SESS-28]', async () => {
    const { caller, list, log, logIn } = await start([
      listed(first),
      received(first, confirmed(1)),
      received(first, confirmed(2)),
    ])
    list(listRow(1, { LastMsgID: 40, UnReadMaxID: 40, UnReadCount: 4 }))
    serveHistory(caller, new Map([[first, 4]]))
    await logIn()
    expect(caller.callsOf(getAllSessionData)[0]?.request).toEqual({
      SessionInfos: [{ SessionType: '1', ID: 1, FromID: 20 }],
    })
    expect(log.syncState(first)?.contiguousRanges).toEqual([{ from: 1, to: 4 }])
  })

  it('fills the gap before the newest page in an open conversation', async () => {
    const { caller, list, log, logIn } = await start([listed(first), received(first, confirmed(1))])
    await log.openTimeline(first)
    list(listRow(1, { LastMsgID: 1200, UnReadMaxID: 1200, UnReadCount: 120 }))
    serveHistory(caller, new Map([[first, 120]]))
    await logIn()
    expect(log.syncState(first)?.contiguousRanges).toEqual([{ from: 1, to: 120 }])
    expect(log.conversations.get()[0]?.unreadCount).toBe(120)
  })

  it('leaves that gap in other conversations, but counts its messages as unread', async () => {
    const { caller, list, log, logIn } = await start([listed(first), received(first, confirmed(1))])
    list(listRow(1, { LastMsgID: 1200, UnReadMaxID: 1200, UnReadCount: 120 }))
    serveHistory(caller, new Map([[first, 120]]))
    await logIn()
    expect(caller.callsOf(getChatData)).toEqual([])
    expect(log.syncState(first)?.contiguousRanges).toEqual([
      { from: 1, to: 1 },
      { from: 71, to: 120 },
    ])
    expect(log.conversations.get()[0]?.unreadCount).toBe(120)
  })

  it('ignores a message that arrives by the socket meanwhile when it looks for missed ones', async () => {
    const { actor, caller, clock, list, log } = await start([listed(first), received(first, confirmed(1))])
    list(listRow(1, { LastMsgID: 40, UnReadMaxID: 40, UnReadCount: 4 }))
    serveHistory(caller, new Map([[first, 4]]))
    actor.send({ type: 'login.completed' })
    void log.append([received(first, confirmed(4))])
    await clock.advance(500)
    expect(log.syncState(first)?.contiguousRanges).toEqual([{ from: 1, to: 4 }])
  })

  it('takes over read markers of both sides', async () => {
    const { list, log, logIn } = await start([
      listed(first),
      ...[1, 2, 3].map((n) => received(first, confirmed(n))),
    ])
    list(listRow(1, { LastMsgID: 30, UnReadMaxID: 30, SelfReadChatID: 20, ReadChatID: 10, UnReadCount: 1 }))
    await logIn()
    expect(log.syncState(first)).toMatchObject({ readUpTo: serverId(20), peerReadUpTo: serverId(10) })
    expect(log.conversations.get().find(({ id }) => id === first)?.unreadCount).toBe(1)
    expect(log.outbox.get().readMarkers).toEqual([])
  })

  it('keeps an own read marker that the server does not have yet', async () => {
    const { list, log, logIn } = await start([
      listed(first),
      ...[1, 2, 3].map((n) => received(first, confirmed(n))),
    ])
    await log.dispatch({ type: 'MarkRead', conversationId: first, upTo: serverId(30) })
    list(listRow(1, { LastMsgID: 30, UnReadMaxID: 30, SelfReadChatID: 0, UnReadCount: 3 }))
    await logIn()
    expect(log.conversations.get()[0]?.unreadCount).toBe(0)
    expect(log.outbox.get().readMarkers).toHaveLength(1)
  })

  it('fetches deletions of known conversations', async () => {
    const { caller, log, logIn } = await start([
      listed(first),
      ...[1, 2].map((n) => received(first, confirmed(n))),
    ])
    caller.reply(getDeleteChat, ({ ChatSessionID }) => answers(ChatSessionID === 1 ? [10] : []))
    await logIn()
    expect(caller.callsOf(getDeleteChat).map(({ request }) => request)).toEqual([
      { ChatSessionID: 1, UpdateTime: 0 },
    ])
    const screen = await log.openTimeline(first)
    expect(screen.messages.get().map(({ body }) => body)).toEqual(['message 2'])
  })
})

describe('deletions that rows of the list report', () => {
  const wasDeleted = (at: number) => listRow(1, { LastDeleteTimeStamp: at })
  const at = 1_700_000_000_000

  it('are requested once where there are any, and not again by the next client on this log [MSG-55]', async () => {
    const { caller, list, log, logIn } = await start([
      ...[listed(first), listed(second)],
      ...[1, 2].map((n) => received(first, confirmed(n))),
    ])
    caller.reply(getDeleteChat, answers([10]))
    list(wasDeleted(at), listRow(2, { LastDeleteTimeStamp: null }))
    await logIn()
    await logIn()
    const asked = () => caller.callsOf(getDeleteChat).map(({ request }) => request)
    expect(asked()).toEqual([{ ChatSessionID: 1, UpdateTime: 0 }])
    expect(log.syncState(first)?.deletionsReceivedThrough).toBe(at)
    list(wasDeleted(at + 5000), listRow(2, { LastDeleteTimeStamp: null }))
    await logIn()
    expect(asked().at(-1)).toEqual({ ChatSessionID: 1, UpdateTime: at - 60_000 })
  })

  it('are not requested in a new conversation', async () => {
    const { caller, list, log, logIn } = await start([])
    list(wasDeleted(at))
    await logIn()
    await logIn()
    expect(caller.callsOf(getDeleteChat)).toEqual([])
    expect(log.syncState(first)?.deletionsReceivedThrough).toBe(at)
  })

  it('are requested, as are changes, for a message that a frame brought before the first list', async () => {
    const { caller, list, logIn } = await start([received(first, confirmed(1))])
    list({ ...wasDeleted(at), ChangeVersion: 2 })
    await logIn()
    expect(caller.callsOf(getDeleteChat)).toHaveLength(1)
    expect(caller.callsOf(getMessageChanges)).toHaveLength(1)
  })
})

describe('a failure', () => {
  it('is retried, and the view is behind until a retry succeeds', async () => {
    const { actor, caller, clock, list, progress } = await start()
    caller.reply(getAllSessionList, failureOf('network'))
    actor.send({ type: 'login.completed' })
    await clock.advance(900)
    expect(progress).not.toContain(true)
    list(listRow(1), listRow(2))
    await clock.advance(1000)
    expect(progress.at(-1)).toBe(true)
  })

  it('ends with the connection, and the next login starts again', async () => {
    const { actor, caller, clock } = await start()
    caller.reply(getAllSessionList, failureOf('network'))
    actor.send({ type: 'login.completed' })
    await clock.advance(100)
    actor.send({ type: 'connection.lost' })
    const made = caller.calls.length
    await clock.advance(60_000)
    expect(caller.calls).toHaveLength(made)
  })
})

describe('between logins', () => {
  it('only data that a frame reports as changed is fetched', async () => {
    const { actor, caller, clock, logIn } = await start()
    await logIn()
    caller.calls.length = 0
    actor.send({ type: 'synchronisation.requested', scope: 'contacts' })
    await clock.advance(500)
    expect(caller.calls.map(({ path }) => path)).toEqual([
      '/GetFriends',
      '/GetFriendApplications',
      '/GetHistoryApplications',
    ])
    caller.calls.length = 0
    actor.send({ type: 'synchronisation.requested', scope: 'conversations' })
    await clock.advance(500)
    expect(caller.calls.map(({ path }) => path)).toEqual(['/GetAllSessionList'])
  })

  it('friends are fetched every 15 minutes [FRIEND-64]', async () => {
    const { caller, clock, logIn } = await start()
    await logIn()
    caller.calls.length = 0
    await clock.advance(15 * 60_000 - 600)
    expect(caller.calls).toEqual([])
    await clock.advance(600)
    expect(caller.calls.map(({ path }) => path)).toEqual(['/GetFriends'])
  })
})
