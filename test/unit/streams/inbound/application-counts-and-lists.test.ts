import { expect, it } from 'vitest'
import { groupRole } from '#domain/group/roles.ts'
import { conversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getAllSessionList, type WireGroupSession } from '#schemas/wire/calls/conversations.ts'
import { fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import { folded, openAccount } from '#test/unit/machines/account-fixture.ts'
import { answers } from '#test/unit/machines/fake-caller.ts'

const group = conversationId('group', 4)

/** The group as the server lists it. */
const row = (changes: Partial<WireGroupSession> = {}): WireGroupSession => ({
  ...{ ID: 4, GroupName: 'Walks', GroupType: 0, UserCount: 3, UnReadCount: 0, IsTop: 0, IsNotDisturb: 0 },
  ...{
    IsNewSession: 0,
    LastReadDelete: 0,
    GroupJoinApplyCount: 0,
    AllBan: 0,
    Self: { Role: groupRole.owner, Status: 1 },
  },
  ...changes,
})
const counted = (count: number): NewEvent => ({
  stream: group,
  type: 'JoinApplicationsCounted',
  data: { count },
  occurredAt: 1,
  origin: 'socket',
})

async function start() {
  const account = await openAccount([])
  const { caller, clock, log } = account
  let list = answers({ ChatSessions: [], Groups: [row()] })
  let reply = Promise.resolve()
  caller.reply(getAllSessionList, async () => {
    const asked = list
    await reply
    return asked
  })
  const ask = () => fetchConversations({ ...account, signal: new AbortController().signal })
  const settle = async (fetching: Promise<unknown>) => {
    for (let round = 0; round < 4; round += 1) await folded(clock)
    await fetching
  }
  await settle(ask())
  return {
    ...account,
    /** Changes the server's list. */
    lists: (changes: Partial<WireGroupSession>) => {
      list = answers({ ChatSessions: [], Groups: [row(changes)] })
    },
    ask,
    settle,
    /** Delays responses until the returned function is called. */
    hold: () => {
      let answer = () => {}
      reply = new Promise((resolve) => {
        answer = resolve
      })
      return answer
    },
    applications: () => log.summaryOf(group)?.group?.applicationCount,
    asked: () => caller.callsOf(getAllSessionList).length,
  }
}

it('a list that was requested before a join request does not remove the request from the badge [SOCK-75 SESS-12]', async () => {
  // Given a requested list without join requests
  const { applications, ask, asked, clock, hold, lists, log, settle } = await start()
  const answer = hold()
  const fetching = ask()
  // When the managers receive a join request, and then the list arrives
  void log.append([counted(1)])
  await folded(clock)
  answer()
  await settle(fetching)
  // Then the badge counts the request, and no other list was requested
  expect([applications(), asked()]).toEqual([1, 2])
  // The next list is newer than the join request, so its count holds.
  lists({ GroupJoinApplyCount: 0 })
  await settle(ask())
  expect(applications()).toBe(0)
})

it('a list that arrives before a newer count is folded does not undo the count [SOCK-75]', async () => {
  // Given a requested list with another change of the group
  const { applications, ask, asked, hold, lists, log, settle } = await start()
  const answer = hold()
  lists({ UserCount: 4 })
  const fetching = ask()
  lists({ UserCount: 4, GroupJoinApplyCount: 1 })
  // When it arrives before the sent count is folded
  void log.append([counted(1)])
  answer()
  await settle(fetching)
  // Then the badge counts the request, and the rest of the list is applied
  expect([applications(), asked()]).toEqual([1, 2])
  expect(log.summaryOf(group)?.group?.memberCount).toBe(4)
})

it('an older list clears the count of join requests for a member who is no longer a manager', async () => {
  // Given a requested list in which this user is a plain member
  const { applications, ask, asked, clock, hold, lists, log, settle } = await start()
  const answer = hold()
  lists({ Self: { Role: groupRole.member, Status: 1 } })
  const fetching = ask()
  // When it arrives after the user, as a manager, received a count
  void log.append([counted(1)])
  await folded(clock)
  answer()
  await settle(fetching)
  // Then the count is 0
  expect([applications(), asked()]).toEqual([0, 2])
})
