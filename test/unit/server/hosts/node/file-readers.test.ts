import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppFiles } from '#server/hosts/node/app-files.ts'
import { streamFile } from '#server/hosts/node/directory-store.ts'
import type { Peer } from '#server/ports.ts'

const peer: Peer = { address: '203.0.113.7', isLocal: false, host: 'localhost', isSecure: true }
const megabyte = 1024 * 1024
const size = 20 * megabyte
let directory: string
let server: Server

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'web-chat-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'assets', 'large.wasm'), new Uint8Array(size).fill(7))
  const files = new AppFiles(directory)
  server = createServer(
    getRequestListener((request) => files.respond(request, peer), { overrideGlobalObjects: false }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(directory, { recursive: true })
})

/** A client that requests the large file and stops reading after the first bytes. */
async function openSilentReader(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /assets/large.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'readable')
  return socket
}

it('120 clients that do not read a large file cost less than 100 MB', async () => {
  // A listening TCP server has an address of this kind.
  const { port } = server.address() as AddressInfo
  const before = process.memoryUsage()
  const readers = await Promise.all(Array.from({ length: 120 }, () => openSilentReader(port)))
  const { arrayBuffers, external } = process.memoryUsage()
  for (const reader of readers) reader.destroy()
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(100 * megabyte)
  expect(external - before.external).toBeLessThan(100 * megabyte)
})

it('a client that reads gets the whole file', async () => {
  // A listening TCP server has an address of this kind.
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/assets/large.wasm`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([answer.headers.get('content-length'), bytes.length]).toEqual([String(size), size])
  expect(Buffer.from(bytes.buffer).equals(Buffer.alloc(size, 7))).toBe(true)
})

it('a range is streamed exactly, a file that is missing or a directory is not', async () => {
  const path = join(directory, 'digits.txt')
  await writeFile(path, '0123456789')
  const read = async (start: number, end: number) =>
    new Response(await streamFile(path, { start, end })).text()
  expect([await read(0, 9), await read(2, 4), await read(9, 9), await read(8, 100)]).toEqual([
    '0123456789',
    '234',
    '9',
    '89',
  ])
  expect(await streamFile(join(directory, 'missing'))).toBeUndefined()
  expect(await streamFile(directory)).toBeUndefined()
})
