import { describe, expect, it } from 'vitest'
import { recentLimit } from '#domain/conversation/recent-messages.ts'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getChatData } from '#schemas/wire/calls/conversations.ts'
import { startLastMessageLookup } from '#streams/inbound/last-message-lookup.ts'
import {
  confirmed,
  first,
  folded,
  listed,
  openAccount,
  received,
} from '#test/unit/machines/account-fixture.ts'
import { serveHistory } from '#test/unit/machines/server-history.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const deleted = (...sequences: readonly number[]): NewEvent => ({
  stream: first,
  type: 'MessagesDeleted',
  data: { serverIds: sequences.map((sequence) => serverId(sequence * 10)) },
  occurredAt: 1,
  origin: 'http',
})

/** A conversation of `count` messages; the device has those from `stored` on. */
async function start(stored: number, count: number) {
  const account = await openAccount([
    listed(first),
    ...range(stored, count).map((sequence) => received(first, confirmed(sequence))),
  ])
  const { caller, clock, log } = account
  serveHistory(caller, new Map([[first, count]]))
  const failures: unknown[] = []
  let missing = 0
  const lookup = startLastMessageLookup({
    ...account,
    signal: new AbortController().signal,
    onMissing: () => {
      missing += 1
    },
    onFailure: (cause) => failures.push(cause),
  })
  return {
    ...account,
    failures,
    lookup,
    missing: () => missing,
    requests: () => caller.callsOf(getChatData).map(({ request }) => request),
    row: () => log.summaryOf(first),
    async append(...events: readonly NewEvent[]) {
      const appended = log.append(events)
      await folded(clock)
      await appended
      await clock.advance(100)
    },
    async fetch() {
      const fetched = lookup.fetch()
      await clock.advance(200)
      await fetched
    },
  }
}

describe('the row of a conversation whose newest messages were deleted', () => {
  it('shows the newest message that is left in the storage', async () => {
    const { append, missing, requests, row } = await start(1, recentLimit + 5)
    await append(deleted(...range(4, recentLimit + 5)))
    expect(row()).toMatchObject({ lastMessage: { serverId: 30, body: 'message 3' }, activeAt: 3000 })
    // The next one is found too when that one is deleted.
    await append(deleted(3))
    expect(row()?.lastMessage).toMatchObject({ serverId: 20, body: 'message 2' })
    expect([missing(), requests()]).toEqual([0, []])
  })

  it('shows a message that arrives meanwhile, and keeps no older one then', async () => {
    const { append, row } = await start(1, recentLimit + 1)
    await append(deleted(...range(2, recentLimit + 1)))
    expect(row()?.lastMessage).toMatchObject({ body: 'message 1' })
    await append(received(first, confirmed(recentLimit + 2)))
    expect(row()?.lastMessage).toMatchObject({ body: `message ${recentLimit + 2}` })
    await append(deleted(recentLimit + 2))
    expect(row()?.lastMessage).toMatchObject({ body: 'message 1' })
  })

  it('shows the newest remaining message of the server, without storing or counting it otherwise', async () => {
    const { append, fetch, log, missing, requests, row } = await start(70, 120)
    const before = row()?.unreadCount
    await append(deleted(...range(15, 120)))
    expect([row()?.lastMessage?.body, missing()]).toEqual([null, 1])
    await fetch()
    expect(row()).toMatchObject({ lastMessage: { body: 'message 14' }, unreadCount: (before ?? 0) - 51 })
    expect(requests()).toMatchObject([{ UnReadMaxID: 700 }, { UnReadMaxID: 200 }])
    expect(log.syncState(first)?.contiguousRanges).toEqual([{ from: 70, to: 120 }])
  })

  it('asks the server once if no message is left, and never if the device has the first message', async () => {
    const stored = await start(1, 3)
    await stored.append(deleted(1, 2, 3))
    await stored.fetch()
    expect([stored.missing(), stored.requests()]).toEqual([1, []])
    const { append, fetch, requests, row } = await start(60, 62)
    await append(deleted(...range(1, 62)))
    await fetch()
    await append({ ...deleted(), type: 'ConversationOpened', data: {} })
    await fetch()
    expect(requests()).toHaveLength(2)
    expect(row()?.lastMessage?.body).toBeNull()
  })

  it('shows no message that was cleared', async () => {
    const { append, fetch, requests, row } = await start(60, 62)
    const data = { through: serverId(610), sequence: 61, activeAt: 5 }
    await append({ ...deleted(), type: 'ConversationCleared', data }, deleted(62))
    await fetch()
    expect(row()?.lastMessage?.body).toBeNull()
    expect(requests()).toHaveLength(1)
  })
})
