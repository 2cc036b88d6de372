import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { RunningServer } from './server.ts'

/** A proxy to a server whose connections can die silently, as when a machine sleeps or loses its network. */
export interface Cable {
  /** The address for the browser. */
  readonly address: string
  /** Closes open connections on the server's side. On the browser's side they and new ones stay open and silent. */
  cut(): void
  /** Lets new connections work again. */
  mend(): void
  /** The number of chat sockets opened since the last repair. */
  socketsSince(): number
  dispose(): Promise<void>
}

/** Starts a proxy on a free port to the server. */
export async function layCable({ address }: RunningServer): Promise<Cable> {
  const { port, hostname } = new URL(address)
  const near = new Set<Socket>()
  const far = new Set<Socket>()
  let isCut = false
  let sockets = 0

  const join = (browser: Socket) => {
    near.add(browser)
    // The test does not depend on which side ends a connection, or how.
    browser.on('error', () => browser.destroy())
    if (isCut) return
    const server = connect(Number(port), hostname)
    far.add(server)
    server.on('error', () => browser.destroy())
    browser.on('data', (bytes) => {
      if (bytes.toString('latin1').includes('Upgrade: websocket')) sockets += 1
    })
    browser.pipe(server)
    server.pipe(browser)
  }
  const entrance = createServer(join).listen(0, hostname)
  await once(entrance, 'listening')
  // A listening TCP server has an address record, never a pipe's name.
  const own = entrance.address() as AddressInfo

  return {
    address: address.replace(port, String(own.port)),
    cut() {
      isCut = true
      for (const server of far) {
        server.unpipe()
        server.destroy()
      }
      far.clear()
      for (const browser of near) browser.unpipe().resume()
    },
    mend() {
      isCut = false
      sockets = 0
    },
    socketsSince: () => sockets,
    async dispose() {
      for (const socket of [...near, ...far]) socket.destroy()
      entrance.close()
      await once(entrance, 'close')
    },
  }
}
