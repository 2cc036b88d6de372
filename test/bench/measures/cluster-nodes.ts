import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { startCluster } from '../../../scripts/cluster/nodes.mjs'
import { findClusterPrograms, freePort } from '../../../scripts/local-services.mjs'
import { type Metric, ratioAtLeast, ratioAtMost } from '../metrics/metric.ts'
import { percentile } from '../metrics/statistics.ts'
import type { Bench } from '../running/bench.ts'
import { endWithBench } from '../running/ending.ts'
import type { Measure } from '../running/measure.ts'
import { type LoadResult, runLoad } from '../server/load.ts'
import { makePairs } from '../server/people.ts'

/**
 * The load of each node: people with one message in flight each. The same people on more nodes would halve the batches
 * that a node stores together, which says nothing about what nodes can do.
 */
const loadOfNode = { sockets: 64, messages: 6_400 }
/** The promised throughput of two nodes, in that of one. */
const speedUp = 1.6
/** The cores that two nodes, their load, the proxy and PostgreSQL need to run side by side. */
const coresForTwoNodes = 6
/** The unit of processor times in /proc, ms. */
const clockTick = 10

interface ClusterLoad extends LoadResult {
  /** The processor time of all nodes for a message, µs. */
  readonly processorTime: number
  /** The processor time of PostgreSQL for a message, µs. */
  readonly databaseTime: number
}

interface LoadedCluster {
  readonly nodes: number
  run(): Promise<ClusterLoad>
  dispose(): Promise<void>
}

/** The processor time that a process, and those of its children that have ended, have used, ms. */
function processorTimeOf(pid: number): number {
  // The name of the program, which may have spaces, is in parentheses.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * clockTick, 0)
}

/** The same with the children that run. */
function processorTimeOfAll(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  return [pid, ...children].reduce((sum, one) => sum + (one > 0 ? processorTimeOf(one) : 0), 0)
}

/** Starts nodes on their own PostgreSQL and NATS behind the proxy, with people who write through the proxy. */
async function openCluster(nodes: number): Promise<LoadedCluster> {
  const settings = () => ({ SHOW_CODES: 'page', PUSH: 'off' })
  const cluster = await startCluster({ count: nodes, port: await freePort(), settings })
  const dispose = endWithBench(() => cluster.stop())
  // A proxied request gets no code, so people sign up at a node.
  const people = await makePairs(cluster.nodes[0]?.url ?? '', nodes * loadOfNode.sockets)
  const messages = nodes * loadOfNode.messages
  const used = () => cluster.nodes.reduce((sum, { child }) => sum + processorTimeOf(child.pid ?? 0), 0)
  const usedByDatabase = () => processorTimeOfAll(cluster.postgres?.pid ?? 0)
  return {
    nodes,
    dispose,
    async run() {
      const [before, beforeInDatabase] = [used(), usedByDatabase()]
      const result = await runLoad(cluster.url, people, messages)
      const perMessage = (time: number) => (time * 1_000) / messages
      return {
        ...result,
        processorTime: perMessage(used() - before),
        databaseTime: perMessage(usedByDatabase() - beforeInDatabase),
      }
    },
  }
}

/** Runs the load on clusters of one, two and three nodes in turn. */
async function loadClusters(bench: Bench): Promise<ReadonlyMap<number, readonly ClusterLoad[]>> {
  const clusters: LoadedCluster[] = []
  const loads = new Map<number, ClusterLoad[]>()
  try {
    for (const nodes of [1, 2, 3]) clusters.push(await openCluster(nodes))
    for (let round = bench.times(4); round > 0; round -= 1)
      for (const { nodes, run } of clusters) loads.set(nodes, [...(loads.get(nodes) ?? []), await run()])
  } finally {
    for (const cluster of clusters) await cluster.dispose()
  }
  // The first load of each warms it up.
  return new Map([...loads].map(([nodes, all]) => [nodes, all.slice(1)]))
}

function metricsOf(
  nodes: number,
  loads: readonly ClusterLoad[],
  one: readonly ClusterLoad[],
): readonly Metric[] {
  const metric = (name: string, unit: string, read: (one: ClusterLoad) => number): Metric => ({
    ...{ name, size: nodes, unit, samples: loads.map(read) },
    ...(nodes > 1 && { reference: one.map(read) }),
  })
  const rate = { ...metric('cluster-throughput', 'messages/s', (load) => load.rate), isMoreBetter: true }
  const processor = metric('cluster-throughput-cpu', 'µs', (load) => load.processorTime)
  const database = metric('cluster-throughput-cpu-database', 'µs', (load) => load.databaseTime)
  const hasTarget = nodes === 2
  const canRunTogether = availableParallelism() >= coresForTwoNodes
  return [
    { ...rate, ...(hasTarget && canRunTogether && { target: ratioAtLeast(speedUp) }) },
    // Where the nodes share cores, the processor time for a message limits the throughput of two.
    { ...processor, ...(hasTarget && { target: ratioAtMost(2 / speedUp) }) },
    { ...database, ...(hasTarget && { target: ratioAtMost(2 / speedUp) }) },
    metric('cluster-latency-p50', 'ms', ({ latencies }) => percentile(latencies, 0.5)),
    metric('cluster-latency-p99', 'ms', ({ latencies }) => percentile(latencies, 0.99)),
  ]
}

/** Messages from socket to socket through the proxy, by the number of nodes; compared with one node. */
const nodes: Measure = {
  names: [
    ...['cluster-throughput', 'cluster-throughput-cpu', 'cluster-throughput-cpu-database'],
    ...['cluster-latency-p50', 'cluster-latency-p99'],
  ],
  async run(bench) {
    // Starting clusters takes most of the time of a smoke run.
    if (bench.isSmoke) return []
    try {
      findClusterPrograms()
    } catch (cause) {
      bench.tell(`  not measured: ${String(cause)}`)
      return []
    }
    const loads = await loadClusters(bench)
    return [...loads].flatMap(([count, all]) => metricsOf(count, all, loads.get(1) ?? []))
  },
}

export const clusterNodeMeasures: readonly Measure[] = [nodes]
