import type { Page } from '@playwright/test'

export interface Place {
  readonly x: number
  readonly y: number
}

export interface Fingers {
  /** Puts one finger down at each point. */
  down(...places: readonly Place[]): Promise<void>
  /** Moves all fingers to the points in even steps over `after` ms. */
  move(to: readonly Place[], after: number): Promise<void>
  /** Lifts all fingers `after` ms later. */
  lift(after: number): Promise<void>
  /** Adds a pause between two gestures, ms. */
  rest(time: number): void
  tap(place: Place): Promise<void>
  drag(from: Place, to: Place, time: number): Promise<void>
}

const steps = 5

/**
 * Simulates fingers with the browser's touch events. Durations are timestamps of the events, so no test waits for them.
 */
export async function fingersOn(page: Page): Promise<Fingers> {
  const session = await page.context().newCDPSession(page)
  let now = Date.now() / 1000
  let lying: readonly Place[] = []
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly Place[]) => {
    const touchPoints = places.map(({ x, y }, id) => ({ x, y, id }))
    await session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: now })
  }
  const rest = (time: number) => {
    now += time / 1000
  }
  const down = async (...places: readonly Place[]) => {
    lying = places
    await send('touchStart', places)
  }
  const move = async (to: readonly Place[], after: number) => {
    const from = lying
    for (let step = 1; step <= steps; step += 1) {
      rest(after / steps)
      const along = (start: number, end: number) => start + ((end - start) * step) / steps
      lying = to.map(({ x, y }, index) => {
        const origin = from[index] ?? { x, y }
        return { x: along(origin.x, x), y: along(origin.y, y) }
      })
      await send('touchMove', lying)
    }
  }
  const lift = async (after: number) => {
    rest(after)
    lying = []
    await send('touchEnd', [])
  }
  return {
    ...{ down, move, lift, rest },
    async tap(place) {
      await down(place)
      await lift(60)
    },
    async drag(from, to, time) {
      await down(from)
      await move([to], time)
      await lift(0)
    },
  }
}
