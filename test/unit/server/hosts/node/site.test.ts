import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readVersionFile } from '#schemas/env/version-file.ts'
import { AppFiles } from '#server/hosts/node/app-files.ts'
import { createSite } from '#server/hosts/node/site.ts'
import type { Peer } from '#server/ports.ts'

const peer: Peer = { address: '127.0.0.1', isLocal: true, host: 'localhost:4310', isSecure: false }
const script = 'console.log("app")'
let directory = ''

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'web-chat-'))
  const app = join(directory, 'app')
  mkdirSync(join(app, 'assets'), { recursive: true })
  writeFileSync(join(directory, 'secret.txt'), 'secret')
  writeFileSync(
    join(app, 'index.html'),
    `<!doctype html><html><head><script>${script}</script></head><body></body></html>`,
  )
  writeFileSync(join(app, 'manifest.webmanifest'), JSON.stringify({ name: 'Chat', start_url: '/' }))
  writeFileSync(join(app, 'version.json'), '{"version":"5.11.5","hash":"3fa9c1d2e4b5a697","timestamp":1}')
  writeFileSync(join(app, 'sw.js'), script)
  writeFileSync(join(app, 'assets', 'index-a1b2.js'), script)
  writeFileSync(join(app, 'assets', 'worker-a1b2.js'), script)
  writeFileSync(join(app, 'assets', 'index-a1b2.js.gz'), gzipSync(script))
})
afterAll(() => rmSync(directory, { recursive: true }))

const site = () =>
  createSite(
    {
      vapidKey: 'BPk',
      owns: (path) => path.startsWith('/Api/'),
      fetch: async () => new Response('backend'),
      readiness: { respond: async () => new Response('Ready') },
    },
    new AppFiles(join(directory, 'app')),
    { brand: { key: 'tide', name: '"</script>' }, hostOrigins: [] },
  )
const get = (path: string, headers: Record<string, string> = {}, from: Peer = peer) =>
  site()(new Request(`http://${from.host}${path}`, { headers }), from)

