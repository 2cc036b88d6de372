import { ECDH } from 'node:crypto'
import { lookup } from 'node:dns'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { join } from 'node:path'
// Node finds no named exports in this CommonJS package.
import webPush from 'web-push'
import { type PushSubscriptionToken, readPushSubscription } from '#schemas/wire/calls/notifications.ts'
import type { PushMessage, PushOutcome, PushProvider } from '../../ports.ts'
import { SettingsError } from './settings.ts'

/** The keys by which push services recognise this server [NOTIF-16]. Subscriptions are made for the public one. */
interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface WebPush extends PushProvider {
  /** In base64url, for the browser. */
  readonly vapidKey: string
}

export interface WebPushOptions {
  readonly keys: VapidKeys
  /** Where push services reach the operator: a `mailto:` or `https:` address. */
  readonly contact: string
  /** For tests: also sends to this machine, without TLS. */
  readonly isLocalAllowed?: boolean
}

/** The time limit of a request to a push service, ms. */
const timeLimit = 10_000

/**
 * Sends messages to browsers by the Web Push protocol (RFC 8030), encrypted for the browser (RFC 8291) and signed with
 * this server's keys (RFC 8292). People choose their push service, so no request may reach a private network: the
 * address is checked once it is resolved, only the standard port is used, and no redirect is followed.
 */
export function createWebPush({ keys, contact, isLocalAllowed = false }: WebPushOptions): WebPush {
  const agent = new Agent({ keepAlive: true, maxSockets: 20, timeout: timeLimit, lookup: publicLookup })
  const isAllowed = isLocalAllowed ? isLocalOrPublic : isPublicEndpoint
  /** Reads a subscription that can be reached and encrypted for. */
  const readUsable = (token: string): PushSubscriptionToken | undefined => {
    const subscription = readPushSubscription(token)
    const isUsable =
      subscription && isAllowed(subscription.endpoint) && isPointOfCurve(subscription.keys.p256dh)
    return isUsable ? subscription : undefined
  }
  return {
    vapidKey: keys.publicKey,
    judge(token) {
      if (!token.startsWith('{')) return 'other'
      return readUsable(token) ? 'usable' : 'unusable'
    },
    serviceOf(token) {
      const subscription = readPushSubscription(token)
      return subscription ? new URL(subscription.endpoint).host : ''
    },
    async send(message, signal) {
      const subscription = readUsable(message.token)
      if (!subscription) return { kind: 'gone' }
      try {
        const details = encrypt(subscription, message, { ...keys, subject: contact })
        return await post(subscription.endpoint, details, agent, signal)
      } catch {
        // The cause may contain the address, which is a secret of the browser.
        return { kind: 'failed' }
      }
    },
  }
}

/** Whether a browser's public key is a point of the curve P-256. The encryption for any other key fails. */
function isPointOfCurve(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

type RequestDetails = Pick<ReturnType<typeof webPush.generateRequestDetails>, 'body' | 'headers'>

const encrypt = (
  subscription: PushSubscriptionToken,
  { payload, timeToLive, topic }: PushMessage,
  vapidDetails: VapidKeys & { readonly subject: string },
): RequestDetails =>
  webPush.generateRequestDetails(subscription, payload, {
    TTL: timeToLive,
    topic,
    urgency: 'high',
    contentEncoding: 'aes128gcm',
    vapidDetails,
  })

/** Posts one message. Rejects if there is no response in time. */
function post(
  endpoint: string,
  { body, headers }: RequestDetails,
  agent: Agent,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const options = {
    method: 'POST',
    headers: headers as Record<string, string>,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]),
  }
  return new Promise((resolve, reject) => {
    const request = endpoint.startsWith('https:')
      ? httpsRequest(endpoint, { ...options, agent })
      : httpRequest(endpoint, options)
    request.once('error', reject)
    request.once('response', (response) => {
      // Only the status counts; the rest is read so that the connection can be used again.
      response.on('error', () => {}).resume()
      resolve(toOutcome(response.statusCode ?? 0, response.headers['retry-after']))
    })
    request.end(body)
  })
}

/** Translates the status of a push service (RFC 8030, section 5). */
function toOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 429 && status < 500) return { kind: 'rejected', status }
  const seconds = Number(retryAfter)
  return { kind: 'failed', ...(seconds > 0 && { retryAfter: seconds * 1000 }) }
}

const longestEndpoint = 2048

function isPublicEndpoint(endpoint: string): boolean {
  if (endpoint.length > longestEndpoint || !URL.canParse(endpoint)) return false
  const { protocol, port, username, password, hostname } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  const address = hostname.replace(/^\[|\]$/g, '')
  return isIP(address) > 0 ? isPublicAddress(address) : hostname.includes('.')
}

const isLocalOrPublic = (endpoint: string): boolean =>
  isPublicEndpoint(endpoint) || /^http:\/\/(127\.0\.0\.1|localhost):\d+\//.test(endpoint)

/** Networks that are not reachable from the internet (RFC 6890), and IPv4 addresses inside IPv6 ones. */
const privateNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const privateNetworks6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const

const blocked = new BlockList()
for (const [network, prefix] of privateNetworks) blocked.addSubnet(network, prefix, 'ipv4')
const blocked6 = new BlockList()
for (const [network, prefix] of privateNetworks6) blocked6.addSubnet(network, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 4) return !blocked.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
}

/** Resolves a name to its public addresses only, also if the name changes after its check. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = error ? [] : found.filter(({ address }) => isPublicAddress(address))
    const [first] = addresses
    if (!first) return callback(error ?? new Error('no public address'), '', 0)
    if (options.all) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

/**
 * Reads the server's keys, and creates them at the first start: browsers subscribe for one key.
 * @throws SettingsError if the file is damaged
 */
export function readVapidKeys(dataDirectory: string): VapidKeys {
  const path = join(dataDirectory, 'push-keys.json')
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, JSON.stringify(webPush.generateVAPIDKeys()), { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
  }
  const keys = parseKeys(readFileSync(path, 'utf8'))
  if (!keys)
    throw new SettingsError(
      `${path} is damaged: restore it from a backup, or delete it. Then devices subscribe again.`,
    )
  return keys
}

/** The keys of all nodes of a cluster. */
export async function sharedVapidKeys({
  secret,
}: {
  secret(name: string, create: () => string): Promise<string>
}): Promise<VapidKeys> {
  const keys = parseKeys(await secret('push-keys', () => JSON.stringify(webPush.generateVAPIDKeys())))
  if (!keys)
    throw new SettingsError('The push keys in the database are damaged: delete them from shared_secret.')
  return keys
}

function parseKeys(text: string): VapidKeys | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('publicKey' in value) || !('privateKey' in value))
      return undefined
    const { publicKey, privateKey } = value
    return typeof publicKey === 'string' && typeof privateKey === 'string'
      ? { publicKey, privateKey }
      : undefined
  } catch {
    return undefined
  }
}
