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

describe('a server that stops', () => {
  it('announces the restart to its connections, and accepts no new ones', async () => {
    const socket = open()
    await backend.server.close()
    expect(await socket.closed).toBe(1012)
    expect(await open().closed).toBe(1012)
  })
})
