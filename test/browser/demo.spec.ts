import { expectAccessible } from './support/accessibility.ts'
import {
  conversationLinks,
  expect,
  openDemo,
  serveDemo,
  test,
  untilFilesCached,
  untilStored,
  watchPage,
} from './support/demo.ts'
import { articles, readCode, send } from './support/journey.ts'

test.setTimeout(60_000)

test('opens a signed-in world with progress shown, contacts no other origin, and stores sent messages', async ({
  page,
  demo,
}) => {
  const complaints = watchPage(page, demo)
  await page.goto(demo.address)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(conversationLinks(page).first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await conversationLinks(page).filter({ hasText: 'Echo Ellie' }).click()
  await expect(articles(page).last()).toBeVisible()
  await send(page, 'is anybody there?')
  await expect(articles(page).filter({ hasText: 'is anybody there?' }).last()).toHaveAttribute(
    'data-state',
    /sent|read/,
  )
  // The bot answers again in its own words and time.
  const answer = page.getByRole('article', { name: /^Echo Ellie/ }).filter({ hasText: 'is anybody there?' })
  await expect(answer).toBeVisible()

  await page.reload()
  await expect(answer).toBeVisible()
  await expect(articles(page).filter({ hasText: 'is anybody there?' })).toHaveCount(2)
  expect(complaints).toEqual([])
})

test('shows progress before any script has arrived', async ({ browser, demo }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(demo.address)
  await expect(page.locator('progress')).toBeVisible()
  await context.close()
})

test('starts offline after the first visit', async ({ page }) => {
  const host = await serveDemo()
  await openDemo(page, host)
  await untilStored(page)
  await untilFilesCached(page)
  await host.close()
  await page.reload()
  await expect(conversationLinks(page).first()).toBeVisible()
  await conversationLinks(page).first().click()
  await send(page, 'written without a network')
  await expect(articles(page).last()).toHaveAttribute('data-state', /sent|read/)
})

test('resets, and then uses the language chosen meanwhile', async ({ page, demo }) => {
  await openDemo(page, demo)
  await untilStored(page)
  await conversationLinks(page).first().click()
  await send(page, 'soon forgotten')
  await expect(articles(page).last()).toHaveAttribute('data-state', /sent|read/)
  await page.goto(`${demo.address}/messages?locale=vi-VN`)
  const strip = page.getByRole('complementary', { name: 'Bản dùng thử' })
  await expect(strip).toContainText('tiếng Việt')
  await strip.getByRole('button', { name: 'Bắt đầu lại' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Bắt đầu lại?' })
  await expectAccessible(page, 'start over')
  await asking.getByRole('button', { name: 'Bắt đầu lại' }).click()
  await expect(asking).toBeHidden()
  const list = page.getByRole('list', { name: 'Cuộc trò chuyện' })
  await expect(list.getByRole('link').first()).toBeVisible()
  await expect(list).not.toContainText('soon forgotten')
  await expect(strip).not.toContainText('tiếng Việt')
})

test('shows a notice in a second tab, which takes over when the first one closes', async ({
  context,
  demo,
}) => {
  const first = await context.newPage()
  await openDemo(first, demo)
  await untilStored(first)
  const second = await context.newPage()
  await second.goto(demo.address)
  await expect(second.getByRole('heading', { name: 'The demo is open in another tab' })).toBeVisible()
  await expectAccessible(second, 'another tab')
  await second.getByRole('button', { name: 'Try again' }).click()
  await expect(second.getByRole('heading', { name: 'The demo is open in another tab' })).toBeVisible()
  await first.close()
  await expect(conversationLinks(second).first()).toBeVisible()
})

test('signs out, shows the expected number, and signs in again by the shown code', async ({ page, demo }) => {
  await openDemo(page, demo)
  await page.getByRole('link', { name: 'My' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('tab', { name: 'Code' }).click()
  const number = /\+1 (\d+)/.exec(
    (await page.getByRole('complementary', { name: 'Demo' }).textContent()) ?? '',
  )
  await page.getByRole('combobox', { name: 'Country code' }).fill('United States')
  await page
    .getByRole('option', { name: /United States/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Phone number' }).fill(number?.[1] ?? '')
  await page.getByRole('textbox', { name: 'Code' }).fill(await readCode(page))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(conversationLinks(page).first()).toBeVisible()
})

test('is accessible in both schemes and has no horizontal scrolling at 1440 and 390 px', async ({
  page,
  demo,
}) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: 'light' })
    await openDemo(page, demo)
    await expectAccessible(page, 'demo list')
    await conversationLinks(page).first().click()
    await expect(articles(page).last()).toBeVisible()
    await expectAccessible(page, 'demo conversation')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
    await expectAccessible(page, 'demo conversation in the dark')
    const overflow = await page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
      return [scrollHeight - clientHeight, scrollWidth - clientWidth]
    })
    expect(overflow).toEqual([0, 0])
  }
})
