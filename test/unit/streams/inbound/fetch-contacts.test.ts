import { describe, expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import {
  getFriendApplications,
  getFriends,
  getHistoryApplications,
  type WireFriend,
} from '#schemas/wire/calls/contacts.ts'
import { fetchApplications, fetchFriends } from '#streams/inbound/fetch-contacts.ts'
import { createPresence } from '#streams/inbound/presence.ts'
import { openAccount, peer } from '#test/unit/machines/account-fixture.ts'
import { answers } from '#test/unit/machines/fake-caller.ts'

const ben: WireFriend = { FriendID: peer, FriendNickName: 'Ben' }
const account = { stream: 'account', occurredAt: 1, origin: 'http' } as const
const friendListed: NewEvent = {
  ...account,
  type: 'FriendListed',
  data: {
    facts: {
      userId: peer,
      nickname: 'Ben',
      avatarUrl: '',
      remark: '',
      signature: '',
      chatId: '',
      gender: 0,
    },
  },
}

/** Fetches friends while another response changes them. The first list is from before that change. */
async function overtaken(
  before: readonly NewEvent[],
  change: NewEvent,
  lists: { readonly outdated: WireFriend[]; readonly current: WireFriend[] },
) {
  const { caller, clock, log, serverTime } = await openAccount(before)
  caller.reply(getFriends, async () => {
    await log.append([change])
    caller.reply(getFriends, answers(lists.current))
    return answers(lists.outdated)
  })
  const { signal } = new AbortController()
  await Promise.all([fetchFriends({ caller, log, serverTime, signal }, createPresence()), clock.advance(100)])
  return log.friends.get().map(({ userId }) => userId)
}

describe('a list of friends that another response has overtaken', () => {
  it('does not remove a new friend', async () => {
    expect(await overtaken([], friendListed, { outdated: [], current: [ben] })).toEqual([peer])
  })

  it('does not list a removed friend again', async () => {
    const removed: NewEvent = { ...account, type: 'FriendRemoved', data: { userId: peer } }
    expect(await overtaken([friendListed], removed, { outdated: [ben], current: [] })).toEqual([])
  })
})

describe('a list of friend requests that an answer has overtaken', () => {
  it('does not open the answered request again', async () => {
    const { caller, clock, log, serverTime } = await openAccount([])
    const { signal } = new AbortController()
    const fetch = () =>
      Promise.all([fetchApplications({ caller, log, serverTime, signal }), clock.advance(100)])
    caller.reply(getFriendApplications, answers([{ ID: 1, UserID: peer, CreateTime: 0 }]))
    caller.reply(getHistoryApplications, answers([]))
    await fetch()
    const answered = log.applications.get().pending.map(
      ({ applicationId }): NewEvent => ({
        ...account,
        type: 'ApplicationAnswered',
        data: { applicationId, answer: 'rejected' },
      }),
    )
    expect(answered).toHaveLength(1)
    caller.reply(getFriendApplications, async () => {
      await log.append(answered)
      caller.reply(getFriendApplications, answers([]))
      return answers([{ ID: 1, UserID: peer, CreateTime: 0 }])
    })
    await fetch()
    expect(log.applications.get()).toMatchObject({ pending: [], past: [{ status: 'rejected' }] })
  })
})
