import type { AccountClient, Client } from '#client/client.ts'
import { createClient } from '#client/create-client.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { browserVisibility, createBrowserChannel, createBrowserLocks } from '#src/app/ports/cross-tab.ts'
import { browserCrypto, browserRandom } from '#src/app/ports/crypto.ts'
import { browserHttp, browserSocket } from '#src/app/ports/network.ts'
import {
  type HttpPort,
  type Ports,
  type SocketHandlers,
  type SocketPort,
  silentNotifier,
} from '#streams/ports.ts'
import type { Readable } from '#streams/readable.ts'
import type { Storage } from '#streams/storage/storage.ts'
import { answerCall } from '../world/answers.ts'
import { connectScripted, createNumbering } from '../world/scripted-socket.ts'
import { self, type World } from '../world/world.ts'

/** A connected headless client in this page. */
export interface BenchClient {
  readonly client: Client
  readonly account: AccountClient
  /** Delivers a frame to the client as its socket would. Has no effect with a real socket. */
  receive(frame: string): void
  /** Faults outside the measured path. A metric with faults is invalid. */
  readonly faults: readonly string[]
}

/** Signs in with the browser's storage and waits until missed messages are loaded. An inspected client is recorded. */
export async function startBenchClient(
  storage: Storage,
  connection: 'scripted' | 'network',
  world: World,
  isInspected: boolean,
): Promise<BenchClient> {
  await storage.accounts.put(self)
  await storage.accounts.choose(self.userId)
  const faults: string[] = []
  const scripted = createScriptedSocket(world)
  const isScripted = connection === 'scripted'
  const ports: Ports = {
    storage,
    clock: browserClock,
    random: browserRandom,
    crypto: browserCrypto,
    locks: createBrowserLocks(navigator.locks),
    channel: createBrowserChannel(),
    visibility: browserVisibility,
    notifier: silentNotifier,
    http: isScripted ? scriptedHttp(world) : browserHttp,
    socket: isScripted ? scripted.port : browserSocket,
    report: { fault: ({ kind, detail, cause }) => faults.push(`${kind}: ${detail} ${String(cause ?? '')}`) },
  }
  const inspection = isInspected
    ? (await import('#src/inspection/in-browser.ts')).startInspection().inspection
    : undefined
  const client = createClient(inspection?.observe(ports) ?? ports, {
    environment: {
      brand: { key: 'default' },
      dynamicEndpoints: [],
      apiEndpoints: [],
      fileEndpoints: [],
      fileUploadEndpoints: [],
      websocketEndpoints: [],
      env: 'production',
    },
    origin: location.origin,
    locale: 'en-US',
    deviceType: 'web',
    version: '0.0.0',
    ...(inspection ? { inspect: inspection.inspect } : {}),
  })
  const account = await until(client.account, (value) => value)
  await until(account.connection, ({ status }) => (status === 'connected' ? true : undefined))
  return { client, account, faults, receive: scripted.receive }
}

/** Resolves with the first value that `read` finds in the readable, now or later. */
export function until<Value, Found>(
  readable: Readable<Value>,
  read: (value: Value) => Found | undefined,
): Promise<Found> {
  return new Promise((resolve) => {
    let unsubscribe = () => {}
    const look = () => {
      const found = read(readable.get())
      if (found === undefined) return
      unsubscribe()
      resolve(found)
    }
    unsubscribe = readable.subscribe(look)
    look()
  })
}

const scriptedHttp = (world: World): HttpPort => ({
  request: async ({ url, body }) => {
    const path = new URL(url).pathname.slice('/Api'.length)
    const fields: Readonly<Record<string, unknown>> = typeof body === 'string' ? JSON.parse(body) : {}
    return {
      status: 200,
      text: JSON.stringify({ Code: 0, Msg: '', Data: answerCall(world, path, fields) }),
    }
  },
})

function createScriptedSocket(world: World): {
  readonly port: SocketPort
  receive(frame: string): void
} {
  let open: SocketHandlers | undefined
  const place = createNumbering(() => world)
  return {
    receive: (frame) => open?.received(frame),
    port: {
      connect(_url, handlers) {
        open = handlers
        const later = (step: () => void) => queueMicrotask(() => open === handlers && step())
        later(() => handlers.opened())
        const send = (text: string) => later(() => handlers.received(text))
        const scripted = connectScripted(send, { now: Date.now, place })
        return {
          send: (text) => scripted.receive(text),
          close(code = 1000) {
            later(() => handlers.closed({ code, isClean: true }))
          },
        }
      },
    },
  }
}
