import type { BrowserContext, Page } from '@playwright/test'
import { openPage, selectors } from '../browser/app.ts'
import { fling } from '../browser/flinging.ts'
import { ratioAtMost } from '../metrics/metric.ts'
import type { Bench } from '../running/bench.ts'
import type { WantedWorld } from '../running/browsers.ts'
import type { Measure } from '../running/measure.ts'
import { groupId } from '../world/answers.ts'
import { peerOf } from '../world/world.ts'
import { liveTime, visitBefore } from './starting.ts'

/** A world with that many conversations of one message, friends, and members of a group. */
export const worldOfSize = (count: number) =>
  ({ messages: count, conversations: count, members: count }) satisfies WantedWorld

interface LongList {
  readonly name: 'conversations' | 'friends' | 'members'
  readonly path: string
  readonly list: string
  /** The time from the start of a navigation until the list can be used, ms. */
  open(context: BrowserContext, address: string): Promise<number>
  /** Filters the list. Returns the times until the rows found are painted, ms. */
  filter(page: Page): Promise<readonly number[]>
}

/** The number of the person to search for. */
const soughtNumber = '117'

/** Types the number of a person into the focused search field. Returns the time from each key to the frame with the person found, ms. */
export async function searchIn(page: Page, list: string, number: string): Promise<readonly number[]> {
  const durations: number[] = []
  for (let length = 1; length <= number.length; length += 1) {
    const first = `${list} li:first-child a[href*="/users/${peerOf(Number(number.slice(0, length)))}"]`
    const watching = await page.evaluateHandle(
      (wanted) => ({ painted: window.paintBench.afterKey(wanted) }),
      first,
    )
    await page.keyboard.press(number.charAt(length - 1))
    durations.push(await watching.evaluate(({ painted }) => painted))
  }
  return durations
}

async function firstPaint(context: BrowserContext, address: string, selector: string): Promise<number> {
  const page = await openPage(context, address)
  const time = await page.evaluate((wanted) => window.paintBench.first(wanted), selector)
  await page.close()
  return time
}

const conversations: LongList = {
  name: 'conversations',
  path: '/messages',
  list: 'ul[aria-label="Conversations"]',
  open: (context, address) => liveTime(context, `${address}/messages`),
  async filter(page) {
    const durations: number[] = []
    for (const [shown, wanted, first] of [
      ['All', 'Groups', `${selectors.conversation}[href*="/groups/${groupId}"]`],
      ['Groups', 'All', `ul[aria-label="Conversations"] li:nth-child(9)`],
    ] as const) {
      await page.getByRole('button', { name: `Show: ${shown}` }).click()
      const entry = page.getByRole('menuitem', { name: wanted, exact: true })
      await entry.waitFor()
      const watching = await page.evaluateHandle(
        (selector) => ({ painted: window.paintBench.afterClick(selector) }),
        first,
      )
      await entry.click()
      durations.push((await watching.evaluate(({ painted }) => painted)).first)
    }
    return durations
  },
}

const friends: LongList = {
  name: 'friends',
  path: '/contact',
  list: 'ul[aria-label="Friends"]',
  open: (context, address) => firstPaint(context, `${address}${friends.path}`, `${friends.list} a`),
  async filter(page) {
    await page.getByRole('button', { name: 'Search friends' }).click()
    const durations = await searchIn(page, friends.list, soughtNumber)
    await page.getByRole('button', { name: 'Cancel' }).click()
    return durations
  },
}

const members: LongList = {
  name: 'members',
  path: `/messages/groups/${groupId}/members`,
  list: 'ul[aria-label="Members"]',
  open: (context, address) => firstPaint(context, `${address}${members.path}`, `${members.list} a`),
  async filter(page) {
    const field = page.getByRole('searchbox', { name: 'Search members' })
    await field.click()
    const durations = await searchIn(page, members.list, soughtNumber)
    await field.fill('')
    return durations
  },
}

const lists: readonly LongList[] = [conversations, friends, members]

interface ListTimes {
  readonly open: readonly number[]
  readonly filter: readonly number[]
  readonly scroll: readonly number[]
}

const measureList = (bench: Bench, { path, list, open, filter }: LongList, count: number) =>
  bench.withStored(worldOfSize(count), async (context): Promise<ListTimes> => {
    const { address } = bench.host
    const times = { open: [] as number[], filter: [] as number[], scroll: [] as number[] }
    // The first load fills the caches of files and of compiled code.
    if (!bench.isSmoke) await open(context, address)
    for (let round = bench.times(5); round > 0; round -= 1) {
      await visitBefore(context, address)
      times.open.push(await open(context, address))
    }
    for (let round = bench.times(3); round > 0; round -= 1) {
      const page = await openPage(context, `${address}${path}`)
      await page.locator(`${list} a`).first().waitFor()
      await page.waitForLoadState('networkidle')
      times.filter.push(...(await filter(page)))
      await page.locator(`${list} a`).nth(3).waitFor()
      const flung = await fling(page, `[data-virtuoso-scroller]:has(${list})`, bench.isSmoke ? 500 : 5_000)
      times.scroll.push(flung.busy)
      await page.close()
    }
    return times
  })

const actions = { open: 'ms', filter: 'ms', scroll: 'ms/s' } as const
const actionNames = ['open', 'filter', 'scroll'] as const

/**
 * Opening, filtering and flinging a list with 5,000 rows, compared with 200 rows. Each list is a separate measure, so
 * that its rows appear after a minute or two, and a row close to its target repeats only that list.
 */
const longList = (list: LongList): Measure => ({
  names: actionNames.map((action) => `long-list-${list.name}-${action}`),
  async run(bench) {
    const [few, many] = [200, bench.isSmoke ? 200 : 5_000]
    const long = await measureList(bench, list, many)
    const short = bench.isSmoke ? long : await measureList(bench, list, few)
    return actionNames.map((action) => ({
      name: `long-list-${list.name}-${action}`,
      size: many,
      unit: actions[action],
      samples: long[action],
      reference: short[action],
      target: ratioAtMost(1.2),
    }))
  },
})

export const longListMeasures: readonly Measure[] = lists.map(longList)
