import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Server } from '../../create-server.ts'
import type { ServerMetrics } from '../../ports.ts'
import { type Settings, SettingsError } from './settings.ts'

/** The upper bounds of the histograms' buckets, s. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The measurements of one server in Prometheus' format. */
export interface NodeMetrics {
  /** Receives the measurements of the server. */
  readonly receiver: ServerMetrics
  /** Starts the timer of one statement or transaction; returns the function that ends it. */
  startDatabaseTimer(): () => void
  /** Adds the load of the server, which is read at each request for the metrics. */
  watch(server: Pick<Server, 'load'>): void
  text(): Promise<string>
}

export function createMetrics(): NodeMetrics {
  const registry = new Registry()
  const registers = [registry]
  // Event loop lag, memory, processor time and garbage collection of the process.
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'chat_call_seconds',
    help: 'Duration of calls by path and result code',
    labelNames: ['path', 'code'] as const,
    buckets,
    registers,
  })
  const database = new Histogram({
    name: 'chat_database_seconds',
    help: 'Duration of statements and transactions, for the embedded database including their wait',
    buckets,
    registers,
  })
  const received = new Counter({
    name: 'chat_frames_received_total',
    help: 'Frames from clients by command',
    labelNames: ['command'] as const,
    registers,
  })
  const sent = new Counter({ name: 'chat_frames_sent_total', help: 'Frames to clients', registers })
  const messages = new Counter({
    name: 'chat_messages_total',
    help: 'Messages by kind of conversation and by outcome: stored, repeated or rejected',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  })
  return {
    receiver: {
      startCall(path) {
        const end = calls.startTimer({ path })
        return (code) => void end({ code })
      },
      frameReceived: (command) => received.inc({ command }),
      frameSent: () => sent.inc(),
      messageSent: (kind, outcome) => messages.inc({ kind, outcome }),
    },
    startDatabaseTimer() {
      const end = database.startTimer()
      return () => void end()
    },
    watch: (server) => watchLoad(server, registers),
    text: () => registry.metrics(),
  }
}

function watchLoad(server: Pick<Server, 'load'>, registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('chat_connections', 'Open sockets', () => server.load().connections)
  gauge('chat_online_accounts', 'Accounts with a signed-in socket', () => server.load().onlineAccounts)
  gauge('chat_running_work', 'Calls, frames and other work under way', () => server.load().runningWork)
  new Gauge({
    name: 'chat_queue_length',
    help: 'Calls that wait for others of their account, and messages that wait for the next batch',
    labelNames: ['queue'] as const,
    registers,
    collect() {
      const { waitingCalls, waitingSends } = server.load()
      this.set({ queue: 'calls' }, waitingCalls)
      this.set({ queue: 'sends' }, waitingSends)
    },
  })
}

/**
 * Serves `/metrics` on an address of its own, which clients need not reach.
 * @throws SettingsError if the address cannot be used
 */
export async function serveMetrics(
  { text }: Pick<NodeMetrics, 'text'>,
  { host, port }: NonNullable<Settings['metrics']>,
): Promise<{ readonly url: string; close(): void }> {
  const http = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    text().then(
      (body) => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', (cause) =>
      reject(new SettingsError(`Metrics cannot be served on ${host}:${port}: ${cause.message}.`)),
    )
    http.listen(port, host, resolve)
  })
  const address = http.address()
  return {
    url: `http://${host}:${typeof address === 'object' && address ? address.port : port}/metrics`,
    close() {
      http.close()
      http.closeAllConnections()
    },
  }
}
