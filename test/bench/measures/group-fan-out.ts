import { atMost, type Metric } from '../metrics/metric.ts'
import { percentile } from '../metrics/statistics.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { type FanOutLoad, type FanOutResult, runFanOut } from '../server/fan-out.ts'
import { type LoadIdentity, makeGroup, peopleOf } from '../server/people.ts'
import { startProgram } from '../server/start-program.ts'

/** The members of a full group, and those that are online besides the sender. */
const size = { members: 500, online: 200 }
const smokeSize = { members: 4, online: 2 }

/** The limit for the 95th percentile, ms. */
const longest = 1_000

const loads: readonly (FanOutLoad & { readonly name: string })[] = [
  { name: 'group-fan-out', messages: 100, inFlight: 1 },
  { name: 'group-fan-out-burst', messages: 300, inFlight: 32 },
]

const percentileOf = ({ latencies }: FanOutResult): number => percentile(latencies, 0.95)

async function measureLoad(
  bench: Bench,
  { name, ...load }: (typeof loads)[number],
  [ours, bare]: readonly [string, string],
  members: readonly LoadIdentity[],
): Promise<Metric> {
  const shared = { name, size: members.length - 1, unit: 'ms', target: atMost(longest) }
  const messages = bench.isSmoke ? 5 : load.messages
  const samples: number[] = []
  const reference: number[] = []
  for (let round = bench.times(3); round > 0; round -= 1) {
    const result = await runFanOut(ours, members, { ...load, messages })
    samples.push(percentileOf(result))
    const anonymous = members.map(() => undefined)
    reference.push(percentileOf(await runFanOut(bare, anonymous, { ...load, messages }, result.sample)))
  }
  return { ...shared, samples, reference }
}

/**
 * A message to a full group, from the sender's socket to the last of the members that are online, compared with a bare
 * broadcast of the same frames. One message at a time, and many in a row. Each sample is the 95th percentile of a load.
 */
export const groupFanOut: Measure = {
  names: loads.map(({ name }) => name),
  async run(bench) {
    const { members, online } = bench.isSmoke ? smokeSize : size
    const server = await bench.server()
    const people = (await peopleOf(server, bench.isSmoke)).slice(0, members)
    const group = await makeGroup(
      server.address,
      people.map(({ person }) => person),
    )
    const broadcast = await startProgram('bare-broadcast')
    try {
      const metrics: Metric[] = []
      const addresses = [server.address, broadcast.address] as const
      for (const load of loads)
        metrics.push(await measureLoad(bench, load, addresses, group.slice(0, online + 1)))
      return metrics
    } finally {
      await broadcast.dispose()
    }
  },
}
