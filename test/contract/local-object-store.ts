import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Location } from '#server/hosts/node/s3-store.ts'

/** An object store in this process that speaks the part of S3 that the server uses, and checks signatures. */
export interface LocalObjectStore {
  /** The address without a bucket. */
  readonly endpoint: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** The bucket with a folder. */
  readonly location: S3Location
  /** Stored files by their bucket and key. */
  readonly objects: ReadonlyMap<string, Uint8Array>
  /** How it treats the next requests: responds, fails, or never responds. The requests since are counted. */
  behave(behaviour: Behaviour): void
  readonly requests: number
  close(): Promise<void>
}

/** A number of failures comes before responses. */
export type Behaviour = 'respond' | 'fail' | 'hang' | 'hang-up' | { readonly failures: number }

const region = 'eu-test-1'
const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test/secret+key' }
const bucket = 'chat'

export async function openLocalObjectStore(): Promise<LocalObjectStore> {
  const objects = new Map<string, Uint8Array>()
  let behaviour: Behaviour = 'respond'
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    if (behaviour === 'hang') return
    if (behaviour === 'hang-up') request.socket.destroy()
    else if (behaviour === 'fail' || (typeof behaviour === 'object' && requests <= behaviour.failures))
      refuse(response, 503, 'SlowDown')
    else void respond(objects, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    endpoint,
    credentials,
    location: { address: `${endpoint}/${bucket}/files/`, region, ...credentials },
    objects,
    behave(next) {
      behaviour = next
      requests = 0
    },
    get requests() {
      return requests
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function respond(
  objects: Map<string, Uint8Array>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request)
  if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch')
  const key = decodeURIComponent(request.url ?? '').slice(1)
  if (!key.startsWith(`${bucket}/`)) return refuse(response, 404, 'NoSuchBucket')
  if (request.method === 'PUT') objects.set(key, body)
  if (request.method === 'DELETE') {
    objects.delete(key)
    response.statusCode = 204
  }
  if (request.method !== 'GET') return void response.end()
  const bytes = objects.get(key)
  if (!bytes) return refuse(response, 404, 'NoSuchKey')
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const isPart = first !== undefined && last !== undefined
  if (isPart) response.statusCode = 206
  response.end(isPart ? bytes.subarray(Number(first), Number(last) + 1) : bytes)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.statusCode = status
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Checks a request as "Signature Version 4" of the documentation of Amazon S3 says. */
function isSigned(request: IncomingMessage, body: Uint8Array): boolean {
  const { authorization = '', ...headers } = request.headers
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/
  const [, accessKeyId, date = '', signedRegion, names = '', signature = ''] =
    pattern.exec(authorization) ?? []
  if (accessKeyId !== credentials.accessKeyId || signedRegion !== region) return false
  const contentHash = String(headers['x-amz-content-sha256'])
  // Amazon accepts an upload without the hash of its content. The server under test always sends it.
  if (contentHash !== (request.method === 'PUT' ? sha256(body) : 'UNSIGNED-PAYLOAD')) return false
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const signedHeaders = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [request.method, path, query, signedHeaders.join(''), names, contentHash].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${credentials.secretAccessKey}`,
  )
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
}
