import { describe, expect, it } from 'vitest'
import { clearAllConversations } from '#client/deletion.ts'
import { readTabMessage, type TabMessage } from '#schemas/cross-tab/tab-message.ts'
import { userId } from '#schemas/ids.ts'
import { confirmed, first, folded, peer, received, second, self } from '../machines/account-fixture.ts'
import { createBus, openTab } from '../machines/leader/leader-harness.ts'
import { createLocks } from '../machines/locks.ts'
import { settle } from '../machines/simulated-clock.ts'

const success = { isOk: true, value: { key: 'messaging-settings.success' } }
const failure = { isOk: false, rejection: { key: 'messaging-settings.failed' } }

/** A leader tab that has messages, and a follower tab. */
async function open() {
  const [locks, bus] = [createLocks(), createBus()]
  const said: TabMessage[] = []
  bus.open().subscribe((value) => {
    const reading = readTabMessage(value)
    if (reading.kind === 'message' && reading.message.type.startsWith('clear-all')) said.push(reading.message)
  })
  const leader = await openTab(locks, bus.open())
  const follower = await openTab(locks, bus.open())
  const filled = leader.log.append([received(first, confirmed(1)), received(second, confirmed(2))])
  await folded(leader.clock)
  await filled
  const held = () => leader.log.conversations.get().flatMap(({ lastMessage }) => lastMessage ?? [])
  const told = () => said.map(({ type, ...more }) => ({ type, ...('userId' in more ? more : {}) }))
  return { leader, follower, held, said, told }
}

/** Returns the request id of a request or reply. */
function requestIdOf(message: TabMessage | undefined): string {
  if (!message || !('requestId' in message)) throw new Error('The message has no request id')
  return message.requestId
}
type World = Awaited<ReturnType<typeof open>>

async function asked({ leader, follower }: World, tab: 'leader' | 'follower', wait = 16) {
  const outcome = clearAllConversations({ leader, follower }[tab].core)
  for (const { clock } of [leader, follower]) await clock.advance(wait)
  await settle()
  return outcome
}

describe('clearing all conversations of a device', () => {
  it('is done by the leader tab without a request to other tabs [SET-10]', async () => {
    const world = await open()
    expect(world.held()).toHaveLength(2)
    expect(await asked(world, 'leader')).toEqual(success)
    expect([world.held(), world.said]).toEqual([[], []])
  })

  it('is requested by a follower tab, which receives the success from the leader tab [SET-10 XTAB-06]', async () => {
    const world = await open()
    expect(await asked(world, 'follower')).toEqual(success)
    expect(world.held()).toEqual([])
    expect(world.told()).toMatchObject([
      { type: 'clear-all-device-session', userId: self },
      { type: 'clear-all-device-session-success', userId: self },
    ])
  })

  it.each(['leader', 'follower'] as const)(
    'reports a failure of the storage to the %s that requested it [SET-10 XTAB-06]',
    async (tab) => {
      const world = await open()
      world.leader.disk.isFailing = true
      expect(await asked(world, tab, 15_000)).toEqual(failure)
      expect(world.held()).toHaveLength(2)
      if (tab === 'leader') return
      expect(world.told().at(-1)).toMatchObject({ type: 'clear-all-device-session-failed', userId: self })
    },
  )

  it('fails if no tab replies within 15 s [SET-10 XTAB-02]', async () => {
    const world = await open()
    world.leader.actor.stop()
    let isOver = false
    const asking = clearAllConversations(world.follower.core)
    void asking.then(() => {
      isOver = true
    })
    await world.follower.clock.advance(14_999)
    expect(isOver).toBe(false)
    await world.follower.clock.advance(1)
    expect(await asking).toEqual(failure)
  })

  it('ignores a request after the time limit and a request of another account [XTAB-02 XTAB-06]', async () => {
    const { leader, follower, held, said } = await open()
    const now = leader.clock.now()
    const request = { type: 'clear-all-device-session', requestId: 'anything' } as const
    follower.core.tabs.post({ ...request, userId: self, requestedAt: now - 15_000 })
    follower.core.tabs.post({ ...request, userId: peer, requestedAt: now })
    await folded(leader.clock)
    expect(held()).toHaveLength(2)
    expect(said).toHaveLength(2)
  })

  it('ignores a reply to another account or to another request [XTAB-06]', async () => {
    const { leader, follower, said } = await open()
    leader.actor.stop()
    const asking = clearAllConversations(follower.core)
    const requestId = requestIdOf(said[0])
    leader.core.tabs.post({ type: 'clear-all-device-session-success', userId: peer, requestId })
    leader.core.tabs.post({
      type: 'clear-all-device-session-success',
      userId: self,
      requestId: 'of another tab',
    })
    leader.core.tabs.post({ type: 'clear-all-device-session-failed', userId: self, requestId })
    expect(await asking).toEqual(failure)
  })

  it('uses a new request id for every request, and the reply carries it [XTAB-06]', async () => {
    const world = await open()
    await asked(world, 'follower')
    await asked(world, 'follower')
    const [first, firstAnswer, second, secondAnswer] = world.said.map(requestIdOf)
    expect([firstAnswer, secondAnswer]).toEqual([first, second])
    expect(first).not.toBe(second)
  })

  it('shows a success that arrives after the timeout, once [SET-10 XTAB-02]', async () => {
    const { leader, follower, said } = await open()
    leader.actor.stop()
    const asking = clearAllConversations(follower.core)
    await follower.clock.advance(15_000)
    expect(await asking).toEqual(failure)
    const requestId = requestIdOf(said[0])
    expect(follower.notices).toEqual([])
    for (const _ of [1, 2])
      leader.core.tabs.post({ type: 'clear-all-device-session-success', userId: self, requestId })
    expect(follower.notices).toEqual([{ kind: 'success', key: 'messaging-settings.success' }])
  })

  it('ignores replies after the log has closed', async () => {
    const { leader, follower, said } = await open()
    leader.actor.stop()
    const asking = clearAllConversations(follower.core)
    await follower.clock.advance(15_000)
    await asking
    await follower.log.close()
    leader.core.tabs.post({
      type: 'clear-all-device-session-success',
      userId: self,
      requestId: requestIdOf(said[0]),
    })
    expect(follower.notices).toEqual([])
  })

  it('keeps unsent messages [SET-10]', async () => {
    const world = await open()
    const sent = world.leader.log.dispatch({ type: 'SendText', conversationId: first, text: 'not sent yet' })
    await folded(world.leader.clock)
    await sent
    expect(await asked(world, 'leader')).toEqual(success)
    expect(world.leader.log.outbox.get().messages.map(({ body }) => body)).toEqual(['not sent yet'])
  })

  it.each([
    'clear-all-device-session',
    'clear-all-device-session-success',
    'clear-all-device-session-failed',
  ])('%s without an account is no valid message [XTAB-04 XTAB-06]', (type) => {
    const message = { type, tab: 'abcd', requestedAt: 1, requestId: 'any' }
    expect(readTabMessage(message).kind).toBe('invalid')
    expect(readTabMessage({ ...message, userId: userId(7) }).kind).toBe('message')
  })
})
