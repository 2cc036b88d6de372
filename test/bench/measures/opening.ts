import type { Page } from '@playwright/test'
import { openApp, openPage, selectors } from '../browser/app.ts'
import type { ClickTimes } from '../browser/paints.ts'
import { type Metric, ratioAtMost } from '../metrics/metric.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { lengthOf } from '../world/world.ts'

/** The number of opened conversations: as many as the list shows without scrolling. */
const opened = ({ isSmoke }: Bench): number => (isSmoke ? 2 : 10)

/** Clicks one after the other. Returns the times from each click to its paints. */
async function clickThrough(page: Page, selector: string, count: number): Promise<readonly ClickTimes[]> {
  const times: ClickTimes[] = []
  for (let at = 0; at < count; at += 1) {
    // The observer starts before the click.
    const opening = await page.evaluateHandle(() => ({ painted: window.paintBench.afterClick('article') }))
    await page.locator(selector).nth(at).click()
    times.push(await opening.evaluate(({ painted }) => painted))
  }
  return times
}

interface Openings {
  readonly cold: readonly ClickTimes[]
  readonly warm: readonly ClickTimes[]
  readonly bare: readonly ClickTimes[]
}

const lastOf = (times: readonly ClickTimes[]) => times.map(({ last }) => last)
const firstOf = (times: readonly ClickTimes[]) => times.map(({ first }) => first)

async function measureAt(bench: Bench, size: number): Promise<Openings> {
  const { address } = bench.host
  return bench.withStored(size, async (context, world) => {
    const count = opened(bench)
    const app = await openApp(context, address)
    await app.waitForLoadState('networkidle')
    const cold = await clickThrough(app, selectors.conversation, count)
    const warm = await clickThrough(app, selectors.conversation, count)
    await app.close()
    const rows = Math.max(1, lengthOf(world, 1))
    const list = await openPage(context, `${address}/bench/bare-list.html?rows=${rows}`)
    await list.evaluate(() => window.paintBench.first('button'))
    const bare = await clickThrough(list, 'button', count)
    await list.close()
    return { cold, warm, bare }
  })
}

/**
 * The time from a click on a conversation until nothing changes any more, the first time and again, and to the first
 * frame with messages, compared with a bare list in memory.
 */
const open: Measure = {
  names: ['open', 'open-warm', 'open-first', 'growth-open'],
  async run(bench) {
    const metrics: Metric[] = []
    let few: readonly number[] | undefined
    for (const size of bench.sizes) {
      const { cold, warm, bare } = await measureAt(bench, size)
      const common = { size, unit: 'ms', reference: lastOf(bare), target: ratioAtMost(1.5) }
      metrics.push(
        { ...common, name: 'open', samples: lastOf(cold) },
        { ...common, name: 'open-warm', samples: lastOf(warm) },
        { name: 'open-first', size, unit: 'ms', samples: firstOf(cold), reference: firstOf(bare) },
      )
      if (size < 10_000 && !bench.isSmoke) continue
      const samples = lastOf(cold)
      few ??= samples
      const target = ratioAtMost(1.2)
      metrics.push({ name: 'growth-open', size, unit: 'ms', samples, reference: few, target })
    }
    return metrics
  },
}

/** The storage part of opening, and opening without rendering, both compared with one read of a page of messages. */
const storagePart: Measure = {
  names: ['open-storage', 'open-headless'],
  async run(bench) {
    const metrics: Metric[] = []
    const conversations = Array.from({ length: bench.isSmoke ? 5 : 60 }, (_, at) => at * 3 + 1)
    for (const size of bench.sizes) {
      const openings = await bench.withStored(size, (context, world) =>
        bench.withCore(context, (page) =>
          page.evaluate(
            async ([all, some]) => {
              await window.coreBench.open(all)
              const opened = await window.coreBench.openTimelines(all, some)
              await window.coreBench.close()
              return opened
            },
            [world, conversations] as const,
          ),
        ),
      )
      const { stored, whole, page: reference } = openings
      const common = { size, unit: 'ms', reference }
      metrics.push(
        { ...common, name: 'open-storage', samples: stored, target: ratioAtMost(2) },
        { ...common, name: 'open-headless', samples: whole },
      )
    }
    return metrics
  },
}

export const openingMeasures: readonly Measure[] = [open, storagePart]
