import { expectAccessible } from './support/accessibility.ts'
import {
  conversationLinks,
  expect,
  openDemo,
  serveDemo,
  test,
  untilFilesKept,
  untilKept,
  watchPage,
} from './support/demo.ts'
import { articles, send } from './support/journey.ts'

test.setTimeout(60_000)

test('opens a signed-in world with progress shown, speaks to no other origin, and keeps what is written', async ({
  page,
  demo,
}) => {
  const complaints = watchPage(page, demo)
  await page.goto(demo.address)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(conversationLinks(page).first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Messages' })).toBeVisible()

  await conversationLinks(page).filter({ hasText: 'Echo Ellie' }).click()
  await expect(articles(page).last()).toBeVisible()
  await send(page, 'is anybody there?')
  await expect(articles(page).filter({ hasText: 'is anybody there?' }).last()).toHaveAttribute(
    'data-state',
    /sent|read/,
  )
  // The bot answers in its own words and time.
  await expect(articles(page).last()).not.toHaveAttribute('data-own', 'true')

  await page.reload()
  await expect(articles(page).filter({ hasText: 'is anybody there?' }).first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('starts without a network once it has been open', async ({ page }) => {
  const host = await serveDemo()
  await openDemo(page, host)
  await untilKept(page)
  await untilFilesKept(page)
  await host.close()
  await page.reload()
  await expect(conversationLinks(page).first()).toBeVisible()
  await conversationLinks(page).first().click()
  await send(page, 'written without a network')
  await expect(articles(page).last()).toHaveAttribute('data-state', /sent|read/)
})

test('starts over, and then in the language chosen meanwhile', async ({ page, demo }) => {
  await openDemo(page, demo)
  await untilKept(page)
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

test('a second tab says so, and takes over when the first one closes', async ({ context, demo }) => {
  const first = await context.newPage()
  await openDemo(first, demo)
  await untilKept(first)
  const second = await context.newPage()
  await second.goto(demo.address)
  await expect(second.getByRole('heading', { name: 'The demo is open in another tab' })).toBeVisible()
  await expectAccessible(second, 'another tab')
  await second.getByRole('button', { name: 'Try again' }).click()
  await expect(second.getByRole('heading', { name: 'The demo is open in another tab' })).toBeVisible()
  await first.close()
  await expect(conversationLinks(second).first()).toBeVisible()
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible and scrolls nowhere at ${viewport.width} px, ${colorScheme}`, async ({
      browser,
      demo,
    }) => {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'en-US' })
      const page = await context.newPage()
      await openDemo(page, demo)
      await expectAccessible(page, 'demo list')
      await conversationLinks(page).first().click()
      await expect(articles(page).last()).toBeVisible()
      await expectAccessible(page, 'demo conversation')
      const overflow = await page.evaluate(() => {
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
        return [scrollHeight - clientHeight, scrollWidth - clientWidth]
      })
      expect(overflow).toEqual([0, 0])
      await context.close()
    })
  }
}
