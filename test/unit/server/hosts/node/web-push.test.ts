import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SettingsError } from '#server/hosts/node/settings.ts'
import { createWebPush, isPublicAddress, publicLookup, readVapidKeys } from '#server/hosts/node/web-push.ts'
import { type LocalPushService, openLocalPushService } from '#test/contract/local-push-service.ts'

let directory = ''
let service: LocalPushService
const contact = 'mailto:operator@chat.example'
const open = (isLocalAllowed = true) =>
  createWebPush({ keys: readVapidKeys(directory), contact, isLocalAllowed })
const message = { payload: '{"title":"Ánn 🚀"}', timeToLive: 60, topic: 'abc_-1' }
const signal = new AbortController().signal
const send = (push = open(), subscription: object = service.subscription) =>
  push.send({ ...message, token: JSON.stringify(subscription) }, signal)

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'web-chat-'))
  service = await openLocalPushService()
})
afterAll(async () => {
  await service.close()
  rmSync(directory, { recursive: true })
})
beforeEach(() => service.answer(201))

describe('a message to a push service', () => {
  it('is decrypted by the browser’s keys only and signed with the server’s key [NOTIF-16]', async () => {
    const push = open()
    expect(await send(push)).toEqual({ kind: 'sent' })
    const [received] = service.received
    expect(received?.text).toBe(message.payload)
    expect(received?.signedBy).toBe(push.vapidKey)
    expect(received?.claims).toMatchObject({
      aud: new URL(service.subscription.endpoint).origin,
      sub: contact,
    })
    expect(received?.headers).toMatchObject({
      ttl: '60',
      topic: 'abc_-1',
      urgency: 'high',
      'content-encoding': 'aes128gcm',
    })
  })

  it.each([
    [404, {}, { kind: 'gone' }],
    [410, {}, { kind: 'gone' }],
    [403, {}, { kind: 'rejected', status: 403 }],
    [302, { Location: 'http://127.0.0.1:1/' }, { kind: 'rejected', status: 302 }],
    [429, { 'Retry-After': '120' }, { kind: 'failed', retryAfter: 120_000 }],
    [503, {}, { kind: 'failed' }],
  ])('that is answered with %d is judged by the status alone', async (status, headers, outcome) => {
    service.answer(status, headers)
    expect(await send()).toEqual(outcome)
  })

  it('fails without an exception if the service cannot be reached', async () => {
    const { keys } = service.subscription
    const closed = { endpoint: 'http://127.0.0.1:1/push', keys }
    expect(await send(open(), closed)).toEqual({ kind: 'failed' })
  })
})

describe('a subscription', () => {
  it.each([
    ['has a key that is no point of the curve', { p256dh: `BA${'A'.repeat(85)}` }],
    ['has a key in another format', { p256dh: 'A'.repeat(87) }],
    ['has a key that is too short', { p256dh: 'BAAA' }],
    ['has a secret that is too short', { auth: 'A'.repeat(21) }],
    ['has a secret that is too long', { auth: 'A'.repeat(24) }],
  ])('that %s is not stored, and ends without an exception', async (_, damage) => {
    const { endpoint, keys } = service.subscription
    const damaged = { endpoint, keys: { ...keys, ...damage } }
    expect(open().judge(JSON.stringify(damaged))).toBe('unusable')
    expect(await send(open(), damaged)).toEqual({ kind: 'gone' })
  })

  it('may end its key and its secret with the padding of base64', () => {
    const { endpoint, keys } = service.subscription
    const padded = { p256dh: `${keys.p256dh}=`, auth: `${keys.auth}==` }
    expect(open().judge(JSON.stringify({ endpoint, keys: padded }))).toBe('usable')
  })

  it('belongs to the push service of its host', () => {
    const { endpoint } = service.subscription
    expect(open().serviceOf(JSON.stringify(service.subscription))).toBe(new URL(endpoint).host)
  })
})

describe('the address of a push service', () => {
  const judge = (endpoint: string, keys: object = service.subscription.keys) =>
    open(false).judge(JSON.stringify({ endpoint, keys, expirationTime: null }))

  it.each(['https://fcm.googleapis.com/fcm/send/abc', 'https://web.push.apple.com/abc', 'https://8.8.8.8/x'])(
    'may be %s',
    (endpoint) => expect(judge(endpoint)).toBe('usable'),
  )

  it.each([
    'http://push.example.com/abc',
    'http://127.0.0.1:4000/push',
    'https://push.example.com:8443/abc',
    'https://user:secret@push.example.com/abc',
    'https://localhost/abc',
    'https://127.0.0.1/abc',
    'https://2130706433/abc',
    'https://10.1.2.3/abc',
    'https://169.254.169.254/latest',
    'https://[::1]/abc',
    'https://[::ffff:127.0.0.1]/abc',
    'https://[fd00::1]/abc',
    'file:///etc/passwd',
    'nonsense',
    `https://push.example.com/${'a'.repeat(2048)}`,
  ])('may not be %s', async (endpoint) => {
    expect(judge(endpoint)).toBe('unusable')
    expect(await send(open(false), { endpoint, keys: service.subscription.keys })).toEqual({ kind: 'gone' })
  })

  it('belongs to a subscription with both keys; any other text is the token of another provider', () => {
    const endpoint = 'https://push.example.com/abc'
    expect(judge(endpoint, {})).toBe('unusable')
    expect(judge(endpoint, { p256dh: '<', auth: '>' })).toBe('unusable')
    expect(open().judge('{')).toBe('unusable')
    expect(open().judge('fcm-token')).toBe('other')
  })

  it('is resolved to public addresses only', async () => {
    const resolve = (name: string, all: boolean) =>
      new Promise((done) => publicLookup(name, { all }, (error, address) => done(error ?? address)))
    expect(await resolve('localhost', false)).toBeInstanceOf(Error)
    expect(await resolve('localhost', true)).toBeInstanceOf(Error)
    expect(await resolve('8.8.8.8', false)).toBe('8.8.8.8')
    expect(['8.8.8.8', '2606:4700::1111'].every(isPublicAddress)).toBe(true)
    const inside = ['0.0.0.0', '100.64.0.1', '172.31.0.1', '192.168.1.1', '224.0.0.1', '255.255.255.255']
    const inside6 = ['::', '::1', 'fe80::1', 'fc00::1', '64:ff9b::7f00:1', '2002:7f00:1::', '::ffff:8.8.8.8']
    expect([...inside, ...inside6, 'chat.example'].filter(isPublicAddress)).toEqual([])
  })
})

describe('the keys of the server', () => {
  it('are created once, readable by their owner only, and kept', () => {
    const path = join(directory, 'push-keys.json')
    const first = open().vapidKey
    expect(open().vapidKey).toBe(first)
    expect(Buffer.from(first, 'base64url')).toHaveLength(65)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ publicKey: first })
  })

  it('must be readable: a damaged file stops the server, so that no subscription is lost unnoticed', () => {
    const damaged = mkdtempSync(join(tmpdir(), 'web-chat-'))
    writeFileSync(join(damaged, 'push-keys.json'), '{"publicKey":1')
    expect(() => readVapidKeys(damaged)).toThrow(SettingsError)
    rmSync(damaged, { recursive: true })
  })
})
