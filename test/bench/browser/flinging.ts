import type { Page } from '@playwright/test'

/** The cost of ten seconds of flinging. */
export interface Flinging {
  /** Main thread time in each second, ms. */
  readonly busy: number
  /** Frames more than 20 ms after the one before. */
  readonly slowFrames: number
  /** The scrolled distance, CSS px. */
  readonly distance: number
}

/** The speed of a fast finger, CSS px per frame. */
const step = 150

/** Flings a list upwards for this time, ms. Reverses at the start of the list. */
export async function fling(page: Page, selector: string, duration: number): Promise<Flinging> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const taskTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await taskTime()
  const flung = await page.evaluate(
    ([wanted, by, until]) =>
      new Promise<Pick<Flinging, 'slowFrames' | 'distance'>>((resolve, reject) => {
        const list = document.querySelector(wanted)
        if (list === null) return reject(new Error(`${wanted} is not there`))
        const start = performance.now()
        let [last, direction, distance, slowFrames] = [start, -1, 0, 0]
        const turn = (now: number) => {
          if (now - last > 20) slowFrames += 1
          last = now
          if (now - start >= until) return resolve({ slowFrames, distance })
          const top = list.scrollTop
          list.scrollTop += direction * by
          const moved = Math.abs(list.scrollTop - top)
          distance += moved
          if (moved === 0) direction = -direction
          requestAnimationFrame(turn)
        }
        requestAnimationFrame(turn)
      }),
    [selector, step, duration] as const,
  )
  const busy = (((await taskTime()) - before) * 1_000_000) / duration
  await session.detach()
  return { ...flung, busy }
}
