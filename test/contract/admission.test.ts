import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGatewaySocket } from './in-process-host.ts'
import { localPeer, type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { loginFrame, signUp } from './people.ts'

let backend: MemoryBackend
beforeAll(async () => {
  backend = await openMemoryBackend({}, { maxConnections: 3, logins: { burst: 2, refillEvery: 1000 } })
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => backend.close())

const open = () => openGatewaySocket(backend.server, localPeer)
const calls = {
  call: async (path: string, fields: unknown) => {
    const { Code, Msg, Data } = await backend.server.call(path, fields, { peer: localPeer, headers: {} })
    return { Code, Msg: Msg ?? '', Data }
  },
}

describe('an overloaded server', () => {
  it('rejects connections beyond its limit until another one closes', async () => {
    const sockets = [open(), open(), open()]
    for (const { frames } of sockets) expect(frames).toMatchObject([{ Cmd: 'Connected' }])
    const refused = open()
    expect(await refused.closed).toBe(1013)
    expect(refused.frames).toEqual([])
    sockets[0]?.close()
    const admitted = open()
    expect(admitted.frames).toMatchObject([{ Cmd: 'Connected' }])
    for (const socket of [...sockets, admitted]) socket.close()
  })

  it('rejects logins above its rate and accepts them later', async () => {
    const person = await signUp(calls)
    const logIn = async () => {
      const socket = open()
      socket.send(loginFrame(person))
      const outcome = await Promise.race([socket.closed, socket.next('Login').then(({ Code }) => Code)])
      socket.close()
      return outcome
    }
    expect([await logIn(), await logIn(), await logIn()]).toEqual([0, 0, 1013])
    backend.advance(1000)
    expect([await logIn(), await logIn()]).toEqual([0, 1013])
  })
})

describe('logins on sockets', () => {
  let busy: MemoryBackend
  beforeAll(async () => {
    busy = await openMemoryBackend()
  }, 120_000)
  afterAll(() => busy.close())

  const callBusy = {
    call: async (path: string, fields: unknown) => {
      const { Code, Msg, Data } = await busy.server.call(path, fields, { peer: localPeer, headers: {} })
      return { Code, Msg: Msg ?? '', Data }
    },
  }
  /** Logs in on a socket from an address, several times in a row, and returns the last outcome. */
  const from = (address: string) => {
    const peer = { ...localPeer, address, isLocal: false }
    return async (frame: object, times = 1) => {
      const socket = openGatewaySocket(busy.server, peer)
      let outcome = 0
      for (let count = 0; count < times; count++) {
        socket.send(frame)
        outcome = await Promise.race([socket.closed, socket.next('Login').then(({ Code }) => Code)])
      }
      socket.close()
      return outcome
    }
  }

  it('are limited by account, from whatever address, and take nothing from others', async () => {
    const [person, other] = [await signUp(callBusy), await signUp(callBusy)]
    const logins = Array.from({ length: 200 }, (_, index) => from(`192.0.2.${index % 4}`)(loginFrame(person)))
    expect(new Set(await Promise.all(logins))).toEqual(new Set([0]))
    expect(await from('198.51.100.1')(loginFrame(person))).toBe(1013)
    expect(await from('192.0.2.1')(loginFrame(other))).toBe(0)
    busy.advance(1000)
    expect(await from('198.51.100.1')(loginFrame(person))).toBe(0)
  })

  it('are limited by address, right or wrong, and wrong ones take nothing from the account', async () => {
    const person = await signUp(callBusy)
    const wrong = { ...loginFrame(person), Token: 'guess' }
    // A socket is closed after five wrong logins, and an address may open 1,000 sockets at once.
    const guesses = Array.from({ length: 250 }, () => from('203.0.113.7')(wrong, 4))
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([2]))
    expect(await from('203.0.113.7')(loginFrame(person))).toBe(1013)
    expect(await from('203.0.113.8')(loginFrame(person))).toBe(0)
    busy.advance(100)
    expect(await from('203.0.113.7')(loginFrame(person))).toBe(0)
  })
})

describe('a server that stops', () => {
  it('announces the restart to its connections, and accepts no new ones', async () => {
    const socket = open()
    await backend.server.close()
    expect(await socket.closed).toBe(1012)
    expect(await open().closed).toBe(1012)
  })
})
