import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as it arrived at the push service, and its text as only the browser reads it. */
export interface ReceivedPush {
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** The public key that signed the request, in base64url. */
  readonly signedBy: string
  readonly claims: { readonly aud?: string; readonly sub?: string; readonly exp?: number }
}

/** A push service on this machine, with one subscription. */
export interface LocalPushService {
  /** The subscription as the browser gives it to a page. */
  readonly subscription: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } }
  readonly received: readonly ReceivedPush[]
  /** The status of further responses, and their headers. */
  answer(status: number, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** Starts a push service (RFC 8030) that checks signatures (RFC 8292) and decrypts messages (RFC 8291). */
export async function openLocalPushService(): Promise<LocalPushService> {
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys()
  const auth = randomBytes(16)
  const received: ReceivedPush[] = []
  let response: { readonly status: number; readonly headers: Record<string, string> } = {
    status: 201,
    headers: {},
  }
  const server = createServer(async (request, reply) => {
    const body = await bodyOf(request)
    if (response.status === 201)
      received.push({
        headers: request.headers,
        text: decrypt(body, browser, p256dh, auth),
        ...verifyVapid(request.headers.authorization ?? ''),
      })
    reply.writeHead(response.status, response.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/push/${randomBytes(16).toString('base64url')}`,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    received,
    answer(status, headers = {}) {
      response = { status, headers }
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

const info = (text: string, ...keys: readonly Buffer[]) => Buffer.concat([Buffer.from(`${text}\0`), ...keys])
const derive = (key: Buffer, salt: Buffer, context: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, context, length))

/** Decrypts one record of `aes128gcm` (RFC 8188) with the keys of RFC 8291, section 3.4. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, p256dh: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const shared = browser.computeSecret(serverKey)
  const input = derive(shared, auth, info('WebPush: info', p256dh, serverKey), 32)
  const key = derive(input, salt, info('Content-Encoding: aes128gcm'), 16)
  const nonce = derive(input, salt, info('Content-Encoding: nonce'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The delimiter 2 ends the last record; zeros may follow.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** Checks the signature of `vapid t=…, k=…` and returns its key and claims. */
function verifyVapid(authorization: string): Pick<ReceivedPush, 'signedBy' | 'claims'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('The signature of a push message is wrong')
  return { signedBy: key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) }
}
