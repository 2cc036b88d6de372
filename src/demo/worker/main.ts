import type { FromWorker, ToWorker } from '../protocol.ts'
import { answerRequest } from './carry.ts'
import { createConnections } from './connections.ts'
import { loadEngine } from './engine.ts'
import { enliven } from './enliven.ts'
import { errorText, type ReportFault } from './faults.ts'
import { hasDatabase } from './open-database.ts'
import { openFreshWorld, openKeptWorld, type World } from './world.ts'

type Open = Extract<ToWorker, { type: 'open' }>
type Use = Exclude<ToWorker, Open>

const post = (message: FromWorker, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer })

const report: ReportFault = ({ kind, detail, cause }) =>
  post({ type: 'fault', kind, detail, ...(cause === undefined ? {} : { cause: errorText(cause) }) })

// Begun before anybody asks, as the page is never without it for long.
const engine = loadEngine()
// Awaited when a world is opened; until then a failure must not count as unhandled.
engine.catch(() => undefined)

const options = {
  engine,
  report,
  onStep: (step: 'engine' | 'world' | 'sign-in') => post({ type: 'step', step }),
}

/** Opens the world and answers from then on; what cannot be opened is said once. */
async function open({ locale, isFresh }: Open): Promise<(message: Use) => void> {
  if (!isFresh && !(await hasDatabase())) {
    post({ type: 'failed', reason: 'missing', detail: 'the kept world is gone' })
    return () => undefined
  }
  const world = isFresh ? await openFreshWorld(locale, options) : await openKeptWorld(options)
  post({ type: 'opened', account: world.owner })
  isKept = !isFresh
  if (isFresh) keep(world)
  return serve(world)
}

/** Whether the next start opens this world; until then nothing has to wait for being saved. */
let isKept = false

const keep = (world: World): void => {
  world.save().then(
    () => {
      isKept = true
      post({ type: 'kept' })
    },
    (cause: unknown) => report({ kind: 'demo world', detail: 'could not be saved', cause }),
  )
}

const serve = (world: World): ((message: Use) => void) => {
  const { server, saved } = world
  // A frame may say that something is done: it leaves once a reload would find it done.
  const postSaved = (message: FromWorker) => (isKept ? void saved().then(() => post(message)) : post(message))
  const connections = createConnections(server, postSaved)
  return (message) => {
    if (message.type === 'enliven') return void enliven(world, report, message)
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
  // Whatever arrives before the world is open waits for it, in order.
  void serving?.then(
    (use) => use(data),
    () => undefined,
  )
})
self.addEventListener('unhandledrejection', ({ reason }) =>
  report({ kind: 'demo worker', detail: 'a promise was rejected', cause: reason }),
)
