import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Peer } from '../../ports.ts'
import { isSecureContext } from './peer.ts'

/** The largest frame that a socket accepts, bytes; the gateway has a tighter limit in characters. */
const maxPayload = 1024 * 1024
/** A slow client with more unread bytes than this is disconnected; it fetches the rest when it is back. */
const maxUnsent = 16 * 1024 * 1024
/** The time limit for the peer to answer a close, ms. */
const closeWithin = 2_000
const unsupportedData = 1003

/** Reads the sender of a request. */
export type ReadPeer = (request: IncomingMessage) => Peer

export interface SocketHost {
  /** For an HTTP server's `upgrade` event; returns whether the path was ours. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Waits until all connections are closed; terminates those whose peer takes too long. */
  drain(): Promise<void>
}

/** Connects web sockets under /socket to the gateway. Other paths are left to other listeners. */
export function createSocketHost(gateway: Gateway, readPeer: ReadPeer): SocketHost {
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  return {
    handleUpgrade(request, socket, head) {
      if (pathOf(request) !== '/socket') return false
      const peer = readPeer(request)
      if (isOwnOrigin(request, peer) && isSecureContext(peer)) {
        sockets.handleUpgrade(request, socket, head, (webSocket) => attach(gateway, webSocket, peer))
      } else refuseUpgrade(socket, '403 Forbidden')
      return true
    },
    drain: () => drain([...sockets.clients]),
  }
}

/** Rejects an upgrade request with a status and closes it. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  // Without a listener, the error of a peer that has left would end the process.
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

async function drain(webSockets: readonly WebSocket[]): Promise<void> {
  const closed = webSockets.map((webSocket) => new Promise((resolve) => webSocket.once('close', resolve)))
  const cutOff = setTimeout(() => {
    for (const webSocket of webSockets) webSocket.terminate()
  }, closeWithin)
  await Promise.all(closed)
  clearTimeout(cutOff)
}

const pathOf = (request: IncomingMessage): string => request.url?.split('?', 1)[0] ?? ''

// Browsers always send the page's origin; other programs do not.
function isOwnOrigin({ headers: { origin, host } }: IncomingMessage, { publicUrl }: Peer): boolean {
  if (origin === undefined) return true
  if (publicUrl !== undefined) return origin === publicUrl
  return URL.canParse(origin) && new URL(origin).host === host
}

function attach(gateway: Gateway, webSocket: WebSocket, { address, isLocal, requestId }: Peer): void {
  const connection = gateway.connect({
    address,
    isLocal,
    requestId,
    send(text) {
      if (webSocket.bufferedAmount > maxUnsent) webSocket.terminate()
      else webSocket.send(text)
    },
    close: (code) => webSocket.close(code),
  })
  webSocket.on('message', (data, isBinary) => {
    if (isBinary) webSocket.close(unsupportedData)
    else connection.receive(data.toString())
  })
  webSocket.on('close', () => connection.closed())
  // A close always follows; without a listener an error would end the process.
  webSocket.on('error', () => connection.closed())
}
