import { describe, expect, it } from 'vitest'
import { conversationId, userId } from '#schemas/ids.ts'
import { getChatSession, type WireGroupSession } from '#schemas/wire/calls/conversations.ts'
import type { CallResult } from '#streams/http/call-result.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { self } from '../account-fixture.ts'
import { answers, rejects } from '../fake-caller.ts'
import { createLocks } from '../locks.ts'
import { settle } from '../simulated-clock.ts'
import { createBus, openTab } from './leader-harness.ts'

const group = conversationId('group', 4)
const row: WireGroupSession = {
  ...{ ID: 4, UserID: 9, GroupName: 'Walks', UserCount: 3, UnReadCount: 0, GroupType: 0 },
  ...{ IsTop: 0, IsNotDisturb: 0, IsNewSession: 0, GroupJoinApplyCount: 0, LastReadDelete: 0, AllBan: 0 },
  ...{ CreateTime: 1, Self: { Role: 0, Status: 1 } },
}

async function open() {
  const [locks, bus] = [createLocks(), createBus()]
  const leader = await openTab(locks, bus.open())
  const follower = await openTab(locks, bus.open())
  await leader.logIn()
  leader.caller.reply(getChatSession, answers(row))
  const asked = () => [leader, follower].map(({ caller }) => caller.callsOf(getChatSession).length)
  const tell = async (account = self) => {
    follower.core.tabs.post({ type: 'join-group', account, group })
    await settle()
    await leader.clock.advance(16)
  }
  const titles = () =>
    leader.log.conversations.get().flatMap(({ id, title }) => (id === group ? [title] : []))
  return { leader, asked, tell, titles }
}

describe('a group that was joined in another tab', () => {
  it('is requested by the leader tab when another tab announces it [XTAB-07]', async () => {
    const { asked, leader, tell, titles } = await open()
    await tell()
    expect([asked(), titles()]).toEqual([[1, 0], ['Walks']])
    expect(leader.faults).toEqual([])
  })

  it('changes nothing on a second announcement, or if the log already has it [XTAB-07]', async () => {
    const { asked, leader, tell, titles } = await open()
    await tell()
    let appended = 0
    leader.log.appended$.subscribe((events) => {
      appended += events.length
    })
    await tell()
    expect([asked(), titles(), appended]).toEqual([[1, 0], ['Walks'], 0])
  })

  it('of another account is left to that account [XTAB-07]', async () => {
    const { asked, tell, titles } = await open()
    await tell(userId(8))
    expect([asked(), titles()]).toEqual([[0, 0], []])
  })

  it('waits for the next list if it cannot be fetched [XTAB-07]', async () => {
    const { leader, tell, titles } = await open()
    leader.caller.reply(getChatSession, rejects(5))
    await tell()
    expect([titles(), leader.faults]).toEqual([[], []])
  })

  it('is dropped without a fault when this tab loses the leadership [XTAB-07]', async () => {
    const { leader, tell } = await open()
    const answer = createDeferred<CallResult<WireGroupSession>>()
    leader.caller.reply(getChatSession, () => answer.promise)
    await tell()
    leader.actor.stop()
    await leader.log.close()
    expect(leader.caller.callsOf(getChatSession)[0]?.options.signal?.aborted).toBe(true)
    answer.resolve(answers(row))
    await leader.clock.advance(10_000)
    expect(leader.faults).toEqual([])
  })
})

it('a login announces to all tabs that any group may have changed, and a frame that its group has', async () => {
  const [locks, bus] = [createLocks(), createBus()]
  const [leader, follower] = [await openTab(locks, bus.open()), await openTab(locks, bus.open())]
  const changed = [leader, follower].map(({ core }) => {
    const groups: unknown[] = []
    core.groupChanges.changed$.subscribe((id) => groups.push(id))
    return groups
  })
  await leader.logIn()
  leader.socket.last().receive({ Cmd: 'GroupUserMute', GroupID: 4, UserID: 8, Status: 0 })
  await settle()
  for (const groups of changed) expect(groups).toEqual([undefined, group])
})
