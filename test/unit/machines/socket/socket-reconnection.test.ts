import { describe, expect, it } from 'vitest'
import { startSocket } from './socket-harness.ts'

const endpoints = ['wss://one.example/socket', 'wss://two.example/socket'] as const

describe('after an error', () => {
  it('retries twice, 5 s and 10 s later [SOCK-11]', async () => {
    const { clock, socket } = startSocket({ endpoints })
    const attempts: [number, number][] = []
    for (const wait of [5000, 10_000]) {
      socket.last().drop()
      await clock.advance(wait - 1)
      const before = socket.connections.length
      await clock.advance(1)
      attempts.push([before, socket.connections.length])
    }
    expect(attempts).toEqual([
      [1, 2],
      [2, 3],
    ])
    expect(new Set(socket.connections.map(({ url }) => url))).toEqual(new Set([endpoints[0]]))
  })

  it('then revokes the endpoint and takes the next one [SOCK-13]', async () => {
    const { clock, socket } = startSocket({ endpoints })
    for (const wait of [5000, 10_000, 0]) {
      socket.last().drop()
      await clock.advance(wait)
    }
    expect(socket.connections.map(({ url }) => url)).toEqual([
      endpoints[0],
      endpoints[0],
      endpoints[0],
      endpoints[1],
    ])
  })

  it('adds jitter to the waits, at most a fifth (DEC-112)', async () => {
    const { clock, socket } = startSocket({ random: 0.999 })
    socket.last().drop()
    await clock.advance(5990)
    expect(socket.connections).toHaveLength(1)
    await clock.advance(10)
    expect(socket.connections).toHaveLength(2)
  })

  it('tries a sole endpoint again and again, never more than 30 s apart (DEC-112)', async () => {
    const { clock, socket } = startSocket({ random: 0.999 })
    const startedAt: number[] = [clock.monotonic()]
    for (let count = 1; clock.monotonic() < 300_000; ) {
      await clock.advance(1000)
      if (socket.connections.length === count) continue
      count = socket.connections.length
      startedAt.push(clock.monotonic())
    }
    const gaps = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0))
    expect(gaps.length).toBeGreaterThan(9)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30_000)
  })

  it('starts counting again after a successful login', async () => {
    const { clock, logIn, socket } = startSocket({ endpoints })
    socket.last().drop()
    await clock.advance(5000)
    await logIn()
    socket.last().drop()
    await clock.advance(5000)
    expect(socket.connections).toHaveLength(3)
  })

  it.each([
    ['the page is hidden', { isVisible: false }, { isVisible: true }],
    ['the browser is offline', { isOnline: false }, { isOnline: true }],
  ])('does not retry while %s, and connects immediately afterwards [SOCK-12 SOCK-15]', async (_, off, on) => {
    const { clock, socket, environment } = startSocket()
    socket.last().drop()
    environment.set(off)
    await clock.advance(60_000)
    expect(socket.connections).toHaveLength(1)
    environment.set(on)
    expect(socket.connections).toHaveLength(2)
  })
})

describe('after a close', () => {
  it('reconnects immediately if it was clean and the connection had been stable (DEC-112)', async () => {
    const { clock, logIn, socket, statesAnnounced } = startSocket()
    await logIn()
    await clock.advance(6000)
    socket.last().drop(1000, true)
    expect(socket.connections).toHaveLength(2)
    expect(statesAnnounced().slice(-2)).toEqual(['closed', 'connecting'])
  })

  it('waits if the connection was closed right after it opened', async () => {
    const { logIn, socket } = startSocket()
    await logIn()
    socket.last().drop(1000, true)
    expect(socket.connections).toHaveLength(1)
  })

  it('changes only the socket’s own mark: the account stays signed in [SOCK-08]', async () => {
    const { logIn, socket, state, told } = startSocket()
    await logIn()
    socket.last().drop()
    expect(state()).toBe('closed')
    expect([told('disconnected'), told('kicked-out')]).toEqual([0, 0])
  })

  it.each([
    ['hidden', { isVisible: false }, { isVisible: true }],
    ['offline', { isOnline: false }, { isOnline: true }],
  ])(
    'completes the connection when %s and reconnects immediately afterwards [SOCK-14 SOCK-15]',
    async (_, off, on) => {
      const { clock, logIn, socket, state, environment } = startSocket()
      await logIn()
      environment.set(off)
      expect(state()).toBe('closed')
      expect(socket.last().isClosedByClient).toBe(true)
      await clock.advance(60_000)
      expect(socket.connections).toHaveLength(1)
      environment.set(on)
      expect(socket.connections).toHaveLength(2)
    },
  )
})

describe('heartbeat', () => {
  it('is sent after each 10 s of silence, checked every second [SOCK-20 SOCK-21 SOCK-32]', async () => {
    const { clock, logIn, socket } = startSocket()
    await logIn()
    await clock.advance(9999)
    expect(socket.last().sentOf('HeartBeat')).toHaveLength(0)
    await clock.advance(1)
    expect(socket.last().sentOf('HeartBeat')).toEqual([{ Cmd: 'HeartBeat', UID: 7 }])
    socket.last().receive({ Cmd: 'HeartBeat', Time: clock.now() })
    await clock.advance(5500)
    socket.last().receive({ Cmd: 'Online', FriendID: 3 })
    await clock.advance(9000)
    expect(socket.last().sentOf('HeartBeat')).toHaveLength(1)
    await clock.advance(2000)
    expect(socket.last().sentOf('HeartBeat')).toHaveLength(2)
  })

  it('ends the connection when one stays unanswered for 30 s, and reconnects [SOCK-09 SOCK-10 SOCK-22]', async () => {
    const { clock, logIn, socket, state, statesAnnounced } = startSocket()
    await logIn()
    await clock.advance(39_999)
    expect(state()).toBe('connected')
    await clock.advance(1)
    expect(socket.connections).toHaveLength(2)
    expect(statesAnnounced().slice(-3)).toEqual(['ended', 'closed', 'connecting'])
  })
})
