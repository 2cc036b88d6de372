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

/** The share of what pictures cover at rest below which a frame counts as blank. */
const bareShare = 0.8

/**
 * Flings a list of pictures up and down for this time, ms. Returns the time of each second in which loaded pictures
 * cover clearly less of it than at rest, ms. Call it when everything in view is loaded.
 */
export const flingPictures = (page: Page, selector: string, duration: number): Promise<number> =>
  page.evaluate(
    ([wanted, by, until, share]) =>
      new Promise<number>((resolve, reject) => {
        const list = document.querySelector(wanted)
        if (list === null) return reject(new Error(`${wanted} is not there`))
        const { top: start, bottom: end } = list.getBoundingClientRect()
        const coveredBy = (picture: HTMLImageElement): number => {
          if (!picture.complete || picture.naturalWidth === 0) return 0
          const { top, bottom } = picture.getBoundingClientRect()
          return Math.max(0, Math.min(bottom, end) - Math.max(top, start))
        }
        const covered = () => [...list.querySelectorAll('img')].reduce((sum, one) => sum + coveredBy(one), 0)
        const atRest = covered()
        if (atRest === 0) return reject(new Error('no picture is loaded'))
        const began = performance.now()
        let [last, direction, blank] = [began, -1, 0]
        const turn = (now: number) => {
          if (covered() < share * atRest) blank += now - last
          last = now
          if (now - began >= until) return resolve((1_000 * blank) / until)
          const { scrollTop } = list
          list.scrollTop += direction * by
          if (list.scrollTop === scrollTop) direction = -direction
          requestAnimationFrame(turn)
        }
        requestAnimationFrame(turn)
      }),
    [selector, step, duration, bareShare] as const,
  )
