import { describe, expect, it } from 'vitest'
import { settle } from '../simulated-clock.ts'
import { startSocket } from './socket-harness.ts'

describe('connecting', () => {
  it('goes from closed through connecting and open to connected, and announces each state [SOCK-01 SOCK-02 SOCK-03 SOCK-04 SOCK-19]', async () => {
    const { clock, socket, state, statesAnnounced, told } = startSocket()
    expect(state()).toBe('connecting')
    socket.last().open()
    expect(state()).toBe('open')
    expect(socket.last().sentOf('Login')).toHaveLength(1)
    socket.last().receive({ Cmd: 'Connected', Time: clock.now() })
    socket.last().receive({ Cmd: 'Login', Code: 0, UID: 7 })
    expect(state()).toBe('connected')
    expect(told('logged-in')).toBe(1)
    expect(statesAnnounced()).toEqual(['closed', 'connecting', 'open', 'connected'])
    await clock.advance(10_000)
    expect(socket.last().sentOf('HeartBeat')).toHaveLength(1)
  })

  it('connects only with a user id and a token [SOCK-27]', async () => {
    const { clock, socket, state } = startSocket({ credentials: undefined })
    await clock.advance(60_000)
    expect(state()).toBe('closed')
    expect(socket.connections).toHaveLength(0)
  })

  it('waits for its first endpoint and connects as soon as one is selected', async () => {
    const { clock, endpoints, socket, state } = startSocket({ endpoints: [] })
    await clock.advance(60_000)
    expect([state(), socket.connections.length]).toEqual(['closed', 0])
    endpoints.setBackups(['wss://backup.example/socket'])
    expect([state(), socket.last().url]).toEqual(['connecting', 'wss://backup.example/socket'])
  })

  it('stays on a connection that works when another endpoint is preferred, and takes that one next', async () => {
    const { endpoints, logIn, socket, state, environment } = startSocket({
      endpoints: ['wss://one.example/socket', 'wss://two.example/socket'],
    })
    await logIn()
    endpoints.use('wss://two.example/socket')
    expect([state(), socket.connections.length]).toEqual(['connected', 1])
    environment.set({ isVisible: false })
    environment.set({ isVisible: true })
    expect(socket.last().url).toBe('wss://two.example/socket')
  })

  it('closes a connection whose greeting does not arrive within 15 s [SOCK-26]', async () => {
    const { clock, socket, state } = startSocket()
    socket.last().open()
    await clock.advance(14_999)
    expect(state()).toBe('open')
    await clock.advance(1)
    expect(state()).toBe('closed')
    expect(socket.last().isClosedByClient).toBe(true)
  })

  it('revokes an endpoint whose first frame is no greeting [ENDP-10 ENDP-12]', async () => {
    const { clock, faults, socket } = startSocket({
      endpoints: ['wss://one.example/socket', 'wss://two.example/socket'],
    })
    socket.last().open()
    socket.last().receive({ Cmd: 'Login', Code: 0 })
    await clock.advance(0)
    expect(faults.map(({ kind }) => kind)).toEqual(['BAD_CONNECT_HELLO'])
    expect(socket.last().url).toBe('wss://two.example/socket')
  })
})

describe('login', () => {
  it('contains the user, the host and the language [SOCK-29 SOCK-31]', async () => {
    const { socket } = startSocket()
    socket.last().open()
    const [login] = socket.last().sentOf('Login')
    expect(login).toEqual({
      Cmd: 'Login',
      UID: 7,
      Token: 'token-1',
      Lang: 'en-US',
      Gateway: 'one.example',
      IsWeb: true,
      DeviceType: 'web',
      Brand: 'acme',
      WSID: expect.stringMatching(/^[A-Za-z0-9]{12}$/),
    })
  })

  it('leaves Brand out for a PWA [SOCK-30]', () => {
    const { socket } = startSocket({ deviceType: 'pwa' })
    socket.last().open()
    const [login] = socket.last().sentOf('Login')
    expect(login).not.toHaveProperty('Brand')
    expect(login).toMatchObject({ DeviceType: 'pwa' })
  })

  it('refreshes the credentials once after a failed login and reconnects with the new ones [SOCK-05]', async () => {
    const { logIn, socket, state } = startSocket({ renewal: 'renewed' })
    await logIn(2)
    expect(socket.connections).toHaveLength(2)
    socket.last().open()
    expect(socket.last().sentOf('Login')[0]).toMatchObject({ Token: 'token-2' })
    await logIn()
    expect(state()).toBe('connected')
  })

  it('disconnects when the credentials cannot be refreshed [SOCK-06]', async () => {
    const { clock, logIn, socket, state, told } = startSocket({ renewal: 'rejected' })
    await logIn(2)
    expect(told('disconnected')).toBe(1)
    await clock.advance(120_000)
    expect(state()).toBe('closed')
    expect(socket.connections).toHaveLength(1)
  })

  it('disconnects when the refreshed credentials fail as well [SOCK-06]', async () => {
    const { logIn, told } = startSocket({ renewal: 'renewed' })
    await logIn(2)
    await logIn(2)
    expect(told('disconnected')).toBe(1)
  })

  it('refreshes again when the refreshed token has expired before the connection was open [SOCK-05] (DEC-101)', async () => {
    const { clock, logIn, socket, state, told } = startSocket({ renewal: 'renewed' })
    await logIn(2)
    socket.last().drop()
    await clock.advance(5000)
    await logIn(2)
    expect(told('disconnected')).toBe(0)
    await logIn()
    expect(state()).toBe('connected')
  })

  it('refreshes a token that another tab had refreshed and that has expired too [SOCK-05] (DEC-101)', async () => {
    const { logIn, settings, socket, state, told } = startSocket({ renewal: 'renewed' })
    settings.credentials = { userId: 7, token: 'token-of-a-call' }
    await logIn(2)
    expect(settings.renewals).toBe(0)
    socket.last().open()
    expect(socket.last().sentOf('Login')[0]).toMatchObject({ Token: 'token-of-a-call' })
    await logIn(2)
    expect(settings.renewals).toBe(1)
    expect(told('disconnected')).toBe(0)
    await logIn()
    expect(state()).toBe('connected')
  })

  it('keeps trying with its waits when the refresh cannot reach the server (DEC-101)', async () => {
    const { clock, logIn, socket, told } = startSocket({ renewal: 'unreachable' })
    await logIn(2)
    expect(socket.connections).toHaveLength(1)
    await clock.advance(5000)
    expect(socket.connections).toHaveLength(2)
    expect(told('disconnected')).toBe(0)
  })

  it.each([5, 9])('takes code %i for a passing trouble, not for bad credentials', async (code) => {
    const { clock, logIn, socket, told } = startSocket({ renewal: 'rejected' })
    await logIn(code)
    expect(told('disconnected')).toBe(0)
    await clock.advance(5000)
    expect(socket.connections).toHaveLength(2)
  })

  it('takes a forced logout for the end: no refresh, no reconnect, a kick-out [SOCK-07]', async () => {
    const { clock, logIn, socket, state, environment, told } = startSocket({ renewal: 'renewed' })
    await logIn()
    socket.last().receive({ Cmd: 'ForcedLogout' })
    expect(told('kicked-out')).toBe(1)
    expect(state()).toBe('closed')
    environment.set({ isOnline: false })
    environment.set({ isOnline: true })
    await clock.advance(120_000)
    expect(socket.connections).toHaveLength(1)
    expect(told('disconnected')).toBe(0)
  })

  it('reconnects after a language change, with the new language in its login [SOCK-16 I18N-04]', async () => {
    const { actor, logIn, settings, socket, statesAnnounced } = startSocket()
    await logIn()
    settings.locale = 'vi-VN'
    actor.send({ type: 'locale.changed' })
    await settle()
    expect(socket.connections).toHaveLength(2)
    socket.last().open()
    expect(socket.last().sentOf('Login')[0]).toMatchObject({ Lang: 'vi-VN' })
    expect(statesAnnounced()).toContain('ended')
  })
})

