import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { FaultReporter } from '../../ports.ts'
import { AppFiles } from './app-files.ts'
import { createCodeDelivery } from './code-delivery.ts'
import { createNodeBackend, type NodeBackend, type NodeBackendOptions } from './node-backend.ts'
import { readPeer } from './peer.ts'
import { isLoopbackName, type Settings, SettingsError } from './settings.ts'
import { createSite } from './site.ts'
import { SlowRequestGuard } from './slow-request-guard.ts'
import { refuseUpgrade } from './sockets.ts'

/** How long a client may leave a response unread, ms. */
const idleFor = 60_000
/** How long the headers of a request may take, ms. */
const headersWithin = 20_000

export interface NodeServer {
  /** The address to open, such as http://localhost:4310. */
  readonly url: string
  /** The address of the metrics; undefined if they are off. */
  readonly metricsUrl: string | undefined
  readonly backend: NodeBackend
  /** Ends the sockets as spread as the settings say, stops listening, and closes the database. */
  close(): Promise<void>
}

/** Serves app, API and socket from one origin. Throws SettingsError if the settings cannot work. */
export async function startNodeServer(
  settings: Settings,
  faults: FaultReporter,
  changes: Pick<NodeBackendOptions, 'clock' | 'passwords' | 'securityLog'> = {},
): Promise<NodeServer> {
  // Only then is the library of the metrics loaded.
  const metricsModule = settings.metrics && (await import('./metrics.ts'))
  const metrics = metricsModule?.createMetrics()
  const backend = await createNodeBackend({
    dataDirectory: settings.dataDirectory,
    durability: settings.durability,
    databaseUrl: settings.databaseUrl,
    natsUrl: settings.natsUrl,
    files: settings.files,
    codeDelivery: createCodeDelivery(settings),
    faults,
    readPeer: (request) => readPeer(request, settings),
    limits: settings,
    push: settings.push,
    metrics,
    ...changes,
  })
  try {
    const http = createListener(settings, backend, faults)
    // Node ends a connection without traffic for this time; sockets have their own limit.
    http.setTimeout(idleFor)
    http.headersTimeout = headersWithin
    const stopWatching = watchSlowRequests(http)
    http.on('upgrade', (request, socket, head) => {
      if (!backend.handleUpgrade(request, socket, head)) refuseUpgrade(socket, '404 Not Found')
    })
    const metricsListener =
      metrics && settings.metrics && (await metricsModule?.serveMetrics(metrics, settings.metrics))
    const port = await listen(http, settings)
    return {
      url: addressOf(settings, port),
      metricsUrl: metricsListener?.url,
      backend,
      async close() {
        await backend.drain(settings.drainFor)
        stopWatching()
        const stopped = new Promise<void>((resolve) => http.close(() => resolve()))
        await backend.close()
        await endConnections(http, stopped)
        metricsListener?.close()
      },
    }
  } catch (cause) {
    await backend.close()
    throw cause
  }
}

/** How long responses under way may take when the server stops, ms. */
const respondWithin = 2_000

/** Ends connections without a request, and the others after their response or after the time limit. */
async function endConnections(http: HttpServer, stopped: Promise<void>): Promise<void> {
  const endIdle = setInterval(() => http.closeIdleConnections(), 20)
  const endAll = setTimeout(() => http.closeAllConnections(), respondWithin)
  http.closeIdleConnections()
  await stopped
  clearInterval(endIdle)
  clearTimeout(endAll)
}

/** Interval of the check for slow requests, ms. */
const watchEvery = 5_000

function watchSlowRequests(http: HttpServer): () => void {
  const guard = new SlowRequestGuard(() => performance.now())
  http.on('request', (request) => guard.add(request))
  const timer = setInterval(() => guard.check(), watchEvery)
  timer.unref()
  return () => clearInterval(timer)
}

function createListener(settings: Settings, backend: NodeBackend, faults: FaultReporter): HttpServer {
  const site = createSite(backend, new AppFiles(settings.appDirectory, settings), settings)
  const listener = getRequestListener(
    (request, { incoming }) => {
      // The server speaks HTTP/1.1 only, so the incoming message is that of `node:http`.
      return site(request, readPeer(incoming as Parameters<typeof readPeer>[0], settings))
    },
    {
      overrideGlobalObjects: false,
      // The adapter would hang up on a client half a second after a response that came before the whole body.
      autoCleanupIncoming: false,
      errorHandler: (cause) => {
        // A malformed Host or address is the client's fault, not the server's.
        if (cause instanceof RequestError) return new Response('', { status: 400 })
        faults.report({ kind: 'http', detail: 'a request was not answered', cause })
        return new Response('', { status: 500 })
      },
    },
  )
  if (!settings.certificate) return createHttpServer(listener)
  const { certFile, keyFile } = settings.certificate
  return createHttpsServer(
    { cert: readKey(certFile, 'TLS_CERT'), key: readKey(keyFile, 'TLS_KEY') },
    listener,
  )
}

function readKey(file: string, name: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new SettingsError(`${name}=${file} cannot be read.`)
  }
}

function listen(http: HttpServer, { host, port }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE'
      reject(isTaken ? new SettingsError(`Port ${port} is in use: set PORT to another one.`) : cause)
    })
    http.listen(port, host, () => {
      const address = http.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function addressOf({ certificate, host }: Settings, port: number): string {
  const isAnywhere = host === '0.0.0.0' || host === '::'
  const name = isAnywhere || isLoopbackName(host) ? 'localhost' : host
  return `${certificate ? 'https' : 'http'}://${name}:${port}`
}
