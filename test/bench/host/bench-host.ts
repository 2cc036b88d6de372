import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { type WebSocket, WebSocketServer } from 'ws'
import { messageFilesPath } from '#domain/media/media-address.ts'
import { AppFiles } from '#server/hosts/node/app-files.ts'
import { readPeer } from '#server/hosts/node/peer.ts'
import { readSettings } from '#server/hosts/node/settings.ts'
import { createSite } from '#server/hosts/node/site.ts'
import type { Peer } from '#server/ports.ts'
import { createPng } from '#test/browser/support/png.ts'
import { answerCall } from '../world/answers.ts'
import { connectScripted, createNumbering, type GivenPlace } from '../world/scripted-socket.ts'
import type { World } from '../world/world.ts'

/** Serves the built app as our server does, with a scripted API, and the bench's own pages below /bench/. */
export interface BenchHost {
  readonly address: string
  /** Sets the world of the scripted server. */
  show(world: World): void
  /** Sends a frame to every client. */
  broadcast(frame: string): void
  close(): Promise<void>
}

const brand = { key: 'default' }

/** The content of every picture. */
const picture = new Uint8Array(createPng(1200, 900))

/** Starts on a free local port. `builds` contains `app` and `bench`. */
export async function startBenchHost(builds: string, world: World): Promise<BenchHost> {
  let current = world
  const backend = {
    vapidKey: undefined,
    readiness: { respond: async () => new Response('Ready') },
    owns: (path: string) => path.startsWith('/Api/') || path.startsWith(messageFilesPath),
    fetch: (request: Request) => (isPicture(request) ? sendPicture() : answer(current, request)),
  }
  const site = createSite(backend, new AppFiles(join(builds, 'app')), { brand, hostOrigins: [] })
  const pages = new AppFiles(join(builds, 'bench'))
  const respond = async (request: Request, peer: Peer) => {
    const { origin, pathname } = new URL(request.url)
    if (!pathname.startsWith('/bench/')) return site(request, peer)
    const page = await pages.respond(new Request(origin + pathname.slice('/bench'.length), request), peer)
    return pathname.endsWith('/core.html') ? isolated(page) : page
  }
  const http = createServer(
    getRequestListener((request, { incoming }) =>
      // The server listens for HTTP/1.1 only, so the incoming message is that of `node:http`.
      respond(
        request,
        readPeer(incoming as Parameters<typeof readPeer>[0], readSettings({ SHOW_CODES: 'page' })),
      ),
    ),
  )
  const sockets = new WebSocketServer({ server: http, path: '/socket', perMessageDeflate: false })
  let place = createNumbering(() => current)
  sockets.on('connection', (socket) => attach(socket, (conversation) => place(conversation)))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (typeof address !== 'object' || address === null) throw new Error('the host has no address')
  return {
    address: `http://localhost:${address.port}`,
    show(next) {
      current = next
      place = createNumbering(() => current)
    },
    broadcast(frame) {
      for (const socket of sockets.clients) socket.send(frame)
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/**
 * Only cross-origin isolated pages get timers with 5 µs resolution. Others get 0.1 ms, half the duration of a storage
 * read.
 */
function isolated(page: Response): Response {
  const headers = new Headers(page.headers)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp')
  return new Response(page.body, { status: page.status, headers })
}

function attach(socket: WebSocket, place: (conversation: number) => GivenPlace): void {
  const connection = connectScripted((text) => socket.send(text), { now: Date.now, place })
  socket.on('message', (data) => connection.receive(data.toString()))
  // A close always follows. Without a listener an error would end the process.
  socket.on('error', () => socket.terminate())
}

const isPicture = ({ url }: Request): boolean => new URL(url).pathname.startsWith(messageFilesPath)

const sendPicture = async (): Promise<Response> =>
  new Response(picture, {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=86400' },
  })

async function answer(world: World, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice('/Api'.length)
  const text = await request.text()
  const fields: Readonly<Record<string, unknown>> = text.startsWith('{') ? JSON.parse(text) : {}
  return Response.json({ Code: 0, Msg: '', Data: answerCall(world, path, fields) })
}
