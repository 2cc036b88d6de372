import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readPeer } from '#server/hosts/node/peer.ts'

function peerOf(remoteAddress: string, headers: Record<string, string> = {}) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  const request = new IncomingMessage(socket)
  Object.assign(request.headers, { host: 'localhost:4310', ...headers })
  return readPeer(request)
}

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8'])('takes %s for this machine', (address) => {
  expect(peerOf(address)).toMatchObject({ isLocal: true, isSecure: false, host: 'localhost:4310' })
})

it.each(['10.0.0.7', '203.0.113.7', '::ffff:10.0.0.7', 'fe80::1'])(
  'takes %s for another machine',
  (address) => {
    expect(peerOf(address)).toMatchObject({ isLocal: false, address: address.replace('::ffff:', '') })
  },
)

it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-anything'])(
  'does not take a request with %s for local',
  (header) => {
    expect(peerOf('127.0.0.1', { [header]: 'x' }).isLocal).toBe(false)
  },
)

it('believes the address that a proxy on this machine has added, and nobody else', () => {
  const forged = { 'x-forwarded-for': '1.1.1.1, 203.0.113.7' }
  expect(peerOf('127.0.0.1', forged).address).toBe('203.0.113.7')
  expect(peerOf('198.51.100.2', forged).address).toBe('198.51.100.2')
})

it('knows TLS at the proxy', () => {
  expect(peerOf('127.0.0.1', { 'x-forwarded-proto': 'https' }).isSecure).toBe(true)
  expect(peerOf('127.0.0.1', { 'x-forwarded-proto': 'http' }).isSecure).toBe(false)
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
