import { describe, expect, it } from 'vitest'
import { getChatData } from '#schemas/wire/calls/conversations.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { startGapDetection } from '#streams/inbound/gap-detection.ts'
import {
  confirmed,
  first,
  folded,
  listed,
  openAccount,
  received,
} from '#test/unit/machines/account-fixture.ts'
import { serveHistory } from '#test/unit/machines/server-history.ts'

async function start(count: number, missing: ReadonlySet<number> = new Set()) {
  const account = await openAccount([listed(first), ...[1, 2, 3].map((n) => received(first, confirmed(n)))])
  serveHistory(account.caller, new Map([[first, count]]), missing)
  const failures: unknown[] = []
  const over = new AbortController()
  const gaps = startGapDetection({
    ...account,
    signal: over.signal,
    onFailure: (cause) => failures.push(cause),
  })
  return {
    ...account,
    failures,
    gaps,
    requests: () => account.caller.callsOf(getChatData).map(({ request }) => request),
    held: () => account.log.syncState(first)?.contiguousRanges,
    async receive(...sequences: number[]) {
      const appended = account.log.append(sequences.map((n) => received(first, confirmed(n))))
      await folded(account.clock)
      await appended
    },
  }
}

describe('a gap in the sequence numbers', () => {
  it('is detected and fetched after 600 ms [LIFE-20 LIFE-21]', async () => {
    const { clock, held, receive, requests } = await start(6)
    await receive(6)
    await clock.advance(599)
    expect(requests()).toEqual([])
    await clock.advance(1)
    expect(requests()).toMatchObject([{ ChatSessionID: 1, Status: 1, FromID: 30 }])
    await folded(clock)
    expect(held()).toEqual([{ from: 1, to: 6 }])
  })

  it('is not fetched if the missing messages arrive meanwhile [LIFE-21]', async () => {
    const { clock, receive, requests } = await start(6)
    await receive(6)
    await clock.advance(300)
    await receive(5, 4)
    await clock.advance(60_000)
    expect(requests()).toEqual([])
  })

  it('is fetched page by page until the numbers meet in an open conversation', async () => {
    const { clock, held, log, receive, requests } = await start(140)
    await log.openTimeline(first)
    await receive(140)
    await clock.advance(2000)
    expect(requests()).toMatchObject([{ FromID: 30 }, { FromID: 530 }, { FromID: 1030 }])
    expect(held()).toEqual([{ from: 1, to: 140 }])
  })

  it('of more than a page is fetched when the conversation opens, and a very large one on scrolling', async () => {
    const { clock, gaps, held, log, receive, requests } = await start(1200)
    await receive(140)
    await clock.advance(60_000)
    expect(requests()).toEqual([])
    const screen = await log.openTimeline(first)
    await receive(1200)
    await clock.advance(2000)
    expect(held()).toEqual([
      { from: 1, to: 153 },
      { from: 1200, to: 1200 },
    ])
    screen.close()
    expect(log.shownConversations()).toEqual([])
    await gaps.fill([first])
    expect(held()).toHaveLength(2)
  })

  it('does not exist below the first number: those messages are only older', async () => {
    const account = await openAccount([listed(first), received(first, confirmed(40))])
    serveHistory(account.caller, new Map([[first, 41]]))
    startGapDetection({ ...account, signal: new AbortController().signal, onFailure: () => {} })
    void account.log.append([received(first, confirmed(41))])
    await account.clock.advance(10_000)
    expect(account.caller.calls).toEqual([])
  })

  it('that the server cannot fill is requested once (DEC-106)', async () => {
    const { clock, receive, requests } = await start(8, new Set([5]))
    await receive(8)
    await clock.advance(2000)
    const asked = requests().length
    await receive(9)
    await clock.advance(60_000)
    expect(requests()).toHaveLength(asked)
  })

  it('is reported and requested again if the server was unreachable', async () => {
    const { caller, clock, failures, held, receive } = await start(6)
    caller.reply(getChatData, failureOf('network'))
    await receive(6)
    await clock.advance(1000)
    expect(failures).toHaveLength(1)
    serveHistory(caller, new Map([[first, 7]]))
    await receive(7)
    await clock.advance(1000)
    expect(held()).toEqual([{ from: 1, to: 7 }])
  })

  it('is filled immediately after a login', async () => {
    const { clock, gaps, held, receive } = await start(6)
    await receive(6)
    const filled = gaps.fill([first])
    await folded(clock)
    await filled
    expect(held()).toEqual([{ from: 1, to: 6 }])
  })

  it('is not fetched after the leader has stopped', async () => {
    const { clock, gaps, receive, requests } = await start(6)
    await receive(6)
    gaps.stop()
    await clock.advance(10_000)
    expect(requests()).toEqual([])
  })
})
