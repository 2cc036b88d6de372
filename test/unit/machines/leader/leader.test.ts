import { describe, expect, it, vi } from 'vitest'
import { getAllSessionList } from '#schemas/wire/calls/conversations.ts'
import type { LocksPort } from '#streams/ports.ts'
import { createLocks } from '../locks.ts'
import { settle } from '../simulated-clock.ts'
import { createBus, openTab } from './leader-harness.ts'

async function openTwo() {
  const [locks, bus] = [createLocks(), createBus()]
  const first = await openTab(locks, bus.open())
  const second = await openTab(locks, bus.open())
  return { bus, first, second }
}

describe('leadership', () => {
  it('belongs to one tab, which alone has a socket', async () => {
    const { first, second } = await openTwo()
    expect([first.isLeading(), second.isLeading()]).toEqual([true, false])
    expect([first.socket.connections.length, second.socket.connections.length]).toEqual([1, 0])
  })

  it('moves to another tab when the leader closes', async () => {
    const { first, second } = await openTwo()
    first.actor.stop()
    await settle()
    expect(second.isLeading()).toBe(true)
    expect(second.socket.connections).toHaveLength(1)
    expect(first.socket.last().isClosedByClient).toBe(true)
  })

  // XState warns about each event that is sent to a stopped actor.
  it('ends without events for the stopped leader, also right after a change of its connection', async () => {
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { first } = await openTwo()
    first.socket.last().open()
    first.actor.stop()
    await settle()
    expect(warnings.mock.calls).toEqual([])
    warnings.mockRestore()
  })

  it('moves from a hidden tab to a visible one (DEC-110)', async () => {
    const { first, second } = await openTwo()
    second.environment.set({ isVisible: false })
    first.environment.set({ isVisible: false })
    await settle()
    expect(first.isLeading()).toBe(true)
    second.environment.set({ isVisible: true })
    await settle()
    expect([first.isLeading(), second.isLeading()]).toEqual([false, true])
  })

  it('stays in place while that tab is visible', async () => {
    const { first, second } = await openTwo()
    second.environment.set({ isVisible: false })
    second.environment.set({ isVisible: true })
    await settle()
    expect(first.isLeading()).toBe(true)
  })
})

describe('the connection', () => {
  it('is connecting, catching up, connected, and offline since a time [SOCK-58]', async () => {
    const { first } = await openTwo()
    const seen: string[] = []
    first.core.connection.subscribe(() => seen.push(first.connection().status))
    let answer: () => void = () => {}
    first.caller.reply(
      getAllSessionList,
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ isOk: true, code: 0, message: '', data: { ChatSessions: [], Groups: [] } })
        }),
    )
    expect(first.connection()).toEqual({ status: 'connecting' })
    await first.logIn()
    expect(first.connection()).toEqual({ status: 'catching-up' })
    answer()
    await first.clock.advance(100)
    expect(first.connection()).toEqual({ status: 'connected' })
    const at = first.serverTime.now()
    first.socket.last().drop()
    await settle()
    expect(first.connection()).toEqual({ status: 'offline', since: at })
    await first.clock.advance(5000)
    expect(first.connection()).toEqual({ status: 'offline', since: at })
    expect(seen).toEqual(['catching-up', 'connected', 'offline'])
  })

  it('reconnects at the user’s request', async () => {
    const { first } = await openTwo()
    first.socket.last().drop()
    await settle()
    first.actor.send({ type: 'connection.requested' })
    await settle()
    expect(first.connection()).toEqual({ status: 'connecting' })
    expect(first.socket.connections).toHaveLength(2)
  })

  it('of the leader sets the state, presence and server time of followers', async () => {
    const { first, second } = await openTwo()
    await first.logIn(first.clock.now() + 3_600_000)
    first.socket.last().receive({ Cmd: 'Online', FriendID: 8 })
    await settle()
    expect(second.connection()).toEqual({ status: 'connected' })
    expect([...second.core.presence.online.get()]).toEqual([8])
    expect(second.core.presence.lastSeen.get()).toEqual(first.core.presence.lastSeen.get())
    expect(second.core.hasLoaded.get()).toBe(true)
    expect(second.serverTime.now() - second.clock.now()).toBe(3_600_000)
  })

  it('is announced to a tab that opens later', async () => {
    const [locks, bus] = [createLocks(), createBus()]
    const first = await openTab(locks, bus.open())
    await first.logIn()
    const second = await openTab(locks, bus.open())
    expect(second.connection()).toEqual({ status: 'connected' })
  })

  it('requested in a follower is opened by the leader', async () => {
    const { first, second } = await openTwo()
    first.socket.last().drop()
    await settle()
    second.actor.send({ type: 'connection.requested' })
    await settle()
    expect(first.socket.connections).toHaveLength(2)
    expect(second.socket.connections).toHaveLength(0)
  })
})

