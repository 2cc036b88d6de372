import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '#test/browser/support/server.ts'
import { Recorder } from '../load/load-report.ts'
import { type LoadUser, openUser } from '../load/load-user.ts'
import { UserActions } from '../load/user-actions.ts'
import { atMost } from '../metrics/metric.ts'
import { endWithBench } from '../running/ending.ts'
import type { Measure } from '../running/measure.ts'
import { type InspectedProgram, residentMemoryOf, startInspected } from '../server/inspected-program.ts'
import { connectClient, type LoadClient } from '../server/load-client.ts'
import { type LoadIdentity, makeEach, makePairs } from '../server/people.ts'

const kilobyte = 1_000
const megabyte = 1_000_000

/** Resident memory of the built server with the embedded database, without clients. */
const idleServer: Measure = {
  names: ['server-memory-ready', 'server-memory-minute'],
  async run(bench) {
    // They run side by side, because other processes do not change the memory of one.
    const all = Array.from({ length: bench.times(3) }, async () => {
      const server = await startServer()
      const dispose = endWithBench(() => server.dispose())
      const ready = residentMemoryOf(server) / megabyte
      await wait(bench.isSmoke ? 0 : 60_000)
      const minute = residentMemoryOf(server) / megabyte
      await dispose()
      return { ready, minute }
    })
    const found = await Promise.all(all)
    const metric = { size: 0, unit: 'MB' }
    const readies = found.map(({ ready }) => ready)
    const minutes = found.map(({ minute }) => minute)
    return [
      { ...metric, name: 'server-memory-ready', samples: readies, target: atMost(300) },
      { ...metric, name: 'server-memory-minute', samples: minutes, target: atMost(220) },
    ]
  },
}

/** Clients that connect, fetch their list and act, all together this often a second; and for how long, ms. */
const active = { clients: 1_000, rate: 150, duration: 20_000 }
const fewActive = { clients: 4, rate: 50, duration: 200 }
/** Clients that connect together; the server lets 200 a second sign in. */
const clientsTogether = 50

/**
 * Growth of the resident memory by clients that have fetched their list, sent, received, read and paged, their sockets
 * included, after a garbage collection. Garbage and compiled code depend on the load, not on the number of clients.
 */
const activeClients: Measure = {
  names: ['server-memory-client'],
  async run(bench) {
    const { clients, rate, duration } = bench.isSmoke ? fewActive : active
    const server = await startInspected('quick-to-join')
    const users: LoadUser[] = []
    try {
      const people = await makePairs(server.address, clients)
      const before = await server.measureMemory()
      const recorder = new Recorder()
      const actions = new UserActions(recorder)
      while (users.length < clients) {
        const next = people.slice(users.length, users.length + clientsTogether)
        users.push(...(await Promise.all(next.map((person) => openUser(server.address, person, actions)))))
      }
      await makeEach(users, (user) => actions.greet(user))
      await actFor(users, actions, rate, duration)
      await actions.settle(10_000)
      const [failure] = recorder.failures.keys()
      if (failure !== undefined) throw new Error(failure)
      const grown = ((await server.measureMemory()).resident - before.resident) / clients / kilobyte
      const metric = { name: 'server-memory-client', size: clients, unit: 'kB' }
      return [{ ...metric, samples: [grown], target: atMost(64) }]
    } finally {
      for (const user of users) user.stop()
      await server.dispose()
    }
  },
}

type ActionName = 'direct' | 'read' | 'history' | 'sync'
const repeated = (action: ActionName, times: number) => Array.from({ length: times }, () => action)
/** Of 20 actions 13 send a message, 4 read, 2 page, and one fetches the list. */
const mix = [...repeated('direct', 13), ...repeated('read', 4), ...repeated('history', 2), 'sync'] as const

async function actFor(
  users: readonly LoadUser[],
  actions: UserActions,
  rate: number,
  duration: number,
): Promise<void> {
  const start = performance.now()
  let done = 0
  for (let elapsed = 0; elapsed < duration; elapsed = performance.now() - start) {
    for (; done < (elapsed * rate) / 1_000; done += 1) {
      const user = users[done % users.length]
      const action = mix[done % mix.length]
      if (user && action) actions[action](user, performance.now())
    }
    await wait(10)
  }
}

/** Idle sockets on one node, and the people who share them. */
const connections = { sockets: 10_000, people: 500 }
const fewConnections = { sockets: 20, people: 4 }
/** Sockets that connect together, and the shortest time of that, ms. Our server lets 200 a second sign in. */
const together = { sockets: 100, time: 510 }

/** Opens sockets and leaves them idle. Resolves with the growth of the server's memory for each, kB. */
async function measureIdle(
  server: InspectedProgram,
  identities: readonly (LoadIdentity | undefined)[],
  sockets: number,
) {
  const handlers = { taken: () => {}, refused: () => {}, received: () => {} }
  const clients: LoadClient[] = []
  const before = await server.measureMemory()
  while (clients.length < sockets) {
    const start = performance.now()
    const next = Array.from({ length: Math.min(together.sockets, sockets - clients.length) }, (_, at) =>
      connectClient(server.address, identities[(clients.length + at) % identities.length], handlers),
    )
    clients.push(...(await Promise.all(next)))
    const rest = together.time - (performance.now() - start)
    if (identities[0] && rest > 0) await wait(rest)
  }
  const after = await server.measureMemory()
  for (const client of clients) client.close()
  return {
    live: (after.live - before.live) / sockets / kilobyte,
    resident: (after.resident - before.resident) / sockets / kilobyte,
  }
}

/**
 * Memory for each idle socket that is signed in. `cluster-connections` counts live JavaScript objects and what they own,
 * without those that a socket of a bare `ws` server has. `-resident` counts all memory, with the bare server as the
 * reference. One run, because repeated ones differ by less than 1 kB.
 */
const idleConnections: Measure = {
  names: ['cluster-connections', 'cluster-connections-resident'],
  async run(bench) {
    const { sockets, people } = bench.isSmoke ? fewConnections : connections
    const server = await startInspected('quick-to-join', { MAX_CONNECTIONS: String(2 * sockets) })
    const bareServer = await startInspected('bare-broadcast')
    try {
      const ours = await measureIdle(server, await makePairs(server.address, people), sockets)
      const bare = await measureIdle(bareServer, [undefined], sockets)
      const metric = { size: sockets, unit: 'kB' }
      const own = [ours.live - bare.live]
      const resident = { samples: [ours.resident], reference: [bare.resident] }
      return [
        { ...metric, name: 'cluster-connections', samples: own, target: atMost(12) },
        { ...metric, name: 'cluster-connections-resident', ...resident },
      ]
    } finally {
      await server.dispose()
      await bareServer.dispose()
    }
  },
}

export const serverMemoryMeasures: readonly Measure[] = [idleServer, activeClients, idleConnections]
