import { expect, it } from 'vitest'
import type { Notice } from '#domain/notification/toast.ts'
import { conversationId, type UserId, userId } from '#schemas/ids.ts'
import { ann, createTabAccount, diskWith } from '../machines/auth/auth-harness.ts'
import { createBus } from '../machines/leader/leader-harness.ts'
import { createLocks } from '../machines/locks.ts'
import { SimulatedClock } from '../machines/simulated-clock.ts'
import { startLoneClient } from './lone-client.ts'

const ben = { ...ann, userId: userId(8), nickname: 'Ben', token: 'token-of-8' }
const rejected = { status: 200, text: JSON.stringify({ Code: 4, Msg: 'not allowed' }) }

/** Two tabs of a device on which Ann and Ben are signed in. The first one shows Ann and leads both accounts. */
async function openTabs(second: UserId) {
  const disk = await diskWith(ann)
  await disk.storage().accounts.put(ben)
  const [locks, bus] = [createLocks(), createBus()]
  const clock = new SimulatedClock()
  const open = async (shown: UserId) => {
    const tabAccount = createTabAccount()
    tabAccount.write(shown)
    const tab = await startLoneClient(
      disk,
      { request: async () => rejected },
      { clock, locks, channel: bus.open(), tabAccount },
    )
    const notices: Notice[] = []
    tab.client.notices$.subscribe((notice) => notices.push(notice))
    return { ...tab, notices }
  }
  const [leader, follower] = [await open(ann.userId), await open(second)]
  await clock.advance(4000)
  /** The first tab fails to leave a group of Ben. */
  const failInBackground = async () => {
    const account = leader.client.accounts.get().find((one) => one.userId === ben.userId)
    if (!account) throw new Error('Ben does not run')
    const leaving = account.groups.leave(conversationId('group', 9))
    await clock.advance(100)
    expect(await leaving).toMatchObject({ isOk: false })
  }
  const choose = async ({ client }: typeof leader, account: UserId) => {
    const chosen = client.authentication.choose(account)
    await clock.advance(100)
    await chosen
    await clock.advance(100)
  }
  return { leader, follower, failInBackground, choose }
}

it('a notice of an account in the background is shown by the tab that shows the account [AUTH-17]', async () => {
  const { leader, follower, failInBackground, choose } = await openTabs(ben.userId)
  await failInBackground()
  expect([leader.notices, follower.notices]).toMatchObject([[], [{ kind: 'error' }]])
  await choose(leader, ben.userId)
  expect([leader.notices.length, follower.notices.length]).toEqual([0, 1])
})

it('a notice that no tab can show waits for a switch to its account in any tab, and is shown once [AUTH-17]', async () => {
  const { leader, follower, failInBackground, choose } = await openTabs(ann.userId)
  await failInBackground()
  expect([leader.notices, follower.notices]).toEqual([[], []])
  await choose(follower, ben.userId)
  expect([leader.notices, follower.notices]).toMatchObject([[], [{ kind: 'error' }]])
  await choose(leader, ben.userId)
  expect([leader.notices.length, follower.notices.length]).toEqual([0, 1])
})
