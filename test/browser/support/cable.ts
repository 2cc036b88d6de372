import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { RunningServer } from './server.ts'

/** A way to a server that can go dead without a word to the browser, as when a machine sleeps or walks out of the door. */
export interface Cable {
  /** Where the browser finds the server. */
  readonly address: string
  /** The server gives up what was open; to the browser it stays open and silent for ever, as does what it opens now. */
  cut(): void
  /** What is opened from now on works. */
  mend(): void
  /** How many sockets of the chat were opened since it was last mended. */
  socketsSince(): number
  dispose(): Promise<void>
}

/** Lays a cable from a port of its own to the server. */
export async function layCable({ address }: RunningServer): Promise<Cable> {
  const { port, hostname } = new URL(address)
  const near = new Set<Socket>()
  const far = new Set<Socket>()
  let isCut = false
  let sockets = 0

  const join = (browser: Socket) => {
    near.add(browser)
    // Which side ends a connection, and how, is nothing to this test.
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
