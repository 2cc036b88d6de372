import { EMPTY } from 'rxjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFriendChanges } from '#client/friend-changes.ts'
import { openTimelineHandle } from '#client/timeline.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { UnsignedTabMessage } from '#schemas/cross-tab/tab-message.ts'
import { userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import * as calls from '#schemas/wire/calls/contact-changes.ts'
import { createListChanges } from '#streams/cross-tab/account-changes.ts'
import { first, listed, openAccount, peer, self } from '../machines/account-fixture.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { accountOf, befriend, signIn, signUp } from './acquaintance.ts'
import { InProcessWorld } from './in-process-world.ts'

const ben: NewEvent = {
  stream: 'account',
  type: 'FriendListed',
  data: {
    facts: {
      ...{ userId: peer, nickname: 'Ben', avatarUrl: '', remark: 'Benny', signature: '' },
      ...{ chatId: 'ben', gender: 0, conversationId: first },
    },
  },
  occurredAt: 1,
  origin: 'http',
}
const entry = { ID: 3, UserID: self, BlackUserID: peer, BlackUserNickName: 'Ben', BlackUserHeadImg: '/b.png' }

/** The changes of friends over a fake caller, in an account whose only friend is Ben. */
async function open() {
  const account = await openAccount([listed(first), ben])
  const notices: Notice[] = []
  const posted: UnsignedTabMessage[] = []
  let tagReloads = 0
  const tabs = { messages$: EMPTY, post: (message: UnsignedTabMessage) => void posted.push(message) }
  const core = {
    ...account,
    tabs,
    userId: self,
    ports: account,
    notify: (notice: Notice) => void notices.push(notice),
    blacklistChanges: createListChanges(tabs, self, 'update-blacklist'),
  }
  account.caller.reply(calls.getBlackList, answers([entry]))
  const changes = createFriendChanges(core, {
    announceChange: () => {
      tagReloads += 1
    },
  })
  return {
    ...account,
    ...{ core, changes, notices, posted, tagReloads: () => tagReloads },
    friends: () => account.log.friends.get(),
    /** Advances the clock so that the log flushes during an operation. */
    async finished<Value>(operation: Promise<Value>): Promise<Value> {
      for (let turn = 0; turn < 20; turn += 1) await account.clock.advance(16)
      return operation
    },
  }
}

describe('the blacklist', () => {
  it('lists the blocked people [BLOCK-06 BLOCK-07]', async () => {
    const { changes, caller, finished } = await open()
    changes.blacklist.subscribe(() => undefined)
    await finished(changes.blacklist.fresh())
    expect(caller.callsOf(calls.getBlackList)[0]).toMatchObject({ request: {} })
    expect(changes.blacklist.get()).toEqual({
      status: 'ready',
      value: [{ entryId: 3, userId: peer, nickname: 'Ben', avatarUrl: '/b.png' }],
    })
  })

  it('blocks a person with the server’s message, and closes the conversation in other tabs [BLOCK-08 BLOCK-10]', async () => {
    const { changes, caller, notices, posted, finished } = await open()
    changes.blacklist.subscribe(() => undefined)
    caller.reply(calls.addBlackList, answers(null, 'Blocked.'))
    expect(await finished(changes.block(peer))).toMatchObject({ isOk: true })
    expect(caller.callsOf(calls.addBlackList)).toMatchObject([{ request: { UserID: peer } }])
    expect(notices).toEqual([{ kind: 'success', text: 'Blocked.' }])
    expect(posted).toEqual([
      { type: 'update-blacklist', account: self },
      { type: 'leave-session', account: self, left: { type: 'user', id: peer } },
    ])
    expect(caller.callsOf(calls.getBlackList)).toHaveLength(2)
  })

  it('blocks neither oneself nor anybody whom the server rejects [BLOCK-05]', async () => {
    const { changes, caller, notices, posted, finished } = await open()
    expect(await changes.block(self)).toMatchObject({ isOk: false })
    expect(caller.callsOf(calls.addBlackList)).toEqual([])
    caller.reply(calls.addBlackList, rejects(7))
    expect(await finished(changes.block(userId(99)))).toMatchObject({ isOk: false })
    expect([notices, posted]).toEqual([[], []])
  })

  it('removes an entry by its id [BLOCK-03 BLOCK-09]', async () => {
    const { changes, caller, posted, finished } = await open()
    caller.reply(calls.deleteBlackList, answers(null))
    expect(await finished(changes.unblock(3))).toMatchObject({ isOk: true })
    expect(caller.callsOf(calls.deleteBlackList)).toMatchObject([{ request: { BlackListID: 3 } }])
    expect(posted).toEqual([{ type: 'update-blacklist', account: self }])
  })
})

describe('friends', () => {
  it('are deleted with their conversation, and their tags are requested again [FRIEND-50 FRIEND-62]', async () => {
    const { changes, caller, friends, log, tagReloads, finished } = await open()
    caller.reply(calls.deleteFriend, rejects(6))
    expect(await finished(changes.remove(peer))).toMatchObject({ isOk: false })
    expect([friends().length, log.conversations.get().length]).toEqual([1, 1])
    caller.reply(calls.deleteFriend, answers(null))
    expect(await finished(changes.remove(peer))).toMatchObject({ isOk: true })
    expect(caller.callsOf(calls.deleteFriend).at(-1)).toMatchObject({ request: { UserID: peer } })
    expect([friends(), log.conversations.get(), tagReloads()]).toEqual([[], [], 1])
  })

  it.each([
    ['  Big Ben ', 'Big Ben', 'saved'],
    ['', '', 'reset'],
    ['   ', '', 'reset'],
    [' Ben ', '', 'reset'],
    ['b'.repeat(50), 'b'.repeat(50), 'saved'],
  ])('get the remark %j as %j [FRIEND-35 FRIEND-63]', async (text, sent, change) => {
    const { changes, caller, friends, finished } = await open()
    caller.reply(calls.remarkFriend, answers(null))
    expect(await finished(changes.setRemark(peer, text))).toEqual({ isOk: true, value: change })
    const request = { FriendUserID: peer, RemarkName: sent }
    expect(caller.callsOf(calls.remarkFriend)).toMatchObject([{ request }])
    expect(friends()).toMatchObject([{ remark: sent, displayName: sent || 'Ben' }])
  })

  it('keep their remark without a call if it is unchanged or longer than 50 characters [FRIEND-35 FRIEND-37]', async () => {
    const { changes, caller, friends, finished } = await open()
    expect(await finished(changes.setRemark(peer, ' Benny '))).toEqual({ isOk: true, value: 'unchanged' })
    expect(await finished(changes.setRemark(peer, 'b'.repeat(51)))).toMatchObject({
      isOk: false,
      rejection: { key: 'errors.string.max-length', values: { count: 50 } },
    })
    expect(await finished(changes.setRemark(userId(99), 'x'))).toMatchObject({ isOk: false })
    expect(caller.callsOf(calls.remarkFriend)).toEqual([])
    expect(friends()).toMatchObject([{ remark: 'Benny' }])
  })
})

describe('blocking and deleting over the real backend', () => {
  let world: InProcessWorld
  beforeAll(async () => {
    world = await InProcessWorld.open()
  }, 60_000)
  afterAll(() => world.backend.close())

  it('reaches the other device of the person, and the blocked friend’s message is removed [BLOCK-03 FRIEND-50 LIFE-15]', async () => {
    const [anna, ben, other] = [world.start(), world.start(), world.start()]
    await signUp(world, anna, '13800000011')
    await signUp(world, ben, '13800000012')
    const id = await befriend(world, anna, ben)
    await signIn(world, other, '13800000011')
    await world.until('the list', () => accountOf(other).conversations.get().length === 1)
    const [here, there] = await Promise.all(
      [anna, other].map((person) => world.finished(accountOf(person).loadFriendChanges())),
    )
    if (!here || !there) throw new Error('A device is missing')
    there.blacklist.subscribe(() => undefined)
    const count = () => {
      const state = there.blacklist.get()
      return state.status === 'ready' ? state.value.length : undefined
    }
    await world.until('an empty list', () => count() === 0)
    const timeline = accountOf(ben).openTimeline(id, openTimelineHandle)
    const send = (text: string) =>
      world.finished(accountOf(ben).dispatch({ type: 'SendText', conversationId: id, text }))
    const sentTo = (person: typeof anna) =>
      accountOf(person)
        .conversations.get()
        .map(({ lastMessage }) => lastMessage?.body)
    await send('before')
    await world.until('before', () => sentTo(anna)[0] === 'before')

    expect(await world.finished(here.block(accountOf(ben).userId))).toMatchObject({ isOk: true })
    await world.until('the entry on the other device', () => count() === 1)
    await send('blocked')
    await world.until('the rejection', () => ben.notices.some(({ text }) => text?.includes('not accept')))
    const bodies = () => timeline.view.get().messages.map(({ body }) => body)
    await world.until('the message is gone', () => bodies().join() === 'before')
    expect([sentTo(anna), sentTo(other)]).toEqual([['before'], ['before']])

    expect(await world.finished(here.remove(accountOf(ben).userId))).toMatchObject({ isOk: true })
    const isGone = () =>
      accountOf(other).friends.get().length + accountOf(other).conversations.get().length === 0
    await world.until('the deletion on the other device', isGone)
    await world.until('the end for the friend', () => accountOf(ben).friends.get().length === 0)
    expect(bodies()).toEqual(['before'])
    timeline.close()
    expect(world.backend.faults).toEqual([])
    for (const { client } of [anna, ben, other]) await world.finished(client.dispose())
  })
})