describe('the end of a sign-in', () => {
  it('by a forced logout halts the tab and notifies the app [SOCK-59]', async () => {
    const { first } = await openTwo()
    await first.logIn()
    first.socket.last().receive({ Cmd: 'ForcedLogout' })
    await settle()
    expect(first.ended).toEqual(['for good'])
    expect(first.actor.getSnapshot().matches('halted')).toBe(true)
    expect(first.socket.last().isClosedByClient).toBe(true)
  })

  it('by credentials that are not good does the same [SOCK-60]', async () => {
    const { first } = await openTwo()
    first.socket.last().open()
    first.socket.last().receive({ Cmd: 'Connected' })
    first.socket.last().receive({ Cmd: 'Login', Code: 2 })
    await settle()
    expect(first.ended).toEqual(['may keep unsent'])
  })
})

describe('a failed part', () => {
  it('is reported, takes the tab offline, and is started again at the user’s request', async () => {
    const locks = createLocks()
    let isBroken = true
    const hold: LocksPort['hold'] = (...given) => {
      if (isBroken) throw new Error('no locks')
      return locks.hold(...given)
    }
    const tab = await openTab({ ...locks, hold }, createBus().open())
    expect(tab.actor.getSnapshot().matches('failed')).toBe(true)
    expect(tab.faults).toEqual(['leader Error: no locks'])
    expect(tab.connection()).toMatchObject({ status: 'offline' })
    isBroken = false
    tab.actor.send({ type: 'connection.requested' })
    await settle()
    expect(tab.isLeading()).toBe(true)
  })

  it('takes the tab offline also if another part fails before it is stopped', async () => {
    const tab = await openTab(createLocks(), createBus().open(), ({ log }) => {
      log.outbox.subscribe = () => {
        throw new Error('no outbox')
      }
    })
    expect(tab.actor.getSnapshot().matches('failed')).toBe(true)
    expect(tab.faults).toEqual(['pending updates Error: no outbox', 'leader Error: no outbox'])
  })

  it.each([
    { machine: 'socket', place: 1 },
    // The cleaning of local files subscribes first.
    { machine: 'outbox', place: 2 },
  ])('is reported also if it is a part of the $machine', async ({ machine, place }) => {
    const tab = await openTab(createLocks(), createBus().open(), ({ log, link }) => {
      const source = machine === 'socket' ? link.signals$ : log.outbox
      const subscribe = source.subscribe.bind(source)
      let subscribers = 0
      const failing = (listener: () => void) => {
        subscribers += 1
        if (subscribers === place) throw new Error(`no ${machine}`)
        return subscribe(listener)
      }
      Object.assign(source, { subscribe: failing })
    })
    expect(tab.actor.getSnapshot().matches('failed')).toBe(true)
    expect(tab.faults).toEqual([`leader Error: no ${machine}`])
  })
})

describe('a rejection', () => {
  it('is shown as a warning with the server’s text, and reloads the list [LIFE-13 LIFE-14]', async () => {
    const { first } = await openTwo()
    await first.logIn()
    const before = first.caller.callsOf(getAllSessionList).length
    await first.say('hi')
    await settle()
    const [frame] = first.socket.last().sentOf('Chat')
    first.socket.last().receive({
      Cmd: 'ChatResponse',
      Code: 6,
      Msg: 'Not now',
      ClientMsgId: String(frame?.ClientMsgId),
    })
    await first.clock.advance(100)
    expect(first.notices).toEqual([{ kind: 'warning', text: 'Not now' }])
    expect(first.caller.callsOf(getAllSessionList)).toHaveLength(before + 1)
  })
})
