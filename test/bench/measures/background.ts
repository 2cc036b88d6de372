import { setVisible } from '#test/browser/support/visibility.ts'
import { openTopConversation, selectors } from '../browser/app.ts'
import { type TraceEvent, traceDuring } from '../browser/tasks.ts'
import { atMost } from '../metrics/metric.ts'
import type { Measure } from '../running/measure.ts'

/** How long the page is in the background, ms. */
const duration = 10 * 60_000
/** How long a page still works after it was hidden: it stores, and leaves the socket, ms. */
const settling = 5_000

/** What makes a page in the background run. */
const wakeUpNames = [
  'TimerFire',
  'FireIdleCallback',
  'FireAnimationFrame',
  'HandlePostMessage',
  'WebSocketReceive',
]
const frameNames = ['DrawFrame']

const count = (events: readonly TraceEvent[], names: readonly string[]): number =>
  events.filter(({ name }) => names.includes(name)).length

/** What a page with an open conversation does in the background. */
const background: Measure = {
  names: ['battery', 'battery-frames'],
  async run(bench) {
    const size = bench.isSmoke ? 1_000 : 10_000
    const events = await bench.withStored(size, async (context) => {
      const page = await openTopConversation(context, bench.host.address)
      await page.waitForLoadState('networkidle')
      // The browser still takes the page for visible, and would draw the blinking caret.
      await page.locator(selectors.composer).blur()
      await setVisible(page, false)
      await page.waitForTimeout(bench.isSmoke ? 100 : settling)
      const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame']
      return traceDuring(page, categories, () => page.waitForTimeout(bench.isSmoke ? 100 : duration))
    })
    return [
      { name: 'battery', size, unit: 'wake-ups', samples: [count(events, wakeUpNames)], target: atMost(60) },
      {
        name: 'battery-frames',
        size,
        unit: 'frames',
        samples: [count(events, frameNames)],
        target: atMost(0),
      },
    ]
  },
}

export const backgroundMeasures: readonly Measure[] = [background]
