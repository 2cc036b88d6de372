import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { createPasswordHasher } from '#server/hosts/node/password-hasher.ts'
import { readSettings } from '#server/hosts/node/settings.ts'
import { startNodeServer } from '#server/hosts/node/start-node-server.ts'
import type { ContractHost, ContractSocket } from './contract-host.ts'
import { callsOver } from './fetch-host.ts'
import { copyMigratedDatabase } from './migrated-database.ts'
import { ReceivedFrames } from './received-frames.ts'

/**
 * The backend as `npm start` runs it, with its own port and directory.
 * @param environment further variables
 */
export async function openNodeHost(environment: Record<string, string> = {}): Promise<ContractHost> {
  const directory = await mkdtemp(join(tmpdir(), 'web-chat-'))
  await copyMigratedDatabase(join(directory, 'db'))
  const faults: string[] = []
  let time = Date.UTC(2026, 10, 2, 12)
  const running = await startNodeServer(
    readSettings({
      ...{ PORT: '0', SHOW_CODES: 'page', DATA_DIR: directory, APP_DIR: join(directory, 'app') },
      // No contract is about power cuts; a test of its own is.
      DURABILITY: 'process',
      ...environment,
    }),
    { report: ({ kind, detail, cause }) => void faults.push(`${kind}: ${detail} ${cause ?? ''}`) },
    // Cheap hashes; a separate test covers the real cost.
    {
      clock: { now: () => time },
      passwords: createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    },
  )
  const request = (path: string, init?: RequestInit) => fetch(`${running.url}${path}`, init)
  return {
    name: 'node',
    ...callsOver(request),
    openSocket: () => openWebSocket(running.url),
    sweep: () => running.backend.server.sweep(),
    faults,
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds
    },
    async close() {
      await running.close()
      await rm(directory, { recursive: true })
    },
  }
}

/** A real web socket; frames sent before it is open leave once it is. */
export function openWebSocket(url: string): ContractSocket {
  const received = new ReceivedFrames()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`)
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('message', (data) => received.receive(data.toString()))
  socket.on('close', (code) => received.close(code))
  const sendText = (text: string) => void opened.then(() => socket.send(text))
  return {
    frames: received.frames,
    received: received.received,
    closed: received.closed,
    next: received.next,
    send: (frame) => sendText(JSON.stringify(frame)),
    sendText,
    close: () => socket.close(),
  }
}
