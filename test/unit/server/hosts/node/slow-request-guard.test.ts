import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestBodyLimits, SlowRequestGuard } from '#server/hosts/node/slow-request-guard.ts'

let server: Server
let now = 0
let guard: SlowRequestGuard
beforeEach(async () => {
  now = 0
  guard = new SlowRequestGuard(() => now)
  server = createServer((request) => guard.add(request))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A client that has sent the headers of an upload, and its request on the server. */
async function openUpload(size = 10_000_000): Promise<readonly [Socket, IncomingMessage]> {
  // A listening TCP server has an address of this kind.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n`)
  const [request] = await once(server, 'request')
  return [socket, request]
}

/** Sends bytes and resolves once the server has received them. */
async function send(socket: Socket, request: IncomingMessage, size: number): Promise<void> {
  const expected = request.socket.bytesRead + size
  socket.write(new Uint8Array(size))
  request.resume()
  while (request.socket.bytesRead < expected) await new Promise((resolve) => setImmediate(resolve))
}
const check = (after: number) => {
  now += after
  guard.check()
}
const { time, leastBytes, totalTime } = requestBodyLimits

it('a client that sends less than 1 kB a second is disconnected after 20 s, also when it was fast before', async () => {
  const [socket, request] = await openUpload()
  const closed = once(socket, 'close')
  check(time - 1)
  await send(socket, request, leastBytes)
  check(1)
  expect(request.socket.destroyed).toBe(false)
  await send(socket, request, leastBytes - 1)
  check(time)
  await closed
  expect(request.socket.destroyed).toBe(true)
})

it('a client that is fast enough is cut off after 5 minutes', async () => {
  const [socket, request] = await openUpload()
  const closed = once(socket, 'close')
  for (; now + time <= totalTime; check(time)) await send(socket, request, leastBytes)
  expect(request.socket.destroyed).toBe(false)
  check(1)
  await closed
})

it('a client with a complete body, or without one, stays connected', async () => {
  const [socket, request] = await openUpload(10)
  await send(socket, request, 10)
  if (!request.complete) await once(request, 'end')
  check(2 * totalTime)
  expect(request.socket.destroyed).toBe(false)
  const [, empty] = await openUpload(0)
  check(2 * totalTime)
  expect(empty.socket.destroyed).toBe(false)
})
