import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP, SocketAddress } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Peer } from '../../ports.ts'
import { isLoopbackName, type Settings } from './settings.ts'

/**
 * Reads the sender of a request and names the request. Forwarding headers count only if trusted proxies wrote them: the
 * address is the last one in `X-Forwarded-For` that is not a trusted proxy, and the name is that of `X-Request-Id`.
 */
export function readPeer(
  request: IncomingMessage,
  {
    trustedProxies,
    showsCodesInPage,
    publicUrl,
  }: Pick<Settings, 'trustedProxies' | 'showsCodesInPage' | 'publicUrl'>,
): Peer {
  const isTrusted = (address: string) => {
    const family = isIP(address)
    return family > 0 && trustedProxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  const remote = plain(request.socket.remoteAddress ?? '')
  const isLoopback = remote === '::1' || remote.startsWith('127.')
  const isForwarded = Object.keys(request.headers).some(
    (name) => name === 'forwarded' || name.startsWith('x-forwarded-'),
  )
  const isProxy = isTrusted(remote)
  const hops = isProxy ? partsOf(request.headers['x-forwarded-for']).map(plain).reverse() : []
  const address = hops.find((hop) => !isTrusted(hop)) ?? remote
  return {
    address: isIP(address) > 0 ? limitKey(address) : limitKey(remote),
    isLocal: showsCodesInPage && isLoopback && !isForwarded,
    host: readHost(request.headers.host),
    isSecure:
      request.socket instanceof TLSSocket ||
      (isProxy && partsOf(request.headers['x-forwarded-proto']).at(-1) === 'https'),
    publicUrl,
    requestId: (isProxy && readRequestId(request.headers[requestIdHeader])) || randomUUID(),
  }
}

/** The header with the id of a request, in requests of a trusted proxy and in responses. */
export const requestIdHeader = 'x-request-id'

// The id goes into logs and headers, so other text of a proxy is not accepted.
const readRequestId = (id: string | string[] | undefined): string | undefined =>
  typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? id : undefined

/** Returns the network of an IPv6 address, because one subscriber has all addresses of a /64. */
function limitKey(address: string): string {
  if (isIP(address) !== 6) return address
  // Node writes IPv6 addresses in their shortest form, with at most one gap of zeros.
  const [head = '', tail] = new SocketAddress({ address, family: 'ipv6' }).address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - last.length }, () => '0')
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}

const plain = (address: string): string => address.replace(/^::ffff:/i, '')

// The Host goes into headers and addresses, so only a host and a port are accepted.
const readHost = (host: string | undefined): string =>
  host && /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host) ? host : 'localhost'

const partsOf = (header: string | string[] | undefined): readonly string[] =>
  [header ?? []]
    .flat()
    .flatMap((one) => one.split(','))
    .map((part) => part.trim())

/** Whether browsers regard a connection as secure: TLS, or this machine by a local name. */
export const isSecureContext = ({ isSecure, host }: Peer): boolean =>
  isSecure || isLoopbackName(host.replace(/:\d+$/, ''))
