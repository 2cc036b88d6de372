import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readPeer } from '#server/hosts/node/peer.ts'
import { readSettings } from '#server/hosts/node/settings.ts'

function peerOf(
  remoteAddress: string,
  headers: Record<string, string> = {},
  variables: Record<string, string> = { SHOW_CODES: 'page' },
) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  const request = new IncomingMessage(socket)
  Object.assign(request.headers, { host: 'localhost:4310', ...headers })
  return readPeer(request, readSettings(variables))
}

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8'])('takes %s for this machine', (address) => {
  expect(peerOf(address)).toMatchObject({ isLocal: true, isSecure: false, host: 'localhost:4310' })
})

it.each(['10.0.0.7', '203.0.113.7', '::ffff:10.0.0.7'])('takes %s for another machine', (address) => {
  expect(peerOf(address)).toMatchObject({ isLocal: false, address: address.replace('::ffff:', '') })
})

it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-anything'])(
  'does not take a request with %s for local',
  (header) => {
    expect(peerOf('127.0.0.1', { [header]: 'x' }).isLocal).toBe(false)
  },
)

it('only a server for trials takes a request for local: a bare proxy sends the same headers as a browser', () => {
  expect(peerOf('127.0.0.1', {}, {}).isLocal).toBe(false)
})

const forged = { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.0.0.2', 'x-forwarded-proto': 'https' }

it('forwarding headers do not count without TRUSTED_PROXIES, also not from this machine', () => {
  expect(peerOf('127.0.0.1', forged)).toMatchObject({ address: '127.0.0.1', isSecure: false })
  expect(peerOf('198.51.100.2', forged)).toMatchObject({ address: '198.51.100.2', isSecure: false })
})

it('the address is the last one that a trusted proxy has added for another machine', () => {
  const TRUSTED_PROXIES = '127.0.0.1, 10.0.0.0/8, ::1'
  for (const remote of ['127.0.0.1', '::1', '::ffff:10.9.9.9'])
    expect(peerOf(remote, forged, { TRUSTED_PROXIES })).toMatchObject({
      address: '203.0.113.7',
      isSecure: true,
    })
  expect(peerOf('198.51.100.2', forged, { TRUSTED_PROXIES })).toMatchObject({
    address: '198.51.100.2',
    isSecure: false,
  })
  expect(peerOf('127.0.0.1', { 'x-forwarded-for': 'nonsense' }, { TRUSTED_PROXIES }).address).toBe(
    '127.0.0.1',
  )
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
])('the address %s counts as its network %s', (address, network) => {
  expect(peerOf(address).address).toBe(network)
})

it('TLS at a trusted proxy counts as secure', () => {
  const TRUSTED_PROXIES = '127.0.0.1'
  const isSecure = (proto: string) =>
    peerOf('127.0.0.1', { 'x-forwarded-proto': proto }, { TRUSTED_PROXIES }).isSecure
  expect([isSecure('https'), isSecure('http')]).toEqual([true, false])
})

it.each(['evil\r\nX: y', "a'; script-src *", 'a b', '', 'http://x', 'x:y'])(
  'never passes on the host %j',
  (host) => {
    expect(peerOf('127.0.0.1', { host }).host).toBe('localhost')
  },
)

it.each(['chat.example', '[::1]:4310', '192.168.1.5:80'])('passes on the host %s', (host) => {
  expect(peerOf('127.0.0.1', { host }).host).toBe(host)
})

it('takes the id of a request from a trusted proxy, and otherwise gives each request its own', () => {
  const idOf = (id: string, variables: Record<string, string> = {}) =>
    peerOf('127.0.0.1', { 'x-request-id': id }, variables).requestId
  const TRUSTED_PROXIES = '127.0.0.1'
  expect(idOf('proxy-7.b', { TRUSTED_PROXIES })).toBe('proxy-7.b')
  for (const [id, variables] of [
    ['proxy-7.b', {}],
    ['two words', { TRUSTED_PROXIES }],
    ['x'.repeat(65), { TRUSTED_PROXIES }],
    ['"}\n{"', { TRUSTED_PROXIES }],
  ] as const)
    expect(idOf(id, variables)).toMatch(/^[0-9a-f-]{36}$/)
  expect(idOf('')).not.toBe(idOf(''))
})
