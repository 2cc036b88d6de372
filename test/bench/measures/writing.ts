import type { Page } from '@playwright/test'
import { openPage, openTopConversation, selectors } from '../browser/app.ts'
import { atMost, ratioAtMost } from '../metrics/metric.ts'
import type { Measure } from '../running/measure.ts'
import { longConversation } from './scrolling.ts'

const editor = selectors.composer
/** How long a key is down, and the time between keys, ms, as of a fast typist. A key release is a separate input. */
const rhythm = 60
const text = 'the quick brown fox jumps over the lazy dog '

/** Types into the focused element. Returns the time from each key to the next frame, ms. */
async function type(page: Page, count: number): Promise<readonly number[]> {
  const keys = await page.evaluateHandle(() => window.paintBench.watchKeys())
  const typed = text.repeat(Math.ceil(count / text.length)).slice(0, count)
  await page.keyboard.type(typed, { delay: rhythm })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  return keys.evaluate((watching) => watching.stop())
}

/**
 * The time from a key press to the frame that shows it in a long conversation, compared with the bare editor on an
 * empty page.
 */
const keyToPaint: Measure = {
  names: ['key-to-paint'],
  async run(bench) {
    const long = longConversation(bench)
    const { address } = bench.host
    const count = bench.isSmoke ? 10 : 200
    const [samples, reference] = await bench.withStored(long, async (context) => {
      const app = await openTopConversation(context, address)
      await app.locator(editor).click()
      await app.waitForLoadState('networkidle')
      // The first keys load code that the later ones only use.
      await type(app, 5)
      const ours = await type(app, count)
      await app.close()
      const page = await openPage(context, `${address}/bench/bare-editor.html`)
      await page.locator(editor).click()
      await type(page, 5)
      return [ours, await type(page, count)] as const
    })
    const common = { size: long.messages, unit: 'ms', samples, reference }
    return [{ name: 'key-to-paint', ...common, target: ratioAtMost(1.2) }]
  },
}

/** The duration of a frame at 60 Hz, ms. */
const frame = 1000 / 60

/** The time from Enter to the frame that shows the bubble, in frames. */
const sendToPaint: Measure = {
  names: ['send-to-paint'],
  async run(bench) {
    const long = longConversation(bench)
    const samples = await bench.withStored(long, async (context) => {
      const page = await openTopConversation(context, bench.host.address)
      await page.locator(editor).click()
      await page.waitForLoadState('networkidle')
      const times: number[] = []
      for (let at = 0; at < (bench.isSmoke ? 2 : 40); at += 1) {
        const words = `Message number ${at} of this run`
        await page.keyboard.insertText(words)
        // The send button takes the microphone's place with the first character. People press Enter later than that.
        await page.waitForTimeout(400)
        const sending = await page.evaluateHandle(
          (wanted) => ({ painted: window.paintBench.afterEnter(wanted) }),
          words,
        )
        await page.keyboard.press('Enter', { delay: rhythm })
        times.push((await sending.evaluate(({ painted }) => painted)) / frame)
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)))
      }
      return times
    })
    const common = { size: long.messages, unit: 'frames', samples }
    return [{ name: 'send-to-paint', ...common, target: atMost(2) }]
  },
}

export const writingMeasures: readonly Measure[] = [keyToPaint, sendToPaint]
