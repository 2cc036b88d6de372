import { describe, expect, it } from 'vitest'
import { getFriends } from '#schemas/wire/calls/contacts.ts'
import { updateNickname } from '#schemas/wire/calls/profile.ts'
import { openCaller, type Reaction } from './caller-harness.ts'

const ok = { Code: 0, Msg: '', Data: [] }

/** The numbers of requests of a query after 0, 4, 8 and 12 s. */
async function requestsOver(reactions: readonly Reaction[]) {
  const { caller, clock, requests } = openCaller(reactions)
  const result = caller.call(getFriends, {}, { retries: 0 })
  const counts: number[] = []
  for (const wait of [0, 4000, 4000, 4000]) {
    await clock.advance(wait)
    counts.push(requests.length)
  }
  return { counts, requests, result, clock }
}

describe('a query without a response (DEC-172)', () => {
  it('is sent again in parallel after 4 s and after 8 s, and the first response ends the others', async () => {
    const { counts, requests, result } = await requestsOver(['silence', 'silence', ok])
    expect(counts).toEqual([1, 2, 3, 3])
    expect(await result).toMatchObject({ isOk: true })
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true, true, true])
  })

  it('fails as a whole after 15 s [HTTP-06]', async () => {
    const { requests, result, clock } = await requestsOver(['silence'])
    await clock.advance(2999)
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false, false, false])
    await clock.advance(1)
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true, true, true])
    expect(await result).toMatchObject({ failure: { kind: 'timed-out' } })
  })

  it.each([
    ['it is answered at once', [ok]],
    ['a response has begun to come', ['endless']],
    ['it finds no network', ['network']],
  ] satisfies [string, Reaction[]][])('is sent once when %s', async (_, reactions) => {
    const { counts } = await requestsOver(reactions)
    expect(counts).toEqual([1, 1, 1, 1])
  })

  it('waits for the others when one of them finds no network', async () => {
    const { counts, result } = await requestsOver(['silence', 'network', ok])
    expect(counts).toEqual([1, 2, 3, 3])
    expect(await result).toMatchObject({ isOk: true })
  })

  it('is cancelled by its caller without further requests [HTTP-14]', async () => {
    const { caller, clock, requests, endpoints } = openCaller(['silence'], {
      apiEndpoints: ['https://a.example', 'https://b.example'],
    })
    const before = endpoints.api.current()
    const giving = new AbortController()
    const result = caller.call(getFriends, {}, { signal: giving.signal })
    await clock.advance(1000)
    giving.abort()
    await clock.advance(20_000)
    expect(await result).toMatchObject({ failure: { kind: 'cancelled' } })
    expect(requests).toHaveLength(1)
    expect(endpoints.api.current()).toBe(before)
  })
})

it('with an effect is sent once at a time', async () => {
  const { caller, clock, requests } = openCaller(['silence'])
  void caller.call(updateNickname, { NickName: 'Ann' }, { retries: 0 })
  await clock.advance(14_000)
  expect(requests).toHaveLength(1)
})
