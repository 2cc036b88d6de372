import { inspect } from 'node:util'
import type { FileStore } from '#server/files/file-store.ts'
import type { NoticeListener, Notices } from '#server/hosts/node/cluster/notices.ts'
import { type OpenCluster, openCluster, runOnceOn } from '#server/hosts/node/cluster/open-cluster.ts'
import { openPostgres } from '#server/hosts/node/postgres.ts'
import type { FaultReporter } from '#server/ports.ts'
import { quickSettings, startPostgres } from '../../scripts/local-services.mjs'
import type { ContractHost, ContractSocket } from './contract-host.ts'
import { callsOver } from './fetch-host.ts'
import { openGatewaySocket } from './in-process-host.ts'
import { type MemoryBackend, openMemoryBackend } from './memory-backend.ts'

/** One process of the backend. */
interface Node extends OpenCluster {
  readonly backend: MemoryBackend
  stop(): Promise<void>
}

/**
 * Two nodes on one PostgreSQL. Calls and sockets alternate between them, so that the people of a test are spread over
 * both. What a call causes has arrived on both nodes when it is answered, as with one node.
 */
export async function openTwoNodesHost(): Promise<ContractHost> {
  const server = await startPostgres(quickSettings)
  const files = memoryFiles()
  const bus = noticeBus()
  const faults: string[] = []
  const report: FaultReporter = {
    report: ({ kind, detail, cause }) => void faults.push(`${kind}: ${detail} ${inspect(cause)}`),
  }
  let time = Date.UTC(2026, 10, 2, 12)
  const openNode = async (): Promise<Node> => {
    const { database, pool, close } = await openPostgres(server.url, report)
    const shared = await openCluster({ database, runOnce: runOnceOn(pool), notices: bus(), faults: report })
    const { cluster, limitStore } = shared
    const codeSecret = await shared.secret('codes', () => 'secret')
    const backend = await openMemoryBackend({
      ...{ database, cluster, limitStore, codeSecret, files },
      clock: { now: () => time },
      faults: report,
    })
    return {
      ...shared,
      backend,
      async stop() {
        await backend.server.close()
        await shared.close()
        await close()
      },
    }
  }
  const nodes = [await openNode(), await openNode()] as const
  let turn = 0
  const nextNode = () => nodes[turn++ % 2 === 0 ? 0 : 1].backend
  const settle = async () => {
    do {
      for (const { backend } of nodes)
        while (backend.server.load().runningWork > 0) await new Promise((resolve) => setImmediate(resolve))
      await Promise.all(nodes.map((node) => node.caughtUp()))
    } while (nodes.some(({ backend }) => backend.server.load().runningWork > 0))
  }
  const request = async (path: string, init?: RequestInit) => {
    const { server, peer } = nextNode()
    const response = await server.app.fetch(new Request(`http://localhost:4310${path}`, init), { peer })
    await settle()
    return response
  }
  return {
    name: 'two nodes',
    ...callsOver(request),
    openSocket: () => withSettling(openGatewaySocket(nextNode().server, nodes[0].backend.peer), settle),
    async sweep() {
      for (const { backend } of nodes) await backend.server.sweep()
      await settle()
    },
    faults,
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds
    },
    async close() {
      for (const node of nodes) await node.stop()
      await server.stop()
    },
  }
}

/**
 * A login has reached the other node when it is answered. A heartbeat, by which tests wait for the frames before it, is
 * sent once they have arrived, and later frames after it.
 */
function withSettling(socket: ContractSocket, settle: () => Promise<void>): ContractSocket {
  let heartbeat: Promise<void> | undefined
  return {
    ...socket,
    async next(command, fits) {
      const frame = await socket.next(command, fits)
      if (command === 'Login') await settle()
      return frame
    },
    send(frame) {
      const isHeartbeat =
        typeof frame === 'object' && frame !== null && 'Cmd' in frame && frame.Cmd === 'HeartBeat'
      const send = () => socket.send(frame)
      if (isHeartbeat) heartbeat = Promise.all([heartbeat, settle()]).then(send)
      else if (heartbeat) void heartbeat.then(send)
      else send()
    },
  }
}

const memoryFiles = (): FileStore => {
  const files = new Map<string, Uint8Array>()
  return {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key, range) => {
      const bytes = files.get(key)
      return range ? bytes?.subarray(range.start, range.end + 1) : bytes
    },
    remove: async (key) => void files.delete(key),
  }
}

/** Notices within this process. */
const noticeBus = () => {
  const listeners = new Set<NoticeListener>()
  return (): Notices => {
    let own: NoticeListener | undefined
    return {
      isConnected: true,
      publish: () => {
        for (const { news } of listeners) news()
      },
      pass: (text) => {
        for (const other of listeners) if (other !== own) other.passed(text)
      },
      subscribe: (listener) => {
        own = listener
        listeners.add(listener)
      },
      close: async () => {},
    }
  }
}
