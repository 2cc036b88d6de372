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

/** 32 pairs, each person with one message in flight. */
const load = { sockets: 64, messages: 6_400 }
/** The promised throughput of two nodes, in that of one. */
const speedUp = 1.6
/** The cores that two nodes, their load, the proxy and PostgreSQL need to run side by side. */
const coresForTwoNodes = 6
/** The unit of processor times in /proc, ms. */
const clockTick = 10

interface ClusterLoad extends LoadResult {
  /** The processor time of all nodes for a message, µs. */
  readonly processorTime: number
}

interface LoadedCluster {
  readonly nodes: number
  run(): Promise<ClusterLoad>
  dispose(): Promise<void>
}

/** The processor time that a process has used, ms. */
function processorTimeOf(pid: number): number {
  // The name of the program, which may have spaces, is in parentheses.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * clockTick
}

/** Starts nodes on their own PostgreSQL and NATS behind the proxy, with people who write through the proxy. */
async function openCluster(nodes: number): Promise<LoadedCluster> {
  const settings = () => ({ SHOW_CODES: 'page', PUSH: 'off' })
  const cluster = await startCluster({ count: nodes, port: await freePort(), settings })
  const dispose = endWithBench(() => cluster.stop())
  // A proxied request gets no code, so people sign up at a node.
  const people = await makePairs(cluster.nodes[0]?.url ?? '', load.sockets)
  const used = () => cluster.nodes.reduce((sum, { child }) => sum + processorTimeOf(child.pid ?? 0), 0)
  return {
    nodes,
    dispose,
    async run() {
      const before = used()
      const result = await runLoad(cluster.url, people, load.messages)
      return { ...result, processorTime: ((used() - before) * 1_000) / load.messages }
    },
  }
}

/** Runs the load on clusters of one, two and three nodes in turn. */
async function loadClusters(bench: Bench): Promise<ReadonlyMap<number, readonly ClusterLoad[]>> {
  const clusters: LoadedCluster[] = []
  const loads = new Map<number, ClusterLoad[]>()
  try {
    for (const nodes of [1, 2, 3]) clusters.push(await openCluster(nodes))
    for (let time = bench.times(4); time > 0; time -= 1)
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
  const hasTarget = nodes === 2
  const canRunTogether = availableParallelism() >= coresForTwoNodes
  return [
    { ...rate, ...(hasTarget && canRunTogether && { target: ratioAtLeast(speedUp) }) },
    // Where the nodes share cores, their processor time for a message limits the throughput of two.
    { ...processor, ...(hasTarget && { target: ratioAtMost(2 / speedUp) }) },
    metric('cluster-latency-p50', 'ms', ({ latencies }) => percentile(latencies, 0.5)),
    metric('cluster-latency-p99', 'ms', ({ latencies }) => percentile(latencies, 0.99)),
  ]
}

/** Messages from socket to socket through the proxy, by the number of nodes; compared with one node. */
const nodes: Measure = {
  names: ['cluster-throughput', 'cluster-throughput-cpu', 'cluster-latency-p50', 'cluster-latency-p99'],
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
