import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, freshPhone, signUp, test, welcome } from './support/journey.ts'

test('a width of 900 px or less shows the phone frame, and more the desktop frame [LAYOUT-01 LAYOUT-03]', async ({
  context,
  server,
}) => {
  const { page } = await welcome(context, server, 'Ada')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Contacts', 'Messages', 'My'])
    await expect(navigation.getByRole('link', { name })).toBeVisible()
  const isUpright = async () => {
    const box = await navigation.boundingBox()
    return box !== null && box.height > box.width
  }
  await page.setViewportSize({ width: 901, height: 800 })
  await expect.poll(isUpright).toBe(true)
  await page.setViewportSize({ width: 900, height: 800 })
  await expect.poll(isUpright).toBe(false)
})

/** English comes last, because it is also the language without a choice. */
const headings = [
  ['zh-CN', '消息'],
  ['zh-TW', '訊息'],
  ['vi-VN', 'Tin nhắn'],
  ['en-US', 'Messages'],
] as const

test('the locale query selects each language, and the choice persists [I18N-01 I18N-03]', async ({
  context,
  server,
}) => {
  const { page } = await welcome(context, server, 'Ada')
  for (const [locale, heading] of headings) {
    await page.goto(`${server.address}/messages?locale=${locale}`)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await page.goto(`${server.address}/messages`)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
  }
})

test('without a choice the interface is English [I18N-02]', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(`${server.address}/auth/sign-in`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await context.close()
})

test('no page makes a request to another origin', async ({ page, server }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== server.address) strangers.push(request.url())
  })
  await signUp(page, server, freshPhone(), 'Ada')
  for (const path of ['/messages', '/contact', '/my']) await page.goto(`${server.address}${path}`)
  expect(strangers).toEqual([])
})

/** Everything that a person reads or hears on the page. */
const wordsOf = (page: Page) =>
  page.locator('html').evaluate((html) => {
    const names = [...html.querySelectorAll('*')].flatMap((element) =>
      ['aria-label', 'aria-description', 'alt', 'title', 'placeholder'].flatMap(
        (name) => element.getAttribute(name) ?? [],
      ),
    )
    return [document.title, document.body.textContent, ...names].join('\n')
  })

test('name, texts and colours of a brand come from the configuration alone [THEME-02]', async ({
  page,
  server,
}) => {
  const harbour = JSON.parse(readFileSync('brands/harbour/brand.json', 'utf8'))
  const brands = [{ key: 'lotus', name: 'Lotus Talk', theme: 'ember' }, harbour]
  for (const brand of brands) {
    await page.route(/\/env\.js/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `globalThis.__APP_ENV__ = ${JSON.stringify({ brand })}`,
      }),
    )
    await page.goto(`${server.address}/auth/sign-in`)
    await expect(page).toHaveTitle(brand.name)
    await expect(page.getByRole('main').getByText(brand.name)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', brand.theme)
    const words = await page.locator('html').textContent()
    for (const { name } of brands) expect(words?.includes(name)).toBe(name === brand.name)
    if (brand !== harbour) await page.unroute(/\/env\.js/)
  }
  await expect(page.getByText('Sign in to come ashore.')).toBeVisible()
  await signUp(page, server, freshPhone(), 'Ada')
  for (const path of ['/messages', '/contact', '/my', '/my/general', '/my/general/about', '/my/security']) {
    await page.goto(`${server.address}${path}`)
    await expect(page).toHaveTitle('Harbour')
    await expect(page.getByRole('main').first()).toBeVisible()
    // The neutral name is a common word too, but then it has a small letter or names the ID.
    expect(await wordsOf(page), path).not.toMatch(/\bChat\b(?! ID)|Lotus/)
  }
  await page.goto(`${server.address}/my/general/about?locale=zh-CN`)
  await expect(page).toHaveTitle('港湾')
  await expect(page.getByText('港湾', { exact: true })).toBeVisible()
})

test('a browser that is too old or runs no scripts shows what to do in four languages', async ({
  browser,
  server,
}) => {
  const old = await browser.newContext()
  await old.addInitScript(() => Reflect.deleteProperty(window, 'structuredClone'))
  const scriptless = await browser.newContext({ javaScriptEnabled: false })
  for (const context of [old, scriptless]) {
    const page = await context.newPage()
    await page.goto(`${server.address}/messages`)
    await expect(page.getByRole('heading')).toHaveText([
      'This browser cannot run the app',
      '此浏览器无法运行本应用',
      '這個瀏覽器無法執行本應用程式',
      'Trình duyệt này không chạy được ứng dụng',
    ])
    await expect(page.getByText('Allow JavaScript')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/')
  }
})
