import { createHash, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { sql } from 'drizzle-orm'
import { createServer, type Server } from '#server/create-server.ts'
import type { ServerLimits } from '#server/limits/limits.ts'
import type { Peer, ServerPorts } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import { openMigratedDatabase } from './migrated-database.ts'

/** The backend in this process on a database in memory, with a clock that only the test moves. */
export interface MemoryBackend {
  readonly server: Server
  readonly database: Database
  readonly peer: Peer
  readonly faults: string[]
  advance(milliseconds: number): void
  now(): number
  /** Drops tables, so that every statement fails from now on. */
  breakDatabase(): Promise<void>
  close(): Promise<void>
}

export const localPeer: Peer = {
  address: '127.0.0.1',
  isLocal: true,
  host: 'localhost:4310',
  isSecure: false,
}

export async function openMemoryBackend(
  changes: Partial<ServerPorts> = {},
  limits: Partial<ServerLimits> = {},
): Promise<MemoryBackend> {
  const { database, close } = changes.database
    ? { database: changes.database, close: async () => {} }
    : await openMigratedDatabase()
  const files = new Map<string, Uint8Array>()
  const faults: string[] = []
  let time = Date.UTC(2026, 10, 2, 12)
  const ports: ServerPorts = {
    database,
    clock: { now: () => time },
    random: { bytes: (count) => randomBytes(count) },
    // Slow clients are the Node host's business and tested there.
    passwords: {
      // Escaped, because a secret may hold any characters and a real hash does not.
      hash: async (secret) => JSON.stringify(secret),
      verify: async (secret, hash) => hash === JSON.stringify(secret),
    },
    digest: { hash: (secret) => createHash('sha256').update(secret).digest('hex') },
    codeDelivery: { deliver: async () => 'show' },
    files: {
      put: async (key, bytes) => void files.set(key, bytes),
      get: async (key, range) => {
        const bytes = files.get(key)
        return range ? bytes?.subarray(range.start, range.end + 1) : bytes
      },
      remove: async (key) => void files.delete(key),
    },
    faults: { report: ({ kind, detail, cause }) => void faults.push(`${kind}: ${detail} ${inspect(cause)}`) },
    ...changes,
  }
  const server = createServer(ports, limits)
  return {
    server,
    database,
    peer: localPeer,
    faults,
    advance: (milliseconds) => {
      time += milliseconds
    },
    now: () => time,
    breakDatabase: async () => {
      await database.execute(sql`drop schema public cascade`)
    },
    close,
  }
}
