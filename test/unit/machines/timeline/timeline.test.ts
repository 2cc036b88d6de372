import { describe, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { serverId } from '#schemas/ids.ts'
import { getChatData } from '#schemas/wire/calls/conversations.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { first, folded, listed, openAccount } from '../account-fixture.ts'
import { serveHistory } from '../server-history.ts'
import { history, open } from './timeline-fixture.ts'

const upTo = (count: number, from = 1) => Array.from({ length: count - from + 1 }, (_, index) => from + index)

describe('opening', () => {
  it('reads stored messages before it calls the server [STORE-01]', async () => {
    const { requests, sequences, view } = await open(history(1, 30), 30)
    expect(view()).toMatchObject({ status: 'ready', hasOlder: false })
    expect(sequences()).toEqual(upTo(30))
    expect(requests()).toEqual([])
  })

  it('reads the storage once and immediately, the newest messages first [STORE-01]', async () => {
    const account = await openAccount([listed(first), ...history(1, 30)])
    const asked: unknown[] = []
    const openTimeline: typeof account.log.openTimeline = (id, reading) => {
      asked.push([id, reading])
      return account.log.openTimeline(id, reading)
    }
    const services = { ...account, log: { ...account.log, openTimeline }, notify: () => {} }
    const handle = openTimelineHandle({ conversationId: first, services }, account.clock, undefined)
    expect(asked).toEqual([[first, 'newest-first']])
    await folded(account.clock)
    expect(handle.view.get().messages).toHaveLength(30)
    expect(asked).toHaveLength(1)
  })

  it('is undone by closing at any moment, so that the conversation does not count as shown', async () => {
    const account = await openAccount([listed(first), ...history(1, 30)])
    const services = { ...account, notify: () => {} }
    for (let turns = 0; turns < 60; turns += 1) {
      const handle = openTimelineHandle({ conversationId: first, services }, account.clock, undefined)
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      handle.close()
      await folded(account.clock)
      expect([turns, account.log.shownConversations()]).toEqual([turns, []])
    }
  })

  it.each(['reload', 'loadOlder'] as const)(
    'reads the storage again if the first read failed, by %s',
    async (by) => {
      const account = await openAccount([listed(first), ...history(1, 30)])
      let asked = 0
      const openTimeline: typeof account.log.openTimeline = (id) => {
        asked += 1
        return asked === 1 ? Promise.reject(new Error('disk broken')) : account.log.openTimeline(id)
      }
      const services = { ...account, log: { ...account.log, openTimeline }, notify: () => {} }
      const handle = openTimelineHandle({ conversationId: first, services }, account.clock, undefined)
      await folded(account.clock)
      expect(handle.view.get().status).toBe('failed')
      handle[by]()
      await folded(account.clock)
      expect(handle.view.get().messages).toHaveLength(30)
    },
  )

  it('fetches older messages if fewer than 20 are stored [VIEW-38] (DEC-60)', async () => {
    const { clock, requests, sequences } = await open(history(91, 109), 109)
    await folded(clock)
    expect(requests()).toMatchObject([{ ChatSessionID: 1, Status: 2, UnReadMaxID: 910 }])
    expect(sequences()).toEqual(upTo(109, 41))
  })

  it('fetches nothing if 20 messages are stored [VIEW-38]', async () => {
    const { requests, view } = await open(history(91, 110), 110)
    expect(requests()).toEqual([])
    expect(view()).toMatchObject({ status: 'ready', hasOlder: true })
  })

  it('of an empty conversation is ready once the server returns no messages', async () => {
    const { view } = await open([], 0)
    expect(view()).toMatchObject({ status: 'ready', messages: [], hasOlder: false })
  })

  it('of an empty conversation offers missed messages once a later one is known', async () => {
    const { caller, clock, handle, log, sequences, view } = await open([], 0)
    serveHistory(caller, new Map([[first, 4]]))
    void log.append(history(4, 4))
    await folded(clock)
    expect(view()).toMatchObject({ status: 'ready', hasOlder: true })
    handle.loadOlder()
    await folded(clock)
    expect(sequences()).toEqual(upTo(4))
    expect(view()).toMatchObject({ hasOlder: false })
  })

  it('remembers the read marker at its opening', async () => {
    const { log, view } = await open(history(1, 20), 20)
    await log.dispatch({ type: 'MarkRead', conversationId: first, upTo: serverId(200) })
    expect(view()).toMatchObject({ readUpToAtOpening: 0, readUpTo: 200, unreadCount: 0 })
  })
})

describe('older messages', () => {
  it('that are indexed but not stored are requested once and reported as failed', async () => {
    const account = await openAccount([listed(first), ...history(1, 5)])
    let asked = 0
    const openTimeline = async () => ({
      ...(await account.log.openTimeline(first)),
      hasOlderStored: () => true,
      loadOlderStored: async () => {
        asked += 1
        // Without a limit a loop on promises alone would hang this test instead of failing it.
        if (asked > 5) throw new Error('asked for ever')
        return 0
      },
    })
    const services = { ...account, log: { ...account.log, openTimeline }, notify: () => {} }
    const handle = openTimelineHandle({ conversationId: first, services }, account.clock, undefined)
    await folded(account.clock)
    expect(asked).toBe(1)
    expect(handle.view.get()).toMatchObject({ status: 'ready', hasOlderFailed: true })
  })

  it('load in pages of 50 until the first message [VIEW-37]', async () => {
    const { clock, handle, requests, sequences, view } = await open(history(121, 140), 140)
    for (const _ of [1, 2, 3]) {
      handle.loadOlder()
      expect(view().isLoadingOlder).toBe(true)
      await folded(clock)
      await folded(clock)
    }
    expect(requests()).toMatchObject([{ UnReadMaxID: 1210 }, { UnReadMaxID: 710 }, { UnReadMaxID: 210 }])
    expect(sequences()).toEqual(upTo(140))
    expect(view()).toMatchObject({ hasOlder: false, isLoadingOlder: false })
    handle.loadOlder()
    expect(requests()).toHaveLength(3)
  })

  it('that cannot be fetched are reported as failed until the next request', async () => {
    const { caller, clock, handle, sequences, view } = await open(history(61, 80), 80)
    caller.reply(getChatData, failureOf('network'))
    handle.loadOlder()
    await folded(clock)
    expect(view()).toMatchObject({ status: 'ready', hasOlderFailed: true, isLoadingOlder: false })
    serveHistory(caller, new Map([[first, 80]]))
    handle.loadOlder()
    expect(view().hasOlderFailed).toBe(false)
    await folded(clock)
    await folded(clock)
    expect(sequences()).toEqual(upTo(80, 11))
  })
})

describe('the view of a timeline', () => {
  it('emits each change once, and nothing after it is closed', async () => {
    const { clock, handle, log, view } = await open(history(1, 20), 20)
    const seen: number[] = []
    const leave = handle.view.subscribe(() => seen.push(view().messages.length))
    void log.append(history(21, 21))
    await folded(clock)
    expect(seen.at(-1)).toBe(21)
    leave()
    handle.close()
    const before = seen.length
    void log.append(history(22, 22))
    await folded(clock)
    expect(seen).toHaveLength(before)
  })

  it('keeps its identity while nothing changes', async () => {
    const { view } = await open(history(1, 20), 20)
    expect(view()).toBe(view())
  })
})
