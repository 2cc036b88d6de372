import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleColours } from './support/accessibility.ts'
import {
  conversationLink,
  conversationLinks,
  type DemoHost,
  expect,
  openDemo,
  serveDemo,
  test,
  untilFilesCached,
  untilStored,
  watchPage,
} from './support/demo.ts'
import { articles, openSection, readCode, send } from './support/journey.ts'
import { share } from './support/service-worker.ts'

// The backend of the demo is behind its service worker.
test.use({ serviceWorkers: 'allow' })

test.setTimeout(180_000)

/** A start of the demo on a busy machine. */
const startTime = { timeout: 60_000 }

test('opens a signed-in world with progress shown, stores sent messages, hands over to a second tab, and signs out and in', async ({
  page,
  context,
  demo,
}) => {
  const complaints = watchPage(page, demo)
  await page.goto(`${demo.address}/messages`, { waitUntil: 'commit' })
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(conversationLinks(page).first()).toBeVisible(startTime)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await conversationLink(page, 'Echo Ellie').click()
  await expect(articles(page).last()).toBeVisible()
  await send(page, 'is anybody there?')
  await expect(articles(page).filter({ hasText: 'is anybody there?' }).last()).toHaveAttribute(
    'data-state',
    /sent|read/,
  )
  // The bot answers again in its own words and time.
  const answer = page.getByRole('article', { name: /^Echo Ellie/ }).filter({ hasText: 'is anybody there?' })
  await expect(answer).toBeVisible(startTime)

  await page.reload()
  await expect(answer).toBeVisible(startTime)
  await expect(articles(page).filter({ hasText: 'is anybody there?' })).toHaveCount(2)
  expect(complaints, 'requests to other origins, or errors').toEqual([])

  const second = await context.newPage()
  await test.step('a second tab shows a notice, and takes over when the first one closes', () =>
    takeOver(page, second, demo))
  await test.step('after signing out, the expected number is shown, and the shown code signs in', () =>
    signOutAndIn(second))
})

async function takeOver(first: Page, second: Page, demo: DemoHost): Promise<void> {
  await untilStored(first)
  await second.goto(demo.address)
  await expect(second.getByRole('heading', { name: 'The demo is open in another tab' })).toBeVisible()
  await expectAccessible(second, 'another tab')
  await second.getByRole('button', { name: 'Try again' }).click()
  await expect(second.getByRole('heading', { name: 'The demo is open in another tab' })).toBeVisible()
  await first.close()
  await expect(conversationLinks(second).first()).toBeVisible(startTime)
}

async function signOutAndIn(page: Page): Promise<void> {
  await openSection(page, 'My')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('tab', { name: 'Code' }).click()
  const strip = page.getByRole('complementary', { name: 'Demo' })
  await expect(strip).toContainText(/\+1 \d+/)
  const number = /\+1 (\d+)/.exec((await strip.textContent()) ?? '')
  await page.getByRole('combobox', { name: 'Country code' }).fill('United States')
  await page
    .getByRole('option', { name: /United States/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Phone number' }).fill(number?.[1] ?? '')
  await page.getByRole('textbox', { name: 'Code' }).fill(await readCode(page))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(conversationLinks(page).first()).toBeVisible(startTime)
}

test('shows progress before any script has arrived', async ({ browser, demo }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(demo.address)
  await expect(page.locator('progress')).toBeVisible()
  await context.close()
})

test('starts offline after the first visit, and offers there what another app shares', async ({ page }) => {
  const host = await serveDemo()
  await openDemo(page, host)
  await untilStored(page)
  await untilFilesCached(page)
  await host.close()
  await page.reload()
  await expect(conversationLinks(page).first()).toBeVisible(startTime)
  await openAndSend(page, 'written without a network')

  await share(page, 'from another app')
  const picker = page.getByRole('dialog', { name: 'Send to' })
  await expect(picker.getByRole('textbox', { name: 'Message' })).toHaveValue('from another app')
})

test('is accessible in both schemes without horizontal scrolling at 1440 and 390 px, and resets to the chosen language', async ({
  page,
  demo,
}) => {
  await openDemo(page, demo)
  for (const [frame, viewport] of [
    ['full', { width: 1440, height: 900 }],
    ['compact', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: 'light' })
    // The compact frame shows the open conversation in place of the list.
    if (frame === 'compact') await page.getByRole('button', { name: 'Back' }).click()
    await expect(conversationLinks(page).first()).toBeVisible()
    await expectAccessible(page, 'demo list')
    await conversationLinks(page).first().click()
    await expect(articles(page).last()).toBeVisible()
    await expectAccessible(page, 'demo conversation')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
    await expectAccessibleColours(page, 'demo conversation in the dark')
    const overflow = await page.evaluate(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
      return [scrollHeight - clientHeight, scrollWidth - clientWidth]
    })
    expect(overflow).toEqual([0, 0])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await test.step('starting over forgets the messages, and uses the language chosen meanwhile', () =>
    startOver(page, demo))
})

/** Sends a text in the conversation with Echo Ellie. Other people may write at any time, also in this conversation. */
async function openAndSend(page: Page, text: string): Promise<void> {
  await conversationLink(page, 'Echo Ellie').click()
  await expect(page.getByRole('heading', { name: 'Echo Ellie' })).toBeVisible()
  await send(page, text)
  await expect(articles(page).filter({ hasText: text }).first()).toHaveAttribute('data-state', /sent|read/)
}

async function startOver(page: Page, demo: DemoHost): Promise<void> {
  await untilStored(page)
  await openAndSend(page, 'soon forgotten')
  await page.goto(`${demo.address}/messages?locale=vi-VN`)
  const strip = page.getByRole('complementary', { name: 'Bản dùng thử' })
  await expect(strip).toContainText('tiếng Việt', startTime)
  const list = page.getByRole('list', { name: 'Cuộc trò chuyện' })
  await expect(list.getByRole('link').first()).toBeVisible()
  await strip.getByRole('button', { name: 'Bắt đầu lại' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Bắt đầu lại?' })
  await expect(asking).toBeVisible()
  await expectAccessible(page, 'start over')
  await asking.getByRole('button', { name: 'Bắt đầu lại' }).click()
  await expect(asking).toBeHidden()
  await expect(list).not.toContainText('soon forgotten', startTime)
  await expect(strip).not.toContainText('tiếng Việt', startTime)
  // A fresh world shows a group, and in it an album with a video.
  await expect(page).toHaveURL(/\/messages\/groups\/\d+$/, startTime)
  await expect(page.getByRole('log').locator('video').first()).toBeAttached()
}
