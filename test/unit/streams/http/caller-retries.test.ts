import { describe, expect, it } from 'vitest'
import { retryDelay } from '#domain/http/call-limits.ts'
import { applyFriend } from '#schemas/wire/calls/contact-changes.ts'
import { getFriends } from '#schemas/wire/calls/contacts.ts'
import { updateNickname, uploadAvatar } from '#schemas/wire/calls/profile.ts'
import { settle } from '#test/unit/machines/simulated-clock.ts'
import { bodyOf, openCaller } from './caller-harness.ts'

const ok = { Code: 0, Msg: '', Data: [] }
const rejected = { Code: 2, Msg: 'Sign in again' }
const application = { UserID: 3, Remark: '', Source: 'Search' }
const file = { name: 'a.png', type: 'image/png', size: 3, content: new Uint8Array(3) }

describe('retries', () => {
  it('wait 1, 1, 2, 3, 5, 8 and then 10 s [HTTP-16]', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map(retryDelay)).toEqual([
      1000, 1000, 2000, 3000, 5000, 8000, 10_000, 10_000, 10_000,
    ])
  })

  it('repeat a query 5 times, each after its wait [HTTP-15 HTTP-16]', async () => {
    const { caller, clock, requests } = openCaller(['network'])
    const result = caller.call(getFriends, {})
    const counts: number[] = []
    for (const wait of [0, 1000, 1000, 2000, 3000, 5000, 8000]) {
      await clock.advance(wait)
      counts.push(requests.length)
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 6])
    expect(await result).toMatchObject({ failure: { kind: 'network' } })
  })

  it('repeat a repeatable mutation 3 times and any other never [HTTP-15] (DEC-125)', async () => {
    const repeatable = openCaller(['network'])
    void repeatable.caller.call(updateNickname, { NickName: 'Ann' })
    await repeatable.clock.advance(60_000)
    expect(repeatable.requests).toHaveLength(4)
    const once = openCaller(['network'])
    void once.caller.call(applyFriend, application)
    await once.clock.advance(60_000)
    expect(once.requests).toHaveLength(1)
  })

  it('end with the first response', async () => {
    const { caller, clock, requests } = openCaller(['network', 'network', ok])
    const result = caller.call(getFriends, {})
    await clock.advance(2000)
    expect(await result).toMatchObject({ isOk: true })
    expect(requests).toHaveLength(3)
  })

  it.each([
    ['a response error', { Code: 6, Msg: 'no' }],
    ['an unreadable answer', { text: '?', status: 200 }],
  ])('are not made after %s [HTTP-17]', async (_, reaction) => {
    const { caller, clock, requests } = openCaller([reaction])
    void caller.call(getFriends, {})
    await clock.advance(60_000)
    expect(requests).toHaveLength(1)
  })

  it('are not made without credentials [HTTP-17]', async () => {
    const { caller, clock, requests } = openCaller([rejected], { renewal: 'rejected' })
    void caller.call(getFriends, {})
    await clock.advance(60_000)
    expect(requests).toHaveLength(1)
  })

  it('take a gateway’s fault page for a network failure', async () => {
    const { caller, clock, requests } = openCaller([{ text: 'Bad Gateway', status: 502 }, ok])
    const result = caller.call(getFriends, {})
    await clock.advance(1000)
    expect(await result).toMatchObject({ isOk: true })
    expect(requests).toHaveLength(2)
  })
})

describe('time limits', () => {
  it('end a call after 15 s with PROMISE_TIMED_OUT [HTTP-06 HTTP-19]', async () => {
    const { caller, clock, requests } = openCaller(['silence'])
    const result = caller.call(applyFriend, application)
    await clock.advance(14_999)
    expect(requests[0]?.signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(await result).toMatchObject({
      failure: { kind: 'timed-out', rejection: { key: 'errors.timed-out' } },
    })
    expect(requests[0]?.signal?.aborted).toBe(true)
  })

  it('end an upload after 5 minutes [HTTP-07]', async () => {
    const { caller, clock, requests } = openCaller(['silence'])
    void caller.call(uploadAvatar, {}, { file, retries: 0 })
    await clock.advance(299_999)
    expect(requests[0]?.signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(requests[0]?.signal?.aborted).toBe(true)
  })
})

describe('endpoints', () => {
  const apiEndpoints = ['https://one.example', 'https://two.example']

  it('are dropped after a network failure, so that another is tried [HTTP-13]', async () => {
    const { caller, clock, requests } = openCaller(['network', ok], { apiEndpoints })
    void caller.call(getFriends, {})
    await clock.advance(1000)
    expect(requests.map(({ url }) => new URL(url).host)).toEqual(['one.example', 'two.example'])
  })

  it('are kept when the call was cancelled [HTTP-14]', async () => {
    const { caller, endpoints, requests } = openCaller(['silence'], { apiEndpoints })
    const controller = new AbortController()
    const result = caller.call(getFriends, {}, { signal: controller.signal })
    await settle()
    controller.abort()
    expect(await result).toMatchObject({ failure: { kind: 'cancelled' } })
    expect(endpoints.api.current()).toBe('https://one.example')
    expect(requests).toHaveLength(1)
  })

  it('stay when there is only one', async () => {
    const { caller, endpoints } = openCaller(['network'])
    await caller.call(applyFriend, application)
    expect(endpoints.api.current()).toBe('https://own.example')
  })
})

describe('code 2', () => {
  it('renews the credentials and repeats the call once with the new ones [HTTP-09 AUTH-34]', async () => {
    const { caller, requests, state } = openCaller([rejected, ok])
    expect(await caller.call(getFriends, {})).toMatchObject({ isOk: true })
    expect(state.renewals).toBe(1)
    expect(requests.map((request) => bodyOf(request))).toMatchObject([
      { Token: 'token-1' },
      { Token: 'token-2' },
    ])
  })

  it('raises not-authenticated when they cannot be renewed [HTTP-10]', async () => {
    const { caller } = openCaller([rejected], { renewal: 'rejected' })
    expect(await caller.call(getFriends, {})).toMatchObject({
      failure: { kind: 'not-authenticated', rejection: { key: 'errors.not-authenticated' } },
    })
  })

  it('counts as a network failure when the renewal found no network (DEC-101)', async () => {
    const { caller } = openCaller([rejected], { renewal: 'unreachable' })
    const result = await caller.call(getFriends, {}, { retries: 0 })
    expect(result).toMatchObject({ failure: { kind: 'network' } })
  })

  it('of credentials given for one call does not refresh the token', async () => {
    const { caller, state } = openCaller([rejected])
    const credentials = { userId: 7, token: 'reset' }
    const result = await caller.call(updateNickname, { NickName: 'Ann' }, { credentials })
    expect(result).toMatchObject({ failure: { kind: 'rejected', code: 2 } })
    expect(state.renewals).toBe(0)
  })
})
