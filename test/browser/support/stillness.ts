import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/** Movement between frames, CSS px. */
export interface Stillness {
  readonly frames: number
  /** The largest movement of any message in view from one frame to the next. */
  readonly farthest: number
  /** The largest number of messages in the document. */
  readonly mostDrawn: number
}

declare global {
  interface Window {
    stillness?: { frames: number; farthest: number; mostDrawn: number; isWatching: boolean }
  }
}

/** Starts to compare the position of every message in view with its position one frame before. */
export const watchStillness = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const watched = { frames: 0, farthest: 0, mostDrawn: 0, isWatching: true }
    window.stillness = watched
    let before = new Map<string, number>()
    // A message posted in a frame arrives after that frame was painted, so the measurement is what the person saw.
    const painted = new MessageChannel()
    const look = () => {
      if (!watched.isWatching) return
      const list = document.querySelector('[role=log]')
      const frame = list?.getBoundingClientRect()
      const now = new Map<string, number>()
      const items = [...(list?.querySelectorAll<HTMLElement>('article') ?? [])]
      for (const item of items) {
        const { top, bottom } = item.getBoundingClientRect()
        if (frame === undefined || bottom <= frame.top || top >= frame.bottom) continue
        now.set(item.dataset.key ?? '', top)
      }
      for (const [key, top] of now) {
        const was = before.get(key)
        if (was !== undefined) watched.farthest = Math.max(watched.farthest, Math.abs(top - was))
      }
      watched.frames += 1
      watched.mostDrawn = Math.max(watched.mostDrawn, items.length)
      before = now
      requestAnimationFrame(() => painted.port2.postMessage(0))
    }
    painted.port1.onmessage = look
    requestAnimationFrame(() => painted.port2.postMessage(0))
  })

export const readStillness = (page: Page): Promise<Stillness> =>
  page.evaluate(() => {
    const { frames = 0, farthest = 0, mostDrawn = 0 } = window.stillness ?? {}
    if (window.stillness !== undefined) window.stillness.isWatching = false
    return { frames, farthest, mostDrawn }
  })

/** The number of frames without movement after which an element counts as still. */
const stillFrames = 12

/** Resolves when an element no longer moves or grows. */
export const comeToRest = (element: Locator): Promise<void> =>
  element.evaluate(
    (node, wanted) =>
      new Promise<void>((resolve) => {
        let before = ''
        let still = 0
        const look = () => {
          const now = JSON.stringify(node.getBoundingClientRect())
          still = now === before ? still + 1 : 0
          before = now
          if (still >= wanted) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
    stillFrames,
  )

/** Resolves when the page has painted twice: layout and scroll events have followed a change by then. */
export const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** An entry that TypeScript's library lacks. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

/** The largest sum of layout shifts of a page that counts as still. */
const greatestLayoutShift = 0.01

/** Adds up the layout shifts of every page that the context opens from now on, without those after an input. */
export const watchLayoutShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const watched = { sum: 0, moved: [] as string[] }
    Object.assign(window, { layoutShifts: watched })
    new PerformanceObserver((list) => {
      // The observer receives entries of this type only.
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        watched.sum += value
        watched.moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Returns the layout shifts since the page was loaded: their sum, and the beginnings of the texts that moved. */
const layoutShiftsOf = (page: Page): Promise<{ readonly sum: number; readonly moved: readonly string[] }> =>
  page.evaluate(() => Reflect.get(window, 'layoutShifts'))

/** Fails if the content of the page has moved without an input since it was loaded. */
export async function expectNoLayoutShift(page: Page, screen: string): Promise<void> {
  const { sum, moved } = await layoutShiftsOf(page)
  expect(sum, `${screen}: ${moved}`).toBeLessThan(greatestLayoutShift)
}

/** Moves the content of the page and fails if this is not noticed, for example because the browser reports no shifts. */
export async function expectShiftsNoticed(page: Page): Promise<void> {
  await page.evaluate(() => {
    const block = document.createElement('div')
    block.style.blockSize = '100px'
    document.body.prepend(block)
  })
  await expect.poll(async () => (await layoutShiftsOf(page)).sum).toBeGreaterThan(greatestLayoutShift)
  await page.evaluate(() => document.body.firstElementChild?.remove())
}
