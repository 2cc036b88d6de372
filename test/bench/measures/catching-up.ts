import { ratioAtMost } from '../metrics/metric.ts'
import type { Measure } from '../running/measure.ts'
import { grown } from '../world/world.ts'

/**
 * The time from a start to connected and caught up after 10,000 missed messages, compared with fetching and storing the
 * raw responses.
 */
const catchUp: Measure = {
  names: ['catch-up'],
  async run(bench) {
    const missed = bench.isSmoke ? 1_000 : 10_000
    const size = bench.isSmoke ? 1_000 : 100_000
    const samples: number[] = []
    const reference: number[] = []
    for (let round = bench.times(5); round > 0; round -= 1)
      await bench.withStored(size, (context, world) =>
        bench.withCore(context, async (page) => {
          const now = grown(world, missed)
          bench.host.show(now)
          reference.push(await page.evaluate((all) => window.coreBench.fetchMissed(all), world))
          samples.push(await page.evaluate((all) => window.coreBench.open(all, 'network'), now))
          await page.evaluate(() => window.coreBench.close())
        }),
      )
    return [{ name: 'catch-up', size: missed, unit: 'ms', samples, reference, target: ratioAtMost(2) }]
  },
}

export const catchingUpMeasures: readonly Measure[] = [catchUp]
