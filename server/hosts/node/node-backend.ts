import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer, type Server } from '../../create-server.ts'
import { type FileStore, FilesUnavailable } from '../../files/file-store.ts'
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
import { type OpenDatabase, openPglite } from '../../store/prepared-pglite.ts'
import { BackupError, backUpOpen, holdRemovals } from './backup.ts'
import { connectNotices, noNotices } from './cluster/notices.ts'
import { type OpenCluster, openCluster, runOnceOn } from './cluster/open-cluster.ts'
import { listenForBackups } from './control-socket.ts'
import { lockDataDirectory } from './data-lock.ts'
import { createDirectoryStore } from './directory-store.ts'
import type { NodeMetrics } from './metrics.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { openPostgres } from './postgres.ts'
import { Readiness } from './readiness.ts'
import { type Settings, SettingsError } from './settings.ts'
import { createSocketHost, type ReadPeer, type SocketHost } from './sockets.ts'
import { SyncedFiles } from './synced-files.ts'
import { createWebPush, readVapidKeys, sharedVapidKeys } from './web-push.ts'

export interface NodeBackendOptions {
  readonly dataDirectory: string
  readonly durability: Settings['durability']
  readonly databaseUrl?: Settings['databaseUrl']
  readonly natsUrl?: Settings['natsUrl']
  readonly files?: Settings['files']
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
  /**
   * Tells proxies that this server is not ready and ends all sockets, spread over a time, ms. Requests are still
   * answered. Without sockets it resolves without a wait.
   */
  drain(duration: number): Promise<void>
  /** Ends all connections, waits for running calls and closes the database. */
  close(): Promise<void>
}

/** Proxies look at `/Ready.txt` every second. Until they have seen it, they send clients here, ms. */
const noticedWithin = 2_000
/** The interval of the portions in which sockets end, ms. */
const drainEvery = 100

const sweepEvery = 10_000
/** Messages of one conversation within this time are one push, ms. */
const pushEvery = 1_000
const ownPaths = /^\/(Api\/|files\/|GetVersion$|Health\.txt$)/

/** Opens the database and files of a directory and starts the backend on them. */
export async function createNodeBackend(options: NodeBackendOptions): Promise<NodeBackend> {
  // Other users of the machine may not read people's messages.
  mkdirSync(options.dataDirectory, { recursive: true, mode: 0o700 })
  const held = holdRemovals(await openFiles(options))
  const { database, shared, checkpoint, close } = await openStore(options)
  const push =
    options.push &&
    createWebPush({
      keys: shared ? await sharedVapidKeys(shared) : readVapidKeys(options.dataDirectory),
      ...options.push,
    })
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
    ...(shared && {
      cluster: shared.cluster,
      limitStore: shared.limitStore,
      codeSecret: await shared.secret('codes', () => randomBytes(32).toString('base64url')),
    }),
    ...(options.metrics && { metrics: options.metrics.receiver }),
    // Sockets need it before it is created.
    nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
  }
  const server = createServer(ports, options.limits)
  options.metrics?.watch(server)
  const sockets = createSocketHost(server.gateway, options.readPeer)
  const readiness = new Readiness(database, held)
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
  // PostgreSQL has its own tools.
  const control = options.databaseUrl
    ? undefined
    : listenForBackups(options.dataDirectory, backUp, options.faults)
  return {
    server,
    readiness,
    vapidKey: push?.vapidKey,
    owns: (path) => ownPaths.test(path),
    fetch: async (request, peer) => server.app.fetch(request, { peer }),
    handleUpgrade: sockets.handleUpgrade,
    async drain(duration) {
      readiness.drain()
      if (duration === 0 || server.gateway.size === 0) return
      await wait(noticedWithin)
      await server.gateway.drain(Math.ceil(duration / drainEvery), () => wait(drainEvery))
    },
    async close() {
      readiness.drain()
      stopSweeping()
      control?.close()
      await server.close()
      await sockets.drain()
      await close()
    },
  }
}

/**
 * Opens the files of the settings, or those of the data directory.
 * @throws SettingsError if they cannot be used; an object store may be away for the moment
 */
async function openFiles({ dataDirectory, files, faults }: NodeBackendOptions): Promise<FileStore> {
  if (!files) {
    const directory = join(dataDirectory, 'files')
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return createDirectoryStore(directory)
  }
  // Only then is the client of object stores loaded.
  const store =
    files.kind === 's3'
      ? (await import('./s3-store.ts')).createS3Store(files)
      : createDirectoryStore(files.directory)
  try {
    await store.check?.()
  } catch (cause) {
    if (!(cause instanceof FilesUnavailable)) throw cause
    if (cause.isRefused || files.kind === 'directory')
      throw new SettingsError(`The files of FILES_URL cannot be used. ${cause.message}.`)
    faults.report({ kind: 'files', detail: 'the server starts without its files', cause })
  }
  return store
}

interface Store extends OpenDatabase {
  /** What the nodes of one database share; undefined for the embedded one. */
  readonly shared?: OpenCluster
  /** Keeps the embedded database's write-ahead log short; PostgreSQL does so itself. */
  checkpoint(): Promise<void>
}

/** Opens the PostgreSQL of the settings, or the embedded one in the data directory, which no other process may use. */
async function openStore(options: NodeBackendOptions): Promise<Store> {
  const { databaseUrl, dataDirectory, durability, faults } = options
  if (databaseUrl) return openSharedStore(databaseUrl, options)
  const lock = lockDataDirectory(dataDirectory)
  const directory = join(dataDirectory, 'db')
  const isSynced = durability === 'power'
  const { close, ...store } = await openPglite(
    isSynced ? new SyncedFiles(directory, (cause) => endProcess(faults, cause)) : directory,
    options.metrics?.startDatabaseTimer,
  )
  return {
    ...store,
    async close() {
      await close()
      lock.release()
    },
  }
}

async function openSharedStore(
  url: string,
  { natsUrl, faults, metrics }: NodeBackendOptions,
): Promise<Store> {
  const { database, pool, close } = await openPostgres(url, faults, metrics?.startDatabaseTimer)
  const notices = natsUrl ? await connectNotices(natsUrl, faults) : noNotices
  const shared = await openCluster({ database, runOnce: runOnceOn(pool), notices, faults })
  return {
    database,
    shared,
    checkpoint: async () => {},
    async close() {
      await shared.close()
      await close()
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
