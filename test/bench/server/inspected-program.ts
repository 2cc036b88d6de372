import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { RunningServer } from '#test/browser/support/server.ts'
import { freePort } from '../../../scripts/local-services.mjs'
import { startProgram } from './start-program.ts'

/** The memory of a process after a garbage collection, bytes. */
export interface ProcessMemory {
  /** JavaScript objects, and what they own outside of the heap. */
  readonly live: number
  /** All that the system has given to the process, also its program and free parts of the heap. */
  readonly resident: number
}

export interface InspectedProgram extends RunningServer {
  /** Collects the garbage, waits until the memory changes by less than 1 % in a second, and returns it. */
  measureMemory(): Promise<ProcessMemory>
}

/** Resident memory that changes by less than this part has settled. */
const settled = 0.01
const mostReadings = 20

/** The resident memory of a process, bytes. */
export function residentMemoryOf({ pid }: RunningServer): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

/** Starts a program with an inspector, which can collect its garbage. */
export async function startInspected(
  program: Parameters<typeof startProgram>[0],
  environment: Record<string, string> = {},
): Promise<InspectedProgram> {
  const port = await freePort()
  const NODE_OPTIONS = `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`
  const server = await startProgram(program, { ...environment, NODE_OPTIONS })
  const read = async (inspector: Inspector) => {
    // The second collection frees what the finalizers of the first one let go.
    await inspector.request('HeapProfiler.collectGarbage')
    await inspector.request('HeapProfiler.collectGarbage')
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
    const { result } = await inspector.request('Runtime.evaluate', { expression })
    return { live: Number(result?.value), resident: residentMemoryOf(server) }
  }
  return {
    ...server,
    async measureMemory() {
      // A program does not end while it is inspected.
      const inspector = await connectInspector(port)
      try {
        let memory = await read(inspector)
        for (let readings = 1; readings < mostReadings; readings += 1) {
          await wait(1_000)
          const before = memory.resident
          memory = await read(inspector)
          if (Math.abs(memory.resident / before - 1) < settled) return memory
        }
        throw new Error('the memory of a program did not settle')
      } finally {
        inspector.close()
      }
    },
  }
}

interface InspectorResponse {
  readonly id?: number
  readonly result?: { readonly result?: { readonly value: unknown } }
}

interface Inspector {
  request(method: string, params?: object): Promise<NonNullable<InspectorResponse['result']>>
  close(): void
}

async function connectInspector(port: number): Promise<Inspector> {
  // The inspector of Node.js wrote it, so it is not validated.
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as readonly {
    readonly webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '', { perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<number, (result: NonNullable<InspectorResponse['result']>) => void>()
  let lastId = 0
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(data.toString()) as InspectorResponse
    if (id === undefined) return
    waiting.get(id)?.(result ?? {})
    waiting.delete(id)
  })
  return {
    close: () => socket.close(),
    request(method, params = {}) {
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
  }
}
