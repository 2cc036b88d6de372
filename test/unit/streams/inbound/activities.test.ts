import { expect, it } from 'vitest'
import type { Activity } from '#domain/conversation/typing.ts'
import { userId } from '#schemas/ids.ts'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import { createActivities } from '#streams/inbound/activities.ts'
import {
  confirmed,
  first,
  folded,
  openAccount,
  peer,
  received,
  second,
  self,
} from '../../machines/account-fixture.ts'
import { createBus } from '../../machines/leader/leader-harness.ts'
import { settle } from '../../machines/simulated-clock.ts'

// Loaded once, so that no test waits for it.
await import('#streams/inbound/active-people.ts')

/** A leader and a follower tab of one account. */
async function open() {
  const account = await openAccount()
  const { log, clock, random, report } = account
  const bus = createBus()
  const tab = () =>
    createActivities({ userId: self, log, clock, tabs: createTabChannel(bus.open(), random, report) })
  const [leader, follower] = [tab(), tab()]
  const hear = async (user: number, activity: Activity | undefined, conversation = first) => {
    leader.announce({ conversation, user: userId(user), name: `P${user}`, activity })
    await settle()
  }
  const shown = (tab = leader) =>
    [...tab.people.get()].map(
      ([id, people]) => `${id} ${people.map(({ name, activity }) => `${name} ${activity}`).join(', ')}`,
    )
  return { ...account, leader, follower, hear, shown }
}

it('people are shown in the order in which they began, in every tab, and end 7 s after their last frame', async () => {
  const { hear, shown, follower, clock } = await open()
  await hear(8, 'typing')
  await hear(9, 'recording')
  await clock.advance(4_000)
  await hear(8, 'typing')
  await hear(5, 'typing', second)
  expect(shown()).toEqual(['s:1 P8 typing, P9 recording', 's:2 P5 typing'])
  expect(shown(follower)).toEqual(shown())
  await clock.advance(3_000)
  expect(shown()).toEqual(['s:1 P8 typing', 's:2 P5 typing'])
  await clock.advance(3_999)
  expect(shown()).not.toEqual([])
  await clock.advance(1)
  expect(shown()).toEqual([])
  expect(shown(follower)).toEqual([])
})

it('a person who stops, or whose message arrives, is shown no longer', async () => {
  const { hear, shown, log, clock } = await open()
  await hear(peer, 'typing')
  await hear(9, 'typing')
  await hear(9, undefined)
  expect(shown()).toEqual([`s:1 P${peer} typing`])
  const appended = log.append([received(first, confirmed(1, { senderId: peer }))])
  await folded(clock)
  await appended
  expect(shown()).toEqual([])
})

it('at most 100 people are shown in a conversation', async () => {
  const { hear, leader } = await open()
  for (let user = 100; user < 210; user += 1) await hear(user, 'typing')
  expect(leader.people.get().get(first)).toHaveLength(100)
})
