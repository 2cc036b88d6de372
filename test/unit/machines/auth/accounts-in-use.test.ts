import { expect, it } from 'vitest'
import { answerAccountInUse, watchAccountsInUse } from '#machines/auth/accounts-in-use.ts'
import { type UserId, userId } from '#schemas/ids.ts'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import { createBus } from '#test/unit/machines/leader/leader-harness.ts'
import { SimulatedClock } from '#test/unit/machines/simulated-clock.ts'

const [ann, ben] = [userId(7), userId(8)]

function openDevice() {
  const bus = createBus()
  const tab = (signedIn: UserId | undefined) => {
    const channel = createTabChannel(bus.open(), { next: () => 0.5 }, { fault: () => {} })
    const state = { signedIn }
    const close = answerAccountInUse(channel, () => state.signedIn)
    return { channel, close, state }
  }
  const said: unknown[] = []
  bus.open().subscribe((message) => said.push(message))
  return { tab, said }
}

it('asks which accounts are open in other tabs while it has subscribers, and receives the answers [AUTH-19 XTAB-09]', () => {
  const device = openDevice()
  const here = device.tab(ann)
  const elsewhere = device.tab(ben)
  device.tab(undefined)
  const inUse = watchAccountsInUse(here.channel, new SimulatedClock())
  expect(device.said).toEqual([])
  const stop = inUse.subscribe(() => undefined)
  expect([...inUse.get()]).toEqual([ben])
  expect(device.said).toEqual([
    { type: 'auth-credential-in-use', tab: expect.any(String) },
    { type: 'auth-credential-in-use', tab: expect.any(String), userId: ben },
  ])
  stop()
  elsewhere.close()
  inUse.subscribe(() => undefined)
  expect([...inUse.get()]).toEqual([])
})

it('asks again when another tab changed the stored credentials [AUTH-19]', () => {
  const device = openDevice()
  const here = device.tab(undefined)
  const elsewhere = device.tab(ben)
  const inUse = watchAccountsInUse(here.channel, new SimulatedClock())
  inUse.subscribe(() => undefined)
  elsewhere.state.signedIn = ann
  elsewhere.channel.post({ type: 'update-auth-credentials', userId: ann })
  expect([...inUse.get()]).toEqual([ann])
})
