import { describe, expect, it } from 'vitest'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getChatData, getChatSession, wireChatSession } from '#schemas/wire/calls/conversations.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { startGapDetection } from '#streams/inbound/gap-detection.ts'
import { first, folded, openAccount, peer } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { serveHistory } from '../server-history.ts'
import { message, openFar, upTo } from './detached-window-fixture.ts'
import { history, openIn } from './timeline-fixture.ts'

/** A detached window of messages 50 to 149 of a thousand, after its calls were dropped from the count. */
async function onDetachedWindow(held?: readonly NewEvent[]) {
  const screen = await openFar(held)
  await screen.seek(message(100))
  const before = screen.requests().length
  return {
    ...screen,
    asked: () => screen.requests().slice(before),
    async load(side: 'loadOlder' | 'loadNewer') {
      screen.handle[side]()
      await screen.settle()
    },
    async happens(type: 'ConversationRemoved' | 'HistoryTrimmed' | 'ConversationCleared', data: object) {
      // Each test states the data of its event.
      const event = { stream: first, type, data, occurredAt: 1, origin: 'http' } as NewEvent
      void screen.log.append([event])
      await screen.settle()
    },
  }
}

describe('the messages around a detached window', () => {
  it('load upwards until the first message', async () => {
    const { asked, handle, detachedWindow, load, log, view } = await onDetachedWindow()
    handle.loadOlder()
    expect(view()).toMatchObject({ isLoadingOlder: true, isLoadingNewer: false })
    await load('loadOlder')
    expect(asked()).toMatchObject([{ Status: 2, UnReadMaxID: 500 }])
    expect(detachedWindow()).toMatchObject({ from: 1, to: 149, hasNewer: true })
    expect(view().hasOlder).toBe(false)
    expect(log.syncState(first)?.contiguousRanges[0]).toEqual({ from: 1, to: 149, isDetached: true })
  })

  it('load downwards until the newest messages, which are live from then on [VIEW-37]', async () => {
    const { asked, clock, handle, detachedWindow, load, log, view } = await onDetachedWindow([
      ...history(230, 299),
      ...history(301, 420),
    ])
    expect(detachedWindow()).toMatchObject({ from: 50, to: 149 })
    handle.loadNewer()
    expect(view()).toMatchObject({ isLoadingNewer: true, isLoadingOlder: false })
    await load('loadNewer')
    // Stored messages there are read from storage, 50 at a time.
    for (const to of [229, 279, 299]) {
      expect(detachedWindow()).toMatchObject({ hasNewer: true })
      await load('loadNewer')
      expect(detachedWindow()).toMatchObject({ to, hasNewer: true })
    }
    expect(asked()).toMatchObject([{ Status: 1, FromID: 1490 }, { FromID: 1990 }])
    await load('loadNewer')
    expect(asked()).toHaveLength(3)
    expect(detachedWindow()).toEqual({ from: 50, to: 420, hasNewer: false, count: 371 })
    expect(log.syncState(first)?.contiguousRanges).toEqual([{ from: 50, to: 420 }])
    void log.append(history(421, 421))
    await folded(clock)
    expect(detachedWindow()).toMatchObject({ to: 421 })
    handle.loadNewer()
    expect(view().isLoadingNewer).toBe(false)
  })

  it('are loaded on request only: arriving messages fill no gap [LIFE-20]', async () => {
    const { asked, clock, detachedWindow, log, view, ...account } = await onDetachedWindow()
    const over = new AbortController()
    const gaps = startGapDetection({
      ...account,
      clock,
      log,
      signal: over.signal,
      onFailure: () => undefined,
    })
    const seen = view().messages
    void log.append(history(1001, 1003))
    await clock.advance(60_000)
    await gaps.fill([first])
    expect(asked()).toEqual([])
    expect(view().messages).toBe(seen)
    expect(detachedWindow()).toMatchObject({ from: 50, to: 149, hasNewer: true })
    expect(view().unreadCount).toBe(153)
  })

  it('that cannot be fetched are reported as failed until the next request', async () => {
    const { caller, detachedWindow, load, view } = await onDetachedWindow()
    caller.reply(getChatData, failureOf('network'))
    await load('loadNewer')
    expect(view()).toMatchObject({ status: 'ready', hasNewerFailed: true, hasOlderFailed: false })
    serveHistory(caller, new Map([[first, 1000]]))
    await load('loadNewer')
    expect(view().hasNewerFailed).toBe(false)
    expect(detachedWindow()).toMatchObject({ to: 199 })
  })

  it('that are not adjacent are requested once and reported as failed', async () => {
    const { asked, caller, load, view } = await onDetachedWindow()
    serveHistory(caller, new Map([[first, 1000]]), new Set([150]))
    await load('loadNewer')
    expect(asked()).toHaveLength(1)
    expect(view()).toMatchObject({ hasNewer: true, hasNewerFailed: true })
  })

  it('closes the conversation if the server reports it as unavailable', async () => {
    const { caller, load, view } = await onDetachedWindow()
    caller.reply(getChatData, { isOk: true, code: 21, message: '', data: null })
    await load('loadNewer')
    expect(view().status).toBe('unavailable')
  })
})

