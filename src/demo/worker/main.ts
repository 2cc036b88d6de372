import type { GatewayConnection } from '#server/gateway/gateway.ts'
import type { Locale } from '#src/app/locales.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { browserRandom } from '#src/app/ports/crypto.ts'
import {
  type CarriedRequest,
  type CarriedResponse,
  errorText,
  type FromWorker,
  type ReportFault,
  type ToWorker,
} from '../protocol.ts'
import { hasDatabase, loadEngine } from './open-database.ts'
import type { OwnServer } from './own-server.ts'
import { openFreshWorld, openStoredWorld, type World } from './world.ts'

type Open = Extract<ToWorker, { type: 'open' }>
type Use = Exclude<ToWorker, Open>

const post = (message: FromWorker, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer })

const report: ReportFault = ({ kind, detail, cause }) =>
  post({ type: 'fault', kind, detail, ...(cause === undefined ? {} : { cause: errorText(cause) }) })

// Loaded immediately, because every page needs it.
const engine = loadEngine()
// Awaited when a world is opened. Until then a failure must not count as an unhandled rejection.
engine.catch(() => undefined)

const options = {
  engine,
  report,
  onStep: (step: 'engine' | 'world' | 'sign-in') => post({ type: 'step', step }),
}

/** Opens the world and serves requests from then on. A failure is posted once. */
async function open({ locale, isFresh }: Open): Promise<(message: Use) => void> {
  if (!isFresh && !(await hasDatabase())) {
    post({ type: 'failed', reason: 'missing', detail: 'the stored world is gone' })
    return () => undefined
  }
  const world = isFresh ? await openFreshWorld(locale, options) : await openStoredWorld(options)
  post({ type: 'opened', account: world.owner })
  isStored = !isFresh
  if (isFresh) keep(world)
  return serve(world)
}

/** Whether the next start opens this world. Until then responses do not wait for the save. */
let isStored = false

const keep = (world: World): void => {
  world.save().then(
    () => {
      isStored = true
      post({ type: 'saved' })
    },
    (cause: unknown) => report({ kind: 'demo world', detail: 'could not be saved', cause }),
  )
}

const serve = (world: World): ((message: Use) => void) => {
  const { server, saved } = world
  // A frame may confirm a change, so it is posted after the change is saved.
  const postSaved = (message: FromWorker) =>
    isStored ? void saved().then(() => post(message)) : post(message)
  const connections = createConnections(server, postSaved)
  return (message) => {
    if (message.type === 'startWorldBots') return void startWorldBots(world, report, message)
    if (message.type === 'connect') return connections.connect(message.id)
    if (message.type === 'frame') return connections.receive(message.id, message.text)
    if (message.type === 'disconnect') return connections.disconnect(message.id)
    const { id, request } = message
    answerRequest(server, request).then(
      (response) => post({ type: 'response', id, response }, [response.body]),
      (cause: unknown) => {
        report({ kind: 'http', detail: 'a request was not answered', cause })
        post({ type: 'response', id, response: { status: 500, headers: [], body: new ArrayBuffer(0) } })
      },
    )
  }
}

let serving: Promise<(message: Use) => void> | undefined

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'open') {
    serving ??= open(data)
    serving.catch((cause: unknown) => post({ type: 'failed', reason: 'broken', detail: errorText(cause) }))
    return
  }
  // Messages that arrive before the world is open wait for it, in order.
  void serving?.then(
    (use) => use(data),
    () => undefined,
  )
})
self.addEventListener('unhandledrejection', ({ reason }) =>
  report({ kind: 'demo worker', detail: 'a promise was rejected', cause: reason }),
)

/** Answers one request of the page. */
async function answerRequest(server: OwnServer, carried: CarriedRequest): Promise<CarriedResponse> {
  const { url, method, headers, body } = carried
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body }),
  })
  const response = await server.app.fetch(request, {
    peer: server.peer,
    cookies: server.cookies,
  })
  return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() }
}

/** The worker's side of the page's sockets. */
interface Connections {
  connect(id: number): void
  receive(id: number, text: string): void
  disconnect(id: number): void
}

/** Connects each socket of the page, identified by a number, to the gateway. */
function createConnections(server: OwnServer, post: (message: FromWorker) => void): Connections {
  const connections = new Map<number, GatewayConnection>()
  const { address, isLocal } = server.peer
  return {
    connect: (id) => {
      const connection = server.gateway.connect({
        address,
        isLocal,
        send: (text) => post({ type: 'frame', id, text }),
        close: (code) => post({ type: 'closed', id, code }),
      })
      connections.set(id, connection)
    },
    receive: (id, text) => connections.get(id)?.receive(text),
    disconnect: (id) => {
      connections.get(id)?.closed()
      connections.delete(id)
    },
  }
}

/** Starts the bots of a world. Never rejects. */
async function startWorldBots(
  { server }: World,
  report: ReportFault,
  world: { readonly locale: Locale; readonly isFresh: boolean },
): Promise<void> {
  try {
    // A separate chunk, because nothing waits for it.
    const { startBots } = await import('../bots/start-bots.ts')
    startBots({
      server,
      peer: server.peer,
      signIn: server.signIn,
      clock: browserClock,
      random: browserRandom,
      report: { fault: report },
      locale: world.locale,
      isFreshWorld: world.isFresh,
    })
  } catch (cause) {
    report({ kind: 'demo bots', detail: errorText(cause) })
  }
}
