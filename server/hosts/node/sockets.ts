import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Peer } from '../../ports.ts'
import { isSecureContext } from './peer.ts'

/** Largest frame a socket takes, bytes; the gateway has a tighter limit in characters. */
const maxPayload = 1024 * 1024
/** A client that reads so slowly that this many bytes wait for it is cut off; it fetches the rest when it is back. */
const maxUnsent = 16 * 1024 * 1024
/** How long the other end may take to agree to a close, ms. */
const closeWithin = 2_000
const unsupportedData = 1003

/** Reads who sent a request. */
export type ReadPeer = (request: IncomingMessage) => Peer

export interface SocketHost {
  /** For an HTTP server's `upgrade` event; answers whether it was for us. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Waits until all connections are closed; cuts those whose other end takes too long over it. */
  drain(): Promise<void>
}

/** Puts web sockets under /socket on the gateway. Other paths are left to other listeners. */
export function createSocketHost(gateway: Gateway, readPeer: ReadPeer): SocketHost {
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  return {
    handleUpgrade(request, socket, head) {
      if (pathOf(request) !== '/socket') return false
      const peer = readPeer(request)
      if (isSameOrigin(request) && isSecureContext(peer)) {
        sockets.handleUpgrade(request, socket, head, (webSocket) => attach(gateway, webSocket, peer))
      } else refuseUpgrade(socket, '403 Forbidden')
      return true
    },
    drain: () => drain([...sockets.clients]),
  }
}

/** Answers a request for an upgrade with a status and hangs up. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  // Without a listener, an end that has gone away already would end the process.
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

// A browser always says where a page is from; programs that are no browsers do not.
function isSameOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

function attach(gateway: Gateway, webSocket: WebSocket, { address, isLocal }: Peer): void {
  const connection = gateway.connect({
    address,
    isLocal,
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