describe('the newest messages', () => {
  const newest = { from: 951, to: 1000, hasNewer: false, count: 50 }

  it('show immediately from a detached window, with new messages and without a call', async () => {
    const { asked, clock, handle, detachedWindow, log } = await onDetachedWindow()
    void log.append(history(1001, 1001))
    await folded(clock)
    handle.showNewest()
    expect(detachedWindow()).toEqual({ from: 951, to: 1001, hasNewer: false, count: 51 })
    expect(asked()).toEqual([])
  })

  it.each(['loadOlder', 'loadNewer'] as const)('cancel a load: %s', async (side) => {
    const { handle, detachedWindow, settle, view } = await onDetachedWindow()
    handle[side]()
    handle.showNewest()
    await settle()
    expect(detachedWindow()).toEqual(newest)
    expect(view()).toMatchObject({ isLoadingOlder: false, isLoadingNewer: false, seeking: undefined })
  })

  it('cancel a search that started in a detached window', async () => {
    const { handle, detachedWindow, settle, view } = await onDetachedWindow()
    handle.seek(message(500))
    handle.showNewest()
    await settle()
    expect(detachedWindow()).toEqual(newest)
    expect(view().seeking).toBeUndefined()
  })

  it('are requested once, and give way to another detached window while one is loading', async () => {
    const { handle, detachedWindow, settle } = await onDetachedWindow()
    handle.showNewest()
    handle.showNewest()
    expect(detachedWindow()).toEqual(newest)
    handle.loadOlder()
    handle.seek(message(500))
    await settle()
    expect(detachedWindow()).toMatchObject({ from: 450, to: 549 })
    handle.loadNewer()
    handle.seek(message(100))
    await settle()
    expect(detachedWindow()).toMatchObject({ from: 50, to: 149 })
  })
})

describe('while a detached window is shown', () => {
  it('a trim keeps the shown messages, and both sides can still be loaded [STORE-06]', async () => {
    const { asked, happens, detachedWindow, load } = await onDetachedWindow()
    await happens('HistoryTrimmed', { from: 1, before: 951, beforeId: serverId(9510) })
    expect(detachedWindow()).toMatchObject({ from: 50, to: 149, hasNewer: true })
    await load('loadNewer')
    await load('loadOlder')
    expect(asked()).toMatchObject([{ FromID: 1490 }, { UnReadMaxID: 500 }])
    expect(detachedWindow()).toMatchObject({ from: 1, to: 199 })
  })

  it('a cleared conversation is empty', async () => {
    const { happens, detachedWindow, view } = await onDetachedWindow()
    await happens('ConversationCleared', { through: serverId(10_000), sequence: 1000, activeAt: 1 })
    expect(view()).toMatchObject({ status: 'ready', messages: [], hasOlder: false })
    expect(detachedWindow()).toMatchObject({ hasNewer: false })
  })

  it('a removed conversation is unavailable', async () => {
    const { handle, happens, settle, view } = await onDetachedWindow()
    await happens('ConversationRemoved', {})
    expect(view()).toMatchObject({ status: 'unavailable', messages: [] })
    handle.showNewest()
    handle.seek(message(100))
    await settle()
    expect(view().status).toBe('unavailable')
  })

  it('a pending message is shown after the newest message, not in the window', async () => {
    const { handle, log, say, sequences, settle, view } = await onDetachedWindow()
    void say('hello')
    await settle()
    expect(sequences()).toEqual(upTo(50, 149))
    handle.showNewest()
    expect(view().messages.at(-1)?.body).toBe('hello')
    expect(log.syncState(first)?.readUpTo).toBe(0)
  })
})

describe('a conversation whose availability is unknown', () => {
  it('stays open until the availability is known', async () => {
    const account = await openAccount(history(951, 1000))
    serveHistory(account.caller, new Map([[first, 1000]]))
    const row = wireChatSession.parse({ ID: 1, UserID: peer, NickName: 'Ben', CreateTime: 1 })
    let tell = () => {}
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    account.caller.reply(getChatSession, () => told.then(() => answers(row)))
    const { clock, handle, requests, view } = await openIn(account, first)
    expect(view().status).toBe('ready')
    handle.seek(message(100))
    expect(view().seeking).toBeUndefined()
    tell()
    for (const _ of [1, 2, 3]) await folded(clock)
    expect(requests()).toEqual([])
    handle.seek(message(100))
    for (const _ of [1, 2, 3]) await folded(clock)
    expect(view()).toMatchObject({ hasNewer: true, seeking: { status: 'found' } })
  })
})
