import { describe, expect, it } from 'vitest'
import { serverId } from '#schemas/ids.ts'
import { first as conversation, self } from '../account-fixture.ts'
import { createLocks } from '../locks.ts'
import { settle } from '../simulated-clock.ts'
import { createBus, openTab } from './leader-harness.ts'

describe('a deletion requested in a tab without a connection', () => {
  const ask = async (isConnected: boolean) => {
    const [locks, bus] = [createLocks(), createBus()]
    const leader = await openTab(locks, bus.open())
    const follower = await openTab(locks, bus.open())
    if (isConnected) await leader.logIn()
    const messages = [serverId(10), serverId(20)]
    follower.core.tabs.post({ type: 'delete-for-everyone', account: self, conversation, messages })
    await settle()
    return leader
  }

  it('leaves by the tab that leads, one frame a message [SOCK-34] (DEC-20)', async () => {
    const leader = await ask(true)
    const common = { Cmd: 'DeleteChat', UserID: self, ChatSessionID: 1 }
    expect(leader.socket.last().sentOf('DeleteChat')).toEqual([
      { ...common, ChatID: 10 },
      { ...common, ChatID: 20 },
    ])
  })

  it('never waits for a connection (DEC-20)', async () => {
    const leader = await ask(false)
    await leader.logIn()
    expect(leader.socket.last().sentOf('DeleteChat')).toEqual([])
  })
})
