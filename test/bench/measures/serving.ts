import type { RunningServer } from '#test/browser/support/server.ts'
import { atMost, type Metric, ratioAtLeast } from '../metrics/metric.ts'
import { peakRate, percentile } from '../metrics/statistics.ts'
import type { Measure } from '../running/measure.ts'
import { type LoadResult, runLoad } from '../server/load.ts'
import { type LoadIdentity, type Person, peopleOf } from '../server/people.ts'
import { startReconnecting } from '../server/reconnecting-client.ts'
import { startProgram } from '../server/start-program.ts'
import { groupFanOut } from './group-fan-out.ts'

/** The rate limit lets an account send 1,000 messages in a row, which is the load of one socket. */
const loads = [
  { connections: 1, messages: 900 },
  { connections: 100, messages: 4_000 },
  { connections: 1_000, messages: 6_000 },
]
const smokeLoads = [{ connections: 2, messages: 20 }]

interface Loads {
  readonly ours: readonly LoadResult[]
  readonly bare: readonly LoadResult[]
  readonly batching: readonly LoadResult[]
}

/** Runs the same load on the three servers in turn. */
async function loadAll(
  [server, echo, batchingEcho]: readonly [RunningServer, RunningServer, RunningServer],
  people: readonly LoadIdentity[],
  { connections, messages }: (typeof loads)[number],
  times: number,
): Promise<Loads> {
  const ours: LoadResult[] = []
  const bare: LoadResult[] = []
  const batching: LoadResult[] = []
  const strangers = Array.from({ length: connections }, () => undefined)
  for (let round = 0; round < times; round += 1) {
    // A single sender may not send as much again.
    const from = connections === 1 ? round : 0
    ours.push(await runLoad(server.address, people.slice(from, from + connections), messages))
    bare.push(await runLoad(echo.address, strangers, messages))
    batching.push(await runLoad(batchingEcho.address, strangers, messages))
  }
  return { ours, bare, batching }
}

function metricsOf(size: number, { ours, bare, batching }: Loads): readonly Metric[] {
  const metric = (name: string, unit: string, read: (load: LoadResult) => number) => {
    return { name, size, unit, samples: ours.map(read), reference: bare.map(read) }
  }
  const latency = (name: string, part: number) =>
    metric(name, 'ms', ({ latencies }) => percentile(latencies, part))
  const rate = metric('server-throughput', 'messages/s', (load) => load.rate)
  return [
    { ...rate, isMoreBetter: true, target: ratioAtLeast(0.5) },
    {
      ...{ ...rate, name: 'server-throughput-batched', isMoreBetter: true },
      reference: batching.map((load) => load.rate),
    },
    latency('server-latency-p50', 0.5),
    latency('server-latency-p99', 0.99),
  ]
}

/** Messages from socket to socket, compared with bare echoes that insert into the same database, one batching too. */
const throughput: Measure = {
  names: ['server-throughput', 'server-throughput-batched', 'server-latency-p50', 'server-latency-p99'],
  async run(bench) {
    const metrics: Metric[] = []
    const echo = await startProgram('bare-echo')
    const batchingEcho = await startProgram('bare-echo', { BATCHES: '1' })
    try {
      const server = await bench.server()
      const people = await peopleOf(server, bench.isSmoke)
      for (const load of bench.isSmoke ? smokeLoads : loads) {
        const loaded = await loadAll([server, echo, batchingEcho], people, load, bench.times(3))
        metrics.push(...metricsOf(load.connections, loaded))
      }
    } finally {
      await echo.dispose()
      await batchingEcho.dispose()
    }
    return metrics
  },
}

/** The limit for the reconnection of all clients, ms. */
const longestStorm = 90_000
/** The width of the window that finds the peak rate, ms. */
const peakWidth = 500

interface Storm {
  /** The time from the restarted server to the last client with its list, s. */
  readonly lasted: number
  /** The peak rate of connections relative to the mean. */
  readonly peak: number
}

/** Resolves after this many calls. Rejects after the limit. */
function countTo(count: number): { readonly all: Promise<void>; readonly one: () => void } {
  let counted = 0
  let one = () => {}
  const all = new Promise<void>((resolve, reject) => {
    const late = () => reject(new Error(`${counted} of ${count} came back`))
    const timer = setTimeout(late, longestStorm)
    one = () => {
      counted += 1
      if (counted < count) return
      clearTimeout(timer)
      resolve()
    }
  })
  return { all, one: () => one() }
}

/** Restarts the server while all clients are connected. */
async function storm(server: RunningServer, people: readonly Person[]): Promise<Storm> {
  let tried: number[] = []
  let returning = countTo(people.length)
  const handlers = {
    trying: () => tried.push(performance.now()),
    back: () => returning.one(),
    failed: () => {},
  }
  const clients = people.map((person) => startReconnecting(server.address, person, handlers))
  try {
    await returning.all
    returning = countTo(people.length)
    tried = []
    await server.stop()
    await server.restart()
    const ready = performance.now()
    await returning.all
    const lasted = (performance.now() - ready) / 1000
    const spread = Math.max(...tried) - Math.min(...tried)
    const mean = (tried.length * 1000) / Math.max(1, spread)
    return { lasted, peak: peakRate(tried, peakWidth) / mean }
  } finally {
    for (const client of clients) client.stop()
  }
}

/** The reconnection of all clients after a restart. */
const reconnect: Measure = {
  names: ['server-reconnect', 'server-reconnect-peak'],
  async run(bench) {
    const server = await bench.server()
    const people = (await peopleOf(server, bench.isSmoke)).map(({ person }) => person)
    const size = people.length
    const storms: Storm[] = []
    for (let round = bench.times(3); round > 0; round -= 1) storms.push(await storm(server, people))
    const lasted = storms.map((one) => one.lasted)
    const peaks = storms.map((one) => one.peak)
    return [
      { name: 'server-reconnect', size, unit: 's', samples: lasted, target: atMost(10) },
      { name: 'server-reconnect-peak', size, unit: '× mean', samples: peaks, target: atMost(2) },
    ]
  },
}

export const servingMeasures: readonly Measure[] = [throughput, groupFanOut, reconnect]