describe('the page', () => {
  it.each(['/', '/messages', '/messages/s/7', '/auth/sign-in?phone=1', '/index.html'])(
    'is served at %s with a policy that allows no foreign sources',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      const policy = response.headers.get('content-security-policy') ?? ''
      for (const rule of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
      ]) {
        expect(policy).toContain(rule)
      }
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types transcoder code-reader")
      expect(policy).toContain("connect-src 'self' ws://localhost:4310 wss://localhost:4310")
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('microphone=(self), camera=(self)'),
      })
    },
  )

  it('may connect to the address that the operator names', async () => {
    const response = await get('/', {}, { ...peer, publicUrl: 'https://chat.example' })
    expect(response.headers.get('content-security-policy')).toContain(
      "connect-src 'self' ws://chat.example wss://chat.example;",
    )
  })

  it('runs only its inline script, by its hash', async () => {
    const { headers } = await get('/messages')
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`; script-src 'self' 'sha256-${hash}';`)
  })

  it.each([
    { from: undefined, isAlone: true },
    { from: 'cross-site', isAlone: true },
    { from: 'same-site', isAlone: true },
    { from: 'same-origin', isAlone: false },
    { from: 'none', isAlone: false },
  ])(
    'is isolated from a window that opened it if the browser names $from as its site',
    async ({ from, isAlone }) => {
      const { headers } = await get('/messages', from === undefined ? {} : { 'Sec-Fetch-Site': from })
      expect(headers.get('cross-origin-opener-policy')).toBe(isAlone ? 'same-origin' : null)
      expect(headers.get('vary')).toContain('Sec-Fetch-Site')
    },
  )

  it('has a new nonce each time, the same in page and policy', async () => {
    const nonces = await Promise.all(
      ['/', '/'].map(async (path) => {
        const response = await get(path)
        const nonce = /nonce="([\w-]{22})"/.exec(await response.text())?.[1]
        expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it('is replaced for another machine over plain HTTP by an explanation in its language', async () => {
    const elsewhere = { ...peer, isLocal: false, host: '192.168.1.5:4310' }
    const response = await get('/messages', { 'Accept-Language': 'fr, vi;q=0.8, en;q=0.5' }, elsewhere)
    expect(response.status).toBe(403)
    const html = await response.text()
    expect(html).toContain('Cần kết nối bảo mật')
    expect(html).toContain('TLS_CERT')
    expect(html).not.toContain('<script')
    expect((await get('/messages', {}, { ...elsewhere, isSecure: true })).status).toBe(200)
  })

  it('is the only response to another machine over plain HTTP, besides the checks of health and readiness', async () => {
    const elsewhere = { ...peer, isLocal: false, host: 'chat.example' }
    for (const path of [
      '/Api/GetVersion',
      '/files/avatars/a.png',
      '/env.js',
      '/version.json',
      '/assets/index-a1b2.js',
    ])
      expect((await get(path, {}, elsewhere)).status, path).toBe(403)
    expect((await get('/Health.txt', {}, elsewhere)).status).not.toBe(403)
    expect(await (await get('/Ready.txt', {}, elsewhere)).text()).toBe('Ready')
  })

  it('carries the id of the request', async () => {
    const response = await get('/Api/GetVersion', {}, { ...peer, requestId: 'a-1' })
    expect(response.headers.get('x-request-id')).toBe('a-1')
  })

  it('sends HSTS to browsers that use TLS', async () => {
    const secure = await get('/messages', {}, { ...peer, isSecure: true })
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await get('/messages')).headers.has('strict-transport-security')).toBe(false)
  })
})

describe('the address for shared content', () => {
  const post = (body: BodyInit) =>
    site()(
      new Request(`http://${peer.host}/share`, { method: 'POST', body, duplex: 'half' } as RequestInit),
      peer,
    )

  it('leads a browser without a service worker to the app', async () => {
    const form = new FormData()
    form.append('text', 'hello')
    form.append('files', new File(['x'.repeat(1_000_000)], 'a.png', { type: 'image/png' }))
    const response = await post(form)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  })

  it('stops reading a body without an end after 64 MiB', async () => {
    let [sent, hasEnded] = [0, false]
    const piece = new Uint8Array(1024 * 1024)
    const endless = new ReadableStream({
      pull(controller) {
        sent += piece.length
        controller.enqueue(piece)
      },
      cancel() {
        hasEnded = true
      },
    })
    expect((await post(endless)).status).toBe(303)
    await expect.poll(() => hasEnded).toBe(true)
    expect(sent).toBeLessThan(70 * piece.length)
  })
})

describe('the files', () => {
  it('are compressed for browsers that accept it, and immutable if they are named by their content', async () => {
    const path = '/assets/index-a1b2.js'
    const plain = await get(path)
    expect(await plain.text()).toBe(script)
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(plain.headers.has('etag')).toBe(false)
    const packed = await get(path, { 'Accept-Encoding': 'br, gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(Buffer.from(await packed.arrayBuffer())).toEqual(gzipSync(script))
  })

  it('of a worker have their own policy, which comes with its script', async () => {
    const { headers } = await get('/assets/worker-a1b2.js')
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'")
  })

  it('have the service worker for all addresses, with its own policy', async () => {
    const { headers, status } = await get('/sw.js')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'",
    )
  })

  it('are revalidated if their name does not change, and not sent twice', async () => {
    const first = await get('/sw.js')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const tag = first.headers.get('etag') ?? ''
    const again = await get('/sw.js', { 'If-None-Match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it.each([
    '/assets/missing.js',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/secret.txt',
    '/%00.js',
    '/%zz.js',
    '/assets/index-a1b2.js/x.js',
  ])('answer %s without a body', async (path) => {
    const response = await get(path)
    expect([response.status, await response.text()]).toEqual([404, ''])
  })

  it('are not there to be written', async () => {
    const response = await site()(new Request('http://localhost:4310/', { method: 'POST' }), peer)
    expect(response.status).toBe(405)
  })
})

describe('the files created at each start', () => {
  it('publishes the environment with the public push key in one global object, uncached [NOTIF-16]', async () => {
    const response = await get('/env.js?t=1')
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(text).toBe(
      'globalThis.__APP_ENV__ = {"brand":{"key":"tide","name":"\\"</script>"},"push":{"vapidKey":"BPk"}}\n',
    )
  })

  it('have the version with a hash and a time of the build [BOOT-24]', async () => {
    const response = await get('/version.json?t=1')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(readVersionFile(await response.json())).toEqual({
      version: '5.11.5',
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      timestamp: expect.any(Number),
    })
  })

  it('leaves its own paths to the backend', async () => {
    expect(await (await get('/Api/GetVersion')).text()).toBe('backend')
  })
})
