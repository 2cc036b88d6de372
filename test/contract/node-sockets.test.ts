import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { ContractHost } from './contract-host.ts'
import { fileCookie } from './file-people.ts'
import { openNodeHost } from './node-host.ts'
import { callAs, dataOrThrow, signUp } from './people.ts'

let host: ContractHost
let url = ''
beforeAll(async () => {
  host = await openNodeHost()
  const config = await host.get('/GetConfig', { config: 'endpoint' })
  // The suite checks this response by its schema.
  url = (config.Data as { WEBSOCKET_ENDPOINT: string }).WEBSOCKET_ENDPOINT
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => host.close())

/** The result of an attempt to open a socket: the Cmd of its first frame, or the status of the rejection. */
const attempt = (address: string, options: object = {}) =>
  new Promise<string>((resolve) => {
    const socket = new WebSocket(address, options)
    socket.once('message', (data) => {
      resolve(String(JSON.parse(data.toString()).Cmd))
      socket.close()
    })
    socket.once('error', (error) => resolve(error.message.replace(/\D/g, '')))
  })

it('the socket accepts its own pages and programs, and rejects other sites', async () => {
  expect(await attempt(url)).toBe('Connected')
  expect(await attempt(url, { origin: url.replace('ws', 'http').replace('/socket', '') })).toBe('Connected')
  for (const origin of ['https://elsewhere.example', 'null', 'http://localhost:1', 'nonsense']) {
    expect(await attempt(url, { origin }), origin).toBe('403')
  }
})

it('the socket rejects other names over plain HTTP, whatever an untrusted proxy says', async () => {
  for (const proto of [undefined, 'http', 'https']) {
    const headers = { Host: 'chat.example', ...(proto && { 'X-Forwarded-Proto': proto }) }
    expect(await attempt(url, { headers }), proto).toBe('403')
  }
})

it('the socket accepts other names from a trusted proxy that received HTTPS', async () => {
  const proxied = await openNodeHost({ TRUSTED_PROXIES: '127.0.0.0/8' })
  const { WEBSOCKET_ENDPOINT } = (await proxied.get('/GetConfig', { config: 'endpoint' })).Data as {
    // The suite checks this answer by its schema.
    readonly WEBSOCKET_ENDPOINT: string
  }
  const by = (proto: string) =>
    attempt(WEBSOCKET_ENDPOINT, { headers: { Host: 'chat.example', 'X-Forwarded-Proto': proto } })
  expect([await by('https'), await by('http'), await by('https, http')]).toEqual(['Connected', '403', '403'])
  await proxied.close()
}, 120_000)

describe('a server with a PUBLIC_URL', () => {
  let named: ContractHost
  beforeAll(async () => {
    named = await openNodeHost({ PUBLIC_URL: 'https://chat.example', TRUSTED_PROXIES: '127.0.0.0/8' })
  }, 120_000)
  afterAll(() => named.close())

  it('names it in its codes and for its socket, whatever the request names [QR-12]', async () => {
    const ann = await signUp(named)
    const codes = dataOrThrow<Record<string, string>>(await callAs(named, ann, '/GetUserQRCode', {}))
    expect(codes.QRCode).toMatch(/^https:\/\/chat\.example\/contact\/friend-request\?code=/)
    expect(codes.RegisterCode).toMatch(/^https:\/\/chat\.example\/contact\/invitation\?code=/)
    expect((await named.get('/GetConfig', { config: 'endpoint' })).Data).toMatchObject({
      WEBSOCKET_ENDPOINT: 'wss://chat.example/socket',
    })
  })

  it('gives cookies for HTTPS, although the proxy reaches it without', async () => {
    expect((await fileCookie(named, await signUp(named))).attributes).toContain('Secure')
  })

  it('accepts sockets of its pages and of programs, whatever Host the proxy sets', async () => {
    const at = `${(await named.request('/GetVersion')).url.replace(/^http(.*)\/GetVersion$/, 'ws$1')}/socket`
    const from = (origin?: string) =>
      attempt(at, {
        headers: { 'X-Forwarded-Proto': 'https', Host: 'node-1' },
        ...(origin !== undefined && { origin }),
      })
    expect([await from('https://chat.example'), await from()]).toEqual(['Connected', 'Connected'])
    for (const origin of ['https://node-1', 'http://chat.example', 'https://chat.example.evil', 'null'])
      expect(await from(origin), origin).toBe('403')
  })
})

it('refuses to upgrade any other path', async () => {
  expect(await attempt(url.replace('/socket', '/else'))).toBe('404')
})

it('closes a socket that sends bytes instead of text', async () => {
  const socket = new WebSocket(url)
  const code = new Promise((resolve) => socket.once('close', resolve))
  socket.once('open', () => socket.send(new Uint8Array([1, 2, 3])))
  expect(await code).toBe(1003)
})

it('a stopping server announces the restart to its sockets', async () => {
  const stopping = await openNodeHost()
  const socket = stopping.openSocket()
  await socket.next('Connected')
  await stopping.close()
  expect(await socket.closed).toBe(1012)
}, 120_000)

it('the server survives sockets that break in the middle of a frame', async () => {
  const socket = new WebSocket(url)
  await new Promise((resolve) => socket.once('open', resolve))
  const gone = new Promise((resolve) => socket.once('close', resolve))
  socket.send('{"Cmd":')
  socket.terminate()
  await gone
  expect(await attempt(url)).toBe('Connected')
})

it('answers an upload without credentials before its file has arrived, and reads on so that the client sees it', async () => {
  const { hostname, port } = new URL(url)
  const connection = connect(Number(port), hostname)
  const size = 5_000_000
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const type = 'Content-Type: multipart/form-data; boundary=x'
  connection.write(
    `POST /Api/UploadFile HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: ${size}\r\n\r\n${head}`,
  )
  const [answer] = await once(connection, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 .*"Code":2,/s)
  connection.write(new Uint8Array(size - head.length))
  connection.write('GET /Health.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(await text(connection)).toMatch(/Health OK!$/)
})

it.each(['a b', 'exa mple:80', '[::1', 'a/b'])(
  'answers the malformed Host %j with 400, without a fault',
  async (name) => {
    const { hostname, port } = new URL(url)
    const connection = connect(Number(port), hostname)
    connection.write(`GET /GetVersion HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
    expect(await text(connection)).toMatch(/^HTTP\/1\.1 400 /)
    expect(host.faults.filter((fault) => fault.startsWith('http:'))).toEqual([])
  },
)
