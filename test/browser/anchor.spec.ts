import type { Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'

/** How the message being read moved while older messages were prepended. */
interface Reading {
  readonly prepends: number
  /** The largest movement caused by one prepend, CSS px. */
  readonly farthest: number
  /** Kinds of messages that were in view. */
  readonly kinds: readonly string[]
}

/**
 * Scrolls to each of `places` (px from the top), prepends older messages, and measures after each of the next two
 * paints where the topmost fully visible message is. Repeats this `prepends` times.
 */
const readOnWhileOlderCome = (page: Page, prepends: number, places: readonly number[]): Promise<Reading> =>
  page.evaluate(
    async ([times, tops]) => {
      const list = document.querySelector('[role=log]')
      if (list === null) throw new Error('There is no list of messages')
      // A message posted in a frame arrives after that frame was painted, so the measurement is what the person saw.
      const painted = () =>
        new Promise((resolve) => {
          const channel = new MessageChannel()
          channel.port1.onmessage = resolve
          requestAnimationFrame(() => channel.port2.postMessage(0))
        })
      const kinds = new Set<string>()
      const readNow = (): HTMLElement | undefined => {
        const { top, bottom } = list.getBoundingClientRect()
        const seen = [...list.querySelectorAll<HTMLElement>('article')].filter((item) => {
          const place = item.getBoundingClientRect()
          return place.top >= top && place.top < bottom
        })
        for (const part of seen.flatMap((item) => [
          ...item.querySelectorAll('img, video, [role=slider], a, p'),
        ]))
          kinds.add(part.tagName)
        return seen[0]
      }
      let farthest = 0
      for (let time = 0; time < times; time += 1) {
        list.scrollTo({ top: tops[time % tops.length] ?? 0, behavior: 'instant' })
        await painted()
        const read = readNow()
        const before = read?.getBoundingClientRect().top ?? Number.NaN
        window.dispatchEvent(new CustomEvent('gallery:older', { detail: 1 + (time % 12) }))
        // Work deferred to idle time is painted one frame later.
        for (const _ of [1, 2]) {
          await painted()
          const moved = Math.abs((read?.getBoundingClientRect().top ?? Number.NaN) - before)
          // A message that left the document counts as an infinite movement.
          farthest = read?.isConnected && moved >= 0 ? Math.max(farthest, moved) : Number.POSITIVE_INFINITY
        }
      }
      return { prepends: times, farthest, kinds: [...kinds].sort() }
    },
    [prepends, places] as const,
  )

/** Each scroll position twenty times, and each number of prepended messages ten times. */
const prepends = 120

test('the message being read moves by 0 px while older messages of every kind are prepended 120 times [VIEW-36]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2?messages=2000&mixed=1`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByRole('article').last()).toBeInViewport()
  const reading = await readOnWhileOlderCome(page, prepends, [0, 20, 333.5, 1500, 40, 4000])
  expect(reading).toMatchObject({ prepends, farthest: 0 })
  expect(reading.kinds).toEqual(['A', 'DIV', 'IMG', 'P', 'VIDEO'])
  expect(await log.getByRole('article').count()).toBeLessThanOrEqual(200)
})

/**
 * The position of a message at each paint since the page started, CSS px from the top, and the distance to the end of
 * the list.
 */
interface Opening {
  readonly tops: readonly number[]
  readonly tails: readonly number[]
}

declare global {
  interface Window {
    opening?: { tops: Set<number>; tails: Set<number> }
  }
}

/** Records the position of a message after each paint, starting with the next page, while the list exists. */
const watchOpening = (page: Page, message: number) =>
  page.addInitScript((id) => {
    const seen = { tops: new Set<number>(), tails: new Set<number>() }
    window.opening = seen
    const painted = new MessageChannel()
    painted.port1.onmessage = () => {
      const list = document.querySelector('[role=log]')
      const top = list?.querySelector(`[data-message-id="${id}"]`)?.getBoundingClientRect().top
      if (list && top !== undefined) {
        seen.tops.add(top)
        seen.tails.add(list.scrollHeight - list.clientHeight - list.scrollTop)
      }
      requestAnimationFrame(() => painted.port2.postMessage(0))
    }
    requestAnimationFrame(() => painted.port2.postMessage(0))
  }, message)

const readOpening = (page: Page): Promise<Opening> =>
  page.evaluate(() => ({
    tops: [...(window.opening?.tops ?? [])],
    tails: [...(window.opening?.tails ?? [])],
  }))

test('a conversation is at its final position from the first paint on, at the newest or the first unread message [VIEW-39]', async ({
  page,
  gallery,
}) => {
  // Enough messages that the heights above the first rendered ones add up to a fraction of a pixel.
  const many = '?mixed=1&messages=1003&loaded=400&unread=120'
  const log = page.getByRole('log', { name: 'Messages' })
  await watchOpening(page, 1003)
  await page.goto(`${gallery}/messages/sessions/2${many}`)
  // By now the viewport is filled and the pictures are loaded.
  await expect.poll(() => log.locator('img[data-loaded=true]').count()).toBeGreaterThan(5)
  const atTail = await readOpening(page)
  expect(atTail.tails).toEqual([0])
  expect(atTail.tops).toHaveLength(1)

  await watchOpening(page, 884)
  await page.goto(`${gallery}/messages/sessions/2${many}&fromUnread=1`)
  // The opening around the divider is near an edge of the window, which then moves.
  await expect.poll(() => log.getByRole('article').count()).toBeGreaterThan(150)
  await expect.poll(() => log.locator('img[data-loaded=true]').count()).toBeGreaterThan(5)
  const atUnread = await readOpening(page)
  expect(atUnread.tops).toHaveLength(1)
  await expect(page.getByText('Unread messages')).toBeInViewport()
})
