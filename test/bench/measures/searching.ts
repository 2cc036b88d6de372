import type { Page } from '@playwright/test'
import { tasksDuring } from '../browser/tasks.ts'
import { atMost } from '../metrics/metric.ts'
import type { Measure } from '../running/measure.ts'

/** A word of many stored messages, and one of none. */
const keywords = { common: 'train', absent: 'zeppelin' } as const

const search = (page: Page, keyword: string) =>
  page.evaluate((word) => window.coreBench.search(word), keyword)

/**
 * The search of all messages on this device: the time from the keyword to the first hits, the time until everything is
 * searched without a hit, and the longest tasks meanwhile.
 */
const searchDevice: Measure = {
  names: ['search-device', 'search-device-whole', 'search-device-task'],
  async run(bench) {
    const size = bench.isSmoke ? 1_000 : 100_000
    const first: number[] = []
    const whole: number[] = []
    const tasks: number[] = []
    for (let round = bench.times(5); round > 0; round -= 1)
      await bench.withStored(size, (context, world) =>
        bench.withCore(context, async (page) => {
          await page.evaluate((all) => window.coreBench.open(all), world)
          first.push((await search(page, keywords.common)).first)
          whole.push((await search(page, keywords.absent)).whole)
          const durations = await tasksDuring(page, () => search(page, keywords.absent))
          tasks.push(Math.max(...durations))
          await page.evaluate(() => window.coreBench.close())
        }),
      )
    const common = { size, unit: 'ms' }
    return [
      { ...common, name: 'search-device', samples: first, target: atMost(150) },
      { ...common, name: 'search-device-whole', samples: whole },
      { ...common, name: 'search-device-task', samples: tasks, target: atMost(50) },
    ]
  },
}

export const searchingMeasures: readonly Measure[] = [searchDevice]
