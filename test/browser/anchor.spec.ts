import type { Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'

/** What was seen of the message being read while others were put in above it. */
interface Reading {
  readonly prepends: number
  /** The farthest it moved by one of them, CSS px. */
  readonly farthest: number
  /** Kinds of messages that stood in view. */
  readonly kinds: readonly string[]
}

/**
 * Goes to one of `places` (px from the top), has older messages put in above, and looks after each of the
 * next two paints where the topmost whole message in view stands; so `prepends` times.
 */
const readOnWhileOlderCome = (page: Page, prepends: number, places: readonly number[]): Promise<Reading> =>
  page.evaluate(
    async ([times, tops]) => {
      const list = document.querySelector('[role=log]')
      if (list === null) throw new Error('There is no list of messages')
      // A message posted in a frame is heard after that frame was painted: what is measured is what was seen.
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
        // What is drawn when there is time comes a frame later.
        for (const _ of [1, 2]) {
          await painted()
          const moved = Math.abs((read?.getBoundingClientRect().top ?? Number.NaN) - before)
          // What is gone from the document, or was never found, has moved beyond all measure.
          farthest = read?.isConnected && moved >= 0 ? Math.max(farthest, moved) : Number.POSITIVE_INFINITY
        }
      }
      return { prepends: times, farthest, kinds: [...kinds].sort() }
    },
    [prepends, places] as const,
  )

test('what is read moves by 0 px while older messages of every kind are put in above it 1,000 times [VIEW-36]', async ({
  page,
  gallery,
}) => {
  test.setTimeout(300_000)
  await page.goto(`${gallery}/messages/sessions/2?messages=9000&mixed=1`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByRole('article').last()).toBeInViewport()
  const reading = await readOnWhileOlderCome(page, 1000, [0, 20, 333.5, 1500, 40, 4000])
  expect(reading).toMatchObject({ prepends: 1000, farthest: 0 })
  expect(reading.kinds).toEqual(['A', 'DIV', 'IMG', 'P', 'VIDEO'])
  expect(await log.getByRole('article').count()).toBeLessThanOrEqual(200)
})
