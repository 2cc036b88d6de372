import type { AccountClient, Client } from '#client/client.ts'
import { createClient } from '#client/create-client.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { Server } from '#server/create-server.ts'
import type { Peer } from '#server/ports.ts'
import type { Locale } from '#src/app/locales.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { silentChannel } from '#streams/cross-tab/tab-channel.ts'
import {
  type Clock,
  type HttpPort,
  type HttpRequest,
  type MultipartBody,
  type Ports,
  type Random,
  type ReportPort,
  type SocketPort,
  silentNotifier,
} from '#streams/ports.ts'
import type { Readable } from '#streams/readable.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import type { Storage } from '#streams/storage/storage.ts'

/** A name that is never looked up, because the ports pass every request and frame to the server in this process. */
const origin = 'https://demo.invalid'

/** Starts a complete client with its storage in memory, signed in to a stored account. */
export async function startClient(
  stored: StoredAccount,
  locale: Locale,
  options: Omit<BotPortOptions, 'storage'>,
): Promise<Client> {
  const storage = createMemoryDisk().storage()
  await storage.accounts.put(stored)
  await storage.accounts.choose(stored.userId)
  return createClient(createBotPorts({ ...options, storage }), {
    environment: {
      apiEndpoints: [],
      fileUploadEndpoints: [],
      websocketEndpoints: [],
      brand: { key: '' },
      env: 'demo',
    },
    origin,
    locale,
    deviceType: 'web',
    version: '0.0.0',
  })
}

/** Calls back with the account when it is signed in. Returns the function that cancels the wait. */
export function whenSignedIn(client: Client, callback: (account: AccountClient) => void): () => void {
  return whenReady(client.account, (account) => account, callback)
}

/** Calls back once, when `read` returns a value. Returns the function that cancels the wait. */
export function whenReady<Value, Found>(
  readable: Readable<Value>,
  read: (value: Value) => Found | undefined,
  callback: (found: Found) => void,
): () => void {
  let isDone = false
  const check = () => {
    const found = isDone ? undefined : read(readable.get())
    if (found === undefined) return
    isDone = true
    callback(found)
  }
  const unsubscribe = readable.subscribe(check)
  check()
  return () => {
    isDone = true
    unsubscribe()
  }
}

interface BotPortOptions {
  readonly server: InProcessServer
  readonly peer: Peer
  readonly clock: Clock
  readonly random: Random
  readonly storage: Storage
  readonly report: ReportPort
}

/** Creates the ports of a bot's device: it shares no locks and no channel, and is always visible and online. */
const createBotPorts = ({ server, peer, clock, random, storage, report }: BotPortOptions): Ports => ({
  clock,
  random,
  storage,
  report,
  http: createInProcessHttp(server, peer),
  socket: createInProcessSocket(server, peer),
  locks: createMemoryLocks(),
  notifier: silentNotifier,
  channel: silentChannel,
  visibility: { isVisible: () => true, isOnline: () => true, subscribe: () => () => undefined },
  // Nothing leaves the process, and a bot sends neither phone numbers nor passwords.
  crypto: { encrypt: async (plain) => plain, decrypt: async (cipher) => cipher },
})

/** HTTP without a network: calls the server's app in the same process. */
const createInProcessHttp = ({ app }: Pick<InProcessServer, 'app'>, peer: Peer): HttpPort => ({
  request: async (request) => {
    request.signal?.throwIfAborted()
    const answer = await app.fetch(toFetchRequest(request), { peer })
    const text = await answer.text()
    request.signal?.throwIfAborted()
    return { status: answer.status, text }
  },
})

function toFetchRequest({ url, method, headers, body }: HttpRequest): Request {
  if (body === undefined) return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: typeof body === 'string' ? body : toForm(body) })
}

function toForm({ fields, file }: MultipartBody): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { content, name, type } = file
  form.append('file', content instanceof Blob ? content : new Blob([new Uint8Array(content)], { type }), name)
  return form
}

/** Sockets without a network: calls the server's gateway in the same process, each frame in its own microtask. */
const createInProcessSocket = (
  { gateway }: Pick<InProcessServer, 'gateway'>,
  { address, isLocal }: Peer,
): SocketPort => ({
  connect(_url, handlers) {
    let isClosed = false
    const later = (step: () => void) => queueMicrotask(() => !isClosed && step())
    const end = (code: number) =>
      later(() => {
        isClosed = true
        handlers.closed({ code, isClean: true })
      })
    // The opening comes first, because everything before it is in the same queue.
    later(() => handlers.opened())
    const connection = gateway.connect({
      address,
      isLocal,
      send: (text) => later(() => handlers.received(text)),
      close: end,
    })
    return {
      send: (text) => later(() => connection.receive(text)),
      close: (code = 1000) => {
        connection.closed()
        end(code)
      },
    }
  },
})

/** The HTTP and socket interfaces of a server in this process. */
export interface InProcessServer {
  readonly app: {
    fetch(request: Request, environment: { readonly peer: Peer }): Response | Promise<Response>
  }
  readonly gateway: Pick<Server['gateway'], 'connect'>
}
