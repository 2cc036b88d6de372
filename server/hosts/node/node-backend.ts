import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Server } from '../../create-server.ts'
import type { ServerLimits } from '../../limits/limits.ts'
import type {
  CodeDelivery,
  FaultReporter,
  PasswordHasher,
  Peer,
  SecurityLog,
  ServerClock,
  ServerPorts,
} from '../../ports.ts'
import { openPglite } from '../../store/prepared-pglite.ts'
import { BackupError, backUpOpen, holdRemovals } from './backup.ts'
import { listenForBackups } from './control-socket.ts'
import { lockDataDirectory } from './data-lock.ts'
import { createDirectoryStore } from './file-store.ts'
import type { NodeMetrics } from './metrics.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { Readiness } from './readiness.ts'
import type { Settings } from './settings.ts'
import { createSocketHost, type ReadPeer, type SocketHost } from './sockets.ts'
import { SyncedFiles } from './synced-files.ts'
import { createWebPush } from './web-push.ts'

export interface NodeBackendOptions {
  readonly dataDirectory: string
  readonly durability: Settings['durability']
  readonly codeDelivery: CodeDelivery
  readonly faults: FaultReporter
  /** Receives security events; none are written without it. */
  readonly securityLog?: SecurityLog
  /** Reads who sent the request that opens a socket. */
  readonly readPeer: ReadPeer
  /** The machine's clock by default. */
  readonly clock?: ServerClock
  /** `serverLimits` by default. */
  readonly limits?: Partial<Pick<ServerLimits, 'maxConnections' | 'maxGroupMembers'>>
  /** Argon2id at its standard cost by default. */
  readonly passwords?: PasswordHasher
  /** Receives measurements; none are taken without it. */
  readonly metrics?: NodeMetrics | undefined
  /** Push notifications; none by default. */
  readonly push?: Settings['push']
}

/** The backend on this machine for any HTTP server: our own, or a development server. */
export interface NodeBackend {
  readonly server: Server
  readonly readiness: Readiness
  /** The public key for push subscriptions; undefined without push. */
  readonly vapidKey: string | undefined
  /** Whether a path, without its query, belongs to the backend. */
  owns(path: string): boolean
  fetch(request: Request, peer: Peer): Promise<Response>
  /** For an HTTP server's `upgrade` event; ignores paths other than /socket. */
  readonly handleUpgrade: SocketHost['handleUpgrade']
  /** Ends all connections, waits for running calls and closes the database. */
  close(): Promise<void>
}

const sweepEvery = 10_000
/** Messages of one conversation within this time are one push, ms. */
const pushEvery = 1_000
const ownPaths = /^\/(Api\/|files\/|GetVersion$|Health\.txt$)/

/** Opens the database and files of a directory and starts the backend on them. */
export async function createNodeBackend(options: NodeBackendOptions): Promise<NodeBackend> {
  const lock = lockDataDirectory(options.dataDirectory)
  const files = join(options.dataDirectory, 'files')
  mkdirSync(files, { recursive: true })
  const directory = join(options.dataDirectory, 'db')
  const isSynced = options.durability === 'power'
  const { database, checkpoint, close } = await openPglite(
    isSynced ? new SyncedFiles(directory, (cause) => endProcess(options.faults, cause)) : directory,
    options.metrics?.startDatabaseTimer,
  )
  const held = holdRemovals(createDirectoryStore(files))
  const push = options.push && createWebPush({ dataDirectory: options.dataDirectory, ...options.push })
  const ports: ServerPorts = {
    database,
    files: held,
    clock: options.clock ?? { now: () => Date.now() },
    random: { bytes: (count) => randomBytes(count) },
    passwords: options.passwords ?? createPasswordHasher(),
    digest: { hash: (secret) => createHash('sha256').update(secret).digest('base64url') },
    codeDelivery: options.codeDelivery,
    faults: options.faults,
    ...(options.securityLog && { securityLog: options.securityLog }),
    ...(push && { push }),
    ...(options.metrics && { metrics: options.metrics.receiver }),
    // Sockets need it before it is created.
    nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
  }
  const server = createServer(ports, options.limits)
  options.metrics?.watch(server)
  const sockets = createSocketHost(server.gateway, options.readPeer)
  const readiness = new Readiness(database)
  let isCopied = false
  const stopSweeping = sweepRegularly(
    server,
    async () => {
      if (!isCopied) await checkpoint()
    },
    options.faults,
  )
  const backUp = async (target: string) => {
    if (isCopied) throw new BackupError('Another backup is being written.')
    isCopied = true
    try {
      await held.whileHeld(() => backUpOpen(database, options.dataDirectory, target))
    } finally {
      isCopied = false
    }
  }
  const control = listenForBackups(options.dataDirectory, backUp, options.faults)
  return {
    server,
    readiness,
    vapidKey: push?.vapidKey,
    owns: (path) => ownPaths.test(path),
    fetch: async (request, peer) => server.app.fetch(request, { peer }),
    handleUpgrade: sockets.handleUpgrade,
    async close() {
      readiness.drain()
      stopSweeping()
      control.close()
      await server.close()
      await sockets.drain()
      await close()
      lock.release()
    },
  }
}

function endProcess(faults: FaultReporter, cause: unknown): void {
  faults.report({ kind: 'database', detail: 'the data directory failed, and the server ends', cause })
  process.exit(1)
}

function sweepRegularly(server: Server, checkpoint: () => Promise<void>, faults: FaultReporter): () => void {
  const repeat = (every: number, kind: string, task: () => Promise<void>) =>
    setInterval(() => {
      task().catch((cause: unknown) => faults.report({ kind, detail: 'nothing was done', cause }))
    }, every).unref()
  const timers = [
    repeat(sweepEvery, 'sweep', () => server.sweep()),
    repeat(sweepEvery, 'checkpoint', checkpoint),
    repeat(pushEvery, 'push', () => server.sendPushes()),
  ]
  return () => timers.forEach(clearInterval)
}
