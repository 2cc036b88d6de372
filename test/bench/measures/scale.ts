import { atMost, type Metric } from '../metrics/metric.ts'
import { percentile } from '../metrics/statistics.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { runFanOut } from '../server/fan-out.ts'
import { makeGroup, makePairs } from '../server/people.ts'
import { startProgram } from '../server/start-program.ts'

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
    for (let round = bench.times(3); round > 0; round -= 1) {
      const load = { messages, inFlight: 1 }
      const { latencies } = await runFanOut(server.address, identities.slice(0, online + 1), load)
      samples.push(percentile(latencies, 0.99))
      // The server lets only 200 a second sign in after a thousand.
      if (round > 1) await new Promise((resolve) => setTimeout(resolve, online * 6))
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

export const scaleMeasures: readonly Measure[] = [largeGroup]