describe('a server that asks a connection to log in again', () => {
  it('gets a login with fresh credentials on the same connection', async () => {
    const { logIn, socket, state, told } = startSocket({ renewal: 'renewed' })
    await logIn()
    socket.last().receive({ Cmd: 'Login', Code: 2, UID: 7 })
    await settle()
    expect(socket.last().sentOf('Login')).toMatchObject([{ Token: 'token-1' }, { Token: 'token-2' }])
    socket.last().receive({ Cmd: 'Login', Code: 0, UID: 7 })
    expect([socket.connections.length, state(), told('logged-in')]).toEqual([1, 'connected', 1])
  })

  it('is asked again with the next reminder when the renewal does not reach it', async () => {
    const { logIn, settings, socket, state } = startSocket({ renewal: 'unreachable' })
    await logIn()
    socket.last().receive({ Cmd: 'Login', Code: 2, UID: 7 })
    await settle()
    expect([state(), socket.last().sentOf('Login').length]).toEqual(['connected', 1])
    settings.renewal = 'renewed'
    socket.last().receive({ Cmd: 'Login', Code: 2, UID: 7 })
    await settle()
    expect([state(), socket.last().sentOf('Login').length]).toEqual(['connected', 2])
  })

  it('ends the sign-in when it rejects the renewal [SOCK-06]', async () => {
    const { logIn, socket, state, told } = startSocket({ renewal: 'rejected' })
    await logIn()
    socket.last().receive({ Cmd: 'Login', Code: 2, UID: 7 })
    await settle()
    expect([state(), told('disconnected')]).toEqual(['closed', 1])
  })
})

describe('a requested connection', () => {
  it('is opened immediately instead of after the wait', async () => {
    const { actor, clock, socket } = startSocket()
    socket.last().drop()
    await clock.advance(1000)
    actor.send({ type: 'connection.requested' })
    expect(socket.connections).toHaveLength(2)
  })

  it('resets the heartbeat of a live connection, sends one immediately and delays all other frames [SOCK-17 SOCK-18]', async () => {
    const { actor, clock, link, logIn, socket, state } = startSocket()
    await logIn()
    actor.send({ type: 'connection.requested' })
    await settle()
    expect(socket.last().sentOf('HeartBeat')).toEqual([{ Cmd: 'HeartBeat', UID: 7 }])
    link.send({ Cmd: 'Logout', UID: 7 })
    expect(socket.last().sentOf('Logout')).toHaveLength(0)
    socket.last().receive({ Cmd: 'HeartBeat', Time: clock.now() })
    await settle()
    expect(socket.last().sentOf('Logout')).toHaveLength(1)
    expect(state()).toBe('connected')
  })

  it('ends after 3 s without a response to its check, and a new one is opened (DEC-112)', async () => {
    const { actor, clock, logIn, socket, statesAnnounced } = startSocket()
    await logIn()
    actor.send({ type: 'connection.requested' })
    await clock.advance(2999)
    expect(socket.connections).toHaveLength(1)
    await clock.advance(1)
    expect(socket.connections).toHaveLength(2)
    expect(statesAnnounced().slice(-3)).toEqual(['ended', 'closed', 'connecting'])
  })
})
