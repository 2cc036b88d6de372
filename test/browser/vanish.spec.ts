import type { Page } from '@playwright/test'
import { articles, expect, meet, openConversation, send, test } from './support/journey.ts'
import { placesWith, watchFor } from './support/origin-scan.ts'
import { createPng } from './support/png.ts'

const ownNotice = 'You set messages to vanish 30 seconds after being read'
const secret = 'the bridge at midnight'
/** The shortest preset, with what it may take on top, ms. */
const burnTime = 45_000

test.use({ actionTimeout: 15_000 })

const header = (page: Page) => page.getByRole('banner').or(page.getByRole('main').locator('header')).first()

/** Switches vanish mode on by the panel and chooses the shortest duration. */
async function setShortestVanish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Conversation settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Conversation settings' })
  await panel.getByRole('switch', { name: 'Vanish mode' }).press('Space')
  await expect(panel.getByRole('button', { name: /Vanish after/ })).toContainText('1 day')
  await panel.getByRole('button', { name: /Vanish after/ }).click()
  await page.getByRole('option', { name: '30 seconds' }).click()
  await expect(panel.getByRole('button', { name: /Vanish after/ })).toContainText('30 seconds')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(header(page)).toContainText('Messages vanish 30 seconds after being read')
}

test('what vanishes after being read is readable nowhere any more, on neither side, and never comes back [BURN-02 BURN-05 BURN-06 BURN-07 BURN-09 BURN-10 SESS-57]', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const { ada, ben } = await meet(browser, server)
  await setShortestVanish(ada.page)
  await openConversation(ben.page, 'Ada')
  const notice = articles(ben.page).filter({
    hasText: 'Ada set messages to vanish 30 seconds after being read',
  })
  await expect(notice).toBeVisible()
  await expect(header(ben.page)).toContainText('Messages vanish 30 seconds after being read')

  // Unread, it stays; the list names it. A second tab of Ada's has it too.
  await ben.page.getByRole('link', { name: 'Contacts' }).click()
  await send(ada.page, secret)
  const sent = articles(ada.page).filter({ hasText: secret })
  await expect(sent).toHaveAttribute('data-state', 'sent')
  await expect(sent).toContainText('Vanishes 30 seconds after being read')
  const follower = await ada.context.newPage()
  await follower.goto(ada.page.url())
  await expect(articles(follower).filter({ hasText: secret })).toBeVisible()

  // Read by Ben, it counts down on both sides; Ben leaves before the time is over.
  await openConversation(ben.page, 'Ada')
  await expect(sent).toHaveAttribute('data-state', 'read')
  for (const page of [ada.page, follower, ben.page])
    await expect(articles(page).filter({ hasText: secret }).getByRole('timer')).toContainText(
      /Vanishes in \d+ second/,
    )
  expect(await placesWith(ben.page, secret)).not.toEqual([])

  // An answer is spoken to Ada as it arrives.
  await send(ben.page, `${secret}, understood`)
  await expect(articles(ada.page).filter({ hasText: secret })).toHaveCount(2)
  await expect(articles(ben.page).filter({ hasText: 'understood' })).toHaveAttribute('data-state', 'read')
  await ben.page.close()

  for (const page of [ada.page, follower]) {
    await expect(articles(page).filter({ hasText: secret })).toHaveCount(0, { timeout: burnTime })
    await expect(page.getByText(secret)).toHaveCount(0)
    await expect.poll(() => placesWith(page, secret), { timeout: 1500 }).toEqual([])
    await expect(articles(page).filter({ hasText: ownNotice })).toBeVisible()
  }

  // Ben starts after the time: it is never painted, and soon readable nowhere.
  const later = await ben.context.newPage()
  const watched = await watchFor(later, secret)
  await later.goto(ada.page.url())
  await openConversation(later, 'Ada')
  await expect(articles(later).filter({ hasText: 'Ada set messages to vanish 30 seconds' })).toBeVisible()
  await expect.poll(() => placesWith(later, secret)).toEqual([])
  expect(await watched.wasPainted()).toBe(false)

  // A third start of Ada's.
  const again = await watchFor(ada.page, secret)
  await ada.page.reload()
  await expect(articles(ada.page).filter({ hasText: ownNotice })).toBeVisible()
  expect(await again.wasPainted()).toBe(false)
  expect(await placesWith(ada.page, secret)).toEqual([])
})

test('a picture that vanishes leaves no file: not on the server, not in a browser, not in its cache [BURN-10] (DEC-109)', async ({
  browser,
  server,
}) => {
  test.setTimeout(180_000)
  const { ada, ben } = await meet(browser, server)
  await setShortestVanish(ada.page)
  await openConversation(ben.page, 'Ada')
  const pictures = (page: Page) => articles(page).getByRole('button', { name: 'Open photo' })
  const chooser = ada.page.waitForEvent('filechooser')
  await ada.page.getByRole('button', { name: 'Attach' }).click()
  const holiday = { name: 'holiday.png', mimeType: 'image/png', buffer: createPng(320, 240) }
  await (await chooser).setFiles(holiday)
  await ada.page.getByRole('button', { name: 'Send', exact: true }).click()
  const image = pictures(ben.page).getByRole('img')
  await expect(image).toHaveAttribute('data-loaded', 'true')
  const address = (await image.getAttribute('src')) ?? ''
  const name = address.split('/').at(-1)?.split('?')[0] ?? ''
  expect(name).toMatch(/^[0-9a-f]{40}\.png$/)
  const fetched = () => ben.context.request.get(`${server.address}/files/messages/${name}`)
  const alive = await fetched()
  expect([alive.status(), alive.headers()['cache-control']]).toEqual([200, 'no-store'])
  await expect(articles(ada.page).last()).toHaveAttribute('data-state', 'read')

  for (const { page } of [ada, ben]) {
    await expect(pictures(page)).toHaveCount(0, { timeout: burnTime })
    await expect.poll(() => placesWith(page, name), { timeout: 1500 }).toEqual([])
    // Nor are its bytes kept under another name; the app's own icons are.
    const stored = async () => (await placesWith(page, 'IHDR')).filter((place) => !place.startsWith('cache'))
    await expect.poll(stored, { timeout: 1500 }).toEqual([])
    await expect(page.evaluate(fromCache, `/files/messages/${name}`)).resolves.toBe('not cached')
  }
  expect((await fetched()).status()).toBe(404)
})

/** Asks the browser's HTTP cache alone. */
const fromCache = (address: string): Promise<string> =>
  fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
    ({ status }) => (status === 504 ? 'not cached' : `cached ${status}`),
    () => 'not cached',
  )
