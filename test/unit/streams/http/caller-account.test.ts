import { describe, expect, it } from 'vitest'
import { applyFriend } from '#schemas/wire/calls/contact-changes.ts'
import { getFriends } from '#schemas/wire/calls/contacts.ts'
import { updateNickname } from '#schemas/wire/calls/profile.ts'
import { callerOf } from '#streams/http/caller.ts'
import type { Credentials } from '#streams/http/request.ts'
import { bodyOf, openCaller } from './caller-harness.ts'

const ok = { Code: 0, Msg: '', Data: [] }
const rejected = { Code: 2, Msg: 'Sign in again' }
const application = { UserID: 3, Remark: '', Source: 'Search' }
const other: Credentials = { userId: 8, token: 'token-of-8' }
const leavings: readonly [string, Credentials | undefined, string][] = [
  ['another account', other, 'cancelled'],
  ['nobody', undefined, 'not-authenticated'],
]
const usersOf = (requests: Parameters<typeof bodyOf>[0][]) =>
  requests.map((request) => (bodyOf(request) as { UID: number }).UID) // what every authenticated body holds

describe.each(leavings)('a call whose account was replaced by %s', (_, next, kind) => {
  it('is not repeated after a failure on the way [HTTP-15]', async () => {
    const { caller, clock, requests, state } = openCaller(['network', ok])
    const result = caller.call(updateNickname, { NickName: 'Ann' })
    await clock.advance(500)
    state.credentials = next
    await clock.advance(60_000)
    expect(await result).toMatchObject({ isOk: false, failure: { kind } })
    expect(usersOf(requests)).toEqual([7])
  })

  it('is not repeated after code 2, even if its kind is never repeated [HTTP-09]', async () => {
    const { caller, requests, state } = openCaller([rejected, ok], {
      onRenewal: () => {
        state.credentials = next
      },
    })
    const result = await caller.call(applyFriend, application)
    expect(result).toMatchObject({ isOk: false, failure: { kind } })
    expect(usersOf(requests)).toEqual([7])
  })

  it('is not sent twice at the same time (DEC-172)', async () => {
    const { caller, clock, requests, state } = openCaller(['silence', ok])
    const result = caller.call(getFriends, {})
    await clock.advance(1000)
    state.credentials = next
    await clock.advance(3000)
    expect(await result).toMatchObject({ isOk: false, failure: { kind } })
    await clock.advance(60_000)
    expect(usersOf(requests)).toEqual([7])
    expect(requests[0]?.signal?.aborted).toBe(true)
  })

  it('is not started by that account’s actors', async () => {
    const { caller, requests, state } = openCaller([ok])
    const own = callerOf(caller, 7)
    expect(await own.call(getFriends, {})).toMatchObject({ isOk: true })
    state.credentials = next
    expect(await own.call(getFriends, {})).toMatchObject({ isOk: false, failure: { kind } })
    expect(usersOf(requests)).toEqual([7])
  })
})

it('continues with a new token of the same account [HTTP-15]', async () => {
  const { caller, clock, requests, state } = openCaller(['network', ok])
  const result = caller.call(updateNickname, { NickName: 'Ann' })
  await clock.advance(500)
  state.credentials = { userId: 7, token: 'token-2' }
  await clock.advance(500)
  expect(await result).toMatchObject({ isOk: true })
  expect(requests.map((request) => bodyOf(request))).toMatchObject([
    { Token: 'token-1' },
    { Token: 'token-2' },
  ])
})

it('does not depend on the signed-in account when it has its own credentials', async () => {
  const { caller, clock, requests, state } = openCaller(['silence', ok])
  const result = caller.call(getFriends, {}, { credentials: { userId: 7, token: 'last' } })
  state.credentials = other
  await clock.advance(4000)
  expect(await result).toMatchObject({ isOk: true })
  expect(usersOf(requests)).toEqual([7, 7])
})
