import { readFileSync } from 'node:fs'
import type { RunningServer } from '#test/browser/support/server.ts'
import { atMost, type Metric } from '../metrics/metric.ts'
import { percentile } from '../metrics/statistics.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { runFanOut } from '../server/fan-out.ts'
import { connectClient, type LoadClient } from '../server/load-client.ts'
import { type LoadIdentity, makeGroup, makePairs } from '../server/people.ts'
import { startProgram } from '../server/start-program.ts'

/** Idle sockets on one node, and the people who share them. */
const connections = { sockets: 10_000, people: 500 }
const fewConnections = { sockets: 20, people: 4 }
/** Sockets that connect together, and the shortest time of that, ms. The server lets 200 a second sign in. */
const together = { sockets: 100, time: 600 }

/** The memory of a process that is in use, bytes. */
function memoryOf(server: RunningServer): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

/** Opens sockets and leaves them idle. Resolves with the growth of the server's memory for each, kB. */
async function measureIdle(
  server: RunningServer,
  identities: readonly (LoadIdentity | undefined)[],
  sockets: number,
): Promise<number> {
  const handlers = { taken: () => {}, refused: () => {}, received: () => {} }
  const clients: LoadClient[] = []
  const before = memoryOf(server)
  while (clients.length < sockets) {
    const start = performance.now()
    const next = Array.from({ length: Math.min(together.sockets, sockets - clients.length) }, (_, at) =>
      connectClient(server.address, identities[(clients.length + at) % identities.length], handlers),
    )
    clients.push(...(await Promise.all(next)))
    const rest = together.time - (performance.now() - start)
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
  }
  const grown = (memoryOf(server) - before) / sockets / 1000
  for (const client of clients) client.close()
  return grown
}

/** Memory for each idle socket that is signed in, besides that of a bare `ws` server. */
const idleConnections: Measure = {
  names: ['cluster-connections'],
  async run(bench) {
    const { sockets, people } = bench.isSmoke ? fewConnections : connections
    const samples: number[] = []
    for (let time = bench.times(3); time > 0; time -= 1) {
      const servers = [
        await startProgram('quick-to-join', { MAX_CONNECTIONS: String(2 * connections.sockets) }),
        await startProgram('bare-broadcast'),
      ] as const
      try {
        const [server, bare] = servers
        const ours = await measureIdle(server, await makePairs(server.address, people), sockets)
        samples.push(ours - (await measureIdle(bare, [undefined], sockets)))
      } finally {
        for (const server of servers) await server.dispose()
      }
    }
    return [{ name: 'cluster-connections', size: sockets, unit: 'kB', samples, target: atMost(12) }]
  },
}

/** A large group: its members, and those that are online besides the sender. */
const group = { members: 5_000, online: 1_000, messages: 100 }
const smallGroup = { members: 6, online: 3, messages: 5 }

/** The 99th percentile of the time from the sender's socket to the last of the members that are online. */
async function measureGroup(bench: Bench): Promise<Metric> {
  const { members, online, messages } = bench.isSmoke ? smallGroup : group
  const server = await startProgram('quick-to-join', { MAX_GROUP_MEMBERS: String(group.members) })
  try {
    const people = await makePairs(server.address, members)
    const identities = await makeGroup(
      server.address,
      people.map(({ person }) => person),
    )
    const samples: number[] = []
    for (let time = bench.times(3); time > 0; time -= 1) {
      const load = { messages, inFlight: 1 }
      const { latencies } = await runFanOut(server.address, identities.slice(0, online + 1), load)
      samples.push(percentile(latencies, 0.99))
      // The server lets only 200 a second sign in after a thousand.
      if (time > 1) await new Promise((resolve) => setTimeout(resolve, online * 6))
    }
    return { name: 'cluster-group', size: online, unit: 'ms', samples, target: atMost(500) }
  } finally {
    await server.dispose()
  }
}

const largeGroup: Measure = {
  names: ['cluster-group'],
  run: async (bench) => [await measureGroup(bench)],
}

export const scaleMeasures: readonly Measure[] = [idleConnections, largeGroup]
