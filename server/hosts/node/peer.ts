import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { Peer } from '../../ports.ts'

/** Who sent a request, through at most one proxy on this machine. */
export function readPeer(request: IncomingMessage): Peer {
  const remote = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const isLoopback = remote === '::1' || remote.startsWith('127.')
  const names = Object.keys(request.headers)
  const isForwarded = names.some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  return {
    // Only a proxy on this machine is believed; what it adds stands last.
    address: (isLoopback && lastOf(request.headers['x-forwarded-for'])) || remote,
    isLocal: isLoopback && !isForwarded,
    host: readHost(request.headers.host),
    isSecure: request.socket instanceof TLSSocket || lastOf(request.headers['x-forwarded-proto']) === 'https',
  }
}

// The Host goes into headers and addresses, so nothing but a host and a port may be in it.
const readHost = (host: string | undefined): string =>
  host && /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host) ? host : 'localhost'

const lastOf = (header: string | string[] | undefined): string | undefined =>
  [header].flat().at(-1)?.split(',').at(-1)?.trim()
