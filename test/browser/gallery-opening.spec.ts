import type { Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'

/** Records the position of the unread divider in each frame from now on. */
const watchDivider = (page: Page) =>
  page.evaluateHandle(() => {
    const tops: number[] = []
    const look = () => {
      const divider = document.querySelector('[data-unread-divider]')
      if (divider) tops.push(divider.getBoundingClientRect().top)
      requestAnimationFrame(look)
    }
    look()
    return tops
  })

test('a row opens its conversation at the first unread message, immediately and without a jump [VIEW-39]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages?unread=30`)
  const tops = await watchDivider(page)
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /^王小明/ })
    .click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(page.getByText('Unread messages')).toBeInViewport()
  await expect(log.locator('[data-message-id="1000"]')).not.toBeInViewport()
  // The app has handled the address.
  await expect(page).toHaveURL(/\/messages\/sessions\/2$/)
  await expect.poll(async () => (await tops.jsonValue()).length).toBeGreaterThan(10)
  expect(new Set(await tops.jsonValue()).size).toBe(1)

  // The messages stay unread until the tail is reached.
  const latest = page.getByRole('button', { name: 'Latest messages' })
  await expect(latest).toHaveAccessibleDescription(/new message/)
  await latest.click()
  await expect(log.locator('[data-message-id="1000"]')).toBeInViewport()
  await expect(latest).toHaveCount(0)
})

test('a row with more than 50 unread messages opens at the newest, with a button to the first of them [VIEW-10]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages?unread=80`)
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: /^王小明/ })
    .click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.locator('[data-message-id="1000"]')).toBeInViewport()
  await page.getByRole('button', { name: 'First unread' }).click()
  await expect(page.getByText('Unread messages')).toBeInViewport()
})

/** How many removed message lists the page still holds in memory. */
async function removedLists(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const prototype = await session.send('Runtime.evaluate', { expression: 'HTMLDivElement.prototype' })
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.result.objectId ?? '',
  })
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration:
      'function () { return this.filter((one) => !one.isConnected && one.getAttribute("role") === "log").length }',
    returnByValue: true,
  })
  await session.detach()
  return Number(result.value)
}

test('a conversation that is left while its send button still appears is freed from memory', async ({
  page,
  gallery,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`${gallery}/messages`)
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
  await rows.filter({ hasText: '王小明' }).click()
  await page.getByRole('textbox', { name: 'Message' }).and(page.locator('[contenteditable]')).click()
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.0001 })
  await page.keyboard.type('half')
  const transitions = () =>
    page.evaluate(() => document.getAnimations().filter((one) => 'transitionProperty' in one).length)
  await expect.poll(transitions).toBeGreaterThan(1)
  await rows.filter({ hasText: 'Amara' }).click()
  await expect(page.getByRole('heading', { name: 'Amara Okafor' })).toBeVisible()
  await expect.poll(() => removedLists(page)).toBe(0)
})
