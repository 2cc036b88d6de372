import type { Page } from '@playwright/test'
import {
  articles,
  befriend,
  expect,
  openConversation,
  openSection,
  send,
  test,
  welcome,
  welcomeByScreens,
} from './support/journey.ts'
import { openBlankPage } from './support/locked-log.ts'
import { placesWith } from './support/origin-scan.ts'

const notice = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const shows = (page: Page, text: string) => expect(articles(page).filter({ hasText: text })).toHaveCount(1)

/** Opens a conversation without a reload, which would lose what the page holds only in memory. */
async function openInPage(page: Page, title: string): Promise<void> {
  await openSection(page, 'Messages')
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(`^${title}`) })
    .click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

/** Opens a database as another version of the app would, and keeps it open. */
const holdDatabase = (page: Page, name: string, version: number): Promise<void> =>
  page.evaluate(
    ([database, number]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(database, number)
        request.onupgradeneeded = () => request.result.createObjectStore('of-another-version')
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      }),
    [name, version] as const,
  )

/** Writes until the browser reports that the quota is exceeded. */
const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('filling', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('pieces', { autoIncrement: true })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const hasTaken = (size: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction('pieces', 'readwrite')
        // Random bytes, which the browser cannot compress.
        transaction.objectStore('pieces').add(crypto.getRandomValues(new Uint8Array(size)))
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => resolve(false)
      })
    for (const size of [60_000, 6000, 600, 60, 1])
      for (let pieces = 0; pieces < 200 && (await hasTaken(size)); pieces += 1);
  })

test('with a full storage messages are still sent and received, and stored once there is space', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext()
  const blankPage = await openBlankPage(context, server.address)
  const devtools = await context.newCDPSession(blankPage)
  const { origin } = new URL(server.address)
  // From the start, because a browser caches the free space for a while.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 4_000_000 })
  const [ada, ben] = await Promise.all([
    welcome(context, server, 'Ada'),
    welcome(await browser.newContext(), server, 'Ben'),
  ])
  await befriend(ada, ben)
  await openConversation(ada.page, 'Ben')
  await openConversation(ben.page, 'Ada')
  await send(ada.page, 'before it')
  await shows(ben.page, 'before it')

  await fillStorage(blankPage)
  await send(ada.page, 'while it is full')
  await expect(notice(ada.page, 'device is full')).toBeVisible()
  await shows(ben.page, 'while it is full')
  await send(ben.page, 'an answer')
  await shows(ada.page, 'an answer')
  expect((await placesWith(ada.page, 'while it is full')).join(' ')).not.toContain('indexedDB')

  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await expect(notice(ada.page, 'device is full')).toBeHidden({ timeout: 40_000 })
  await expect
    .poll(async () => (await placesWith(ada.page, 'while it is full')).join(' '))
    .toContain('/segments')
  await openConversation(ada.page, 'Ben')
  const texts = ['before it', 'while it is full', 'an answer']
  await expect(articles(ada.page)).toHaveText(texts.map((text) => new RegExp(text)))
})

for (const kind of ['missing', 'throwing'] as const)
  test(`with a database that is ${kind} sign-in and chat work, and leaving asks for confirmation`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext()
    await context.addInitScript((how) => {
      Object.defineProperty(window, 'indexedDB', {
        get() {
          if (how === 'throwing') throw new DOMException('denied', 'SecurityError')
          return undefined
        },
      })
    }, kind)
    const [ada, ben] = await Promise.all([
      welcomeByScreens(context, server, 'Ada'),
      welcome(await browser.newContext(), server, 'Ben'),
    ])
    await expect(notice(ada.page, 'no storage')).toBeVisible()
    await befriend(ada, ben)
    await openConversation(ben.page, 'Ada')
    await openInPage(ada.page, 'Ben')
    await send(ada.page, 'from memory')
    await shows(ben.page, 'from memory')
    await send(ben.page, 'to memory')
    await shows(ada.page, 'to memory')

    await context.setOffline(true)
    await send(ada.page, 'not sent yet')
    await shows(ada.page, 'not sent yet')
    const question = ada.page.waitForEvent('dialog')
    const leaving = ada.page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await leaving
    await context.setOffline(false)
    await shows(ben.page, 'not sent yet')
    await ada.page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(notice(ada.page, 'no storage')).toBeHidden()
  })

test('data of a newer version stays unchanged, and the page reports that it is too old', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext()
  const newer = await openBlankPage(context, server.address)
  await holdDatabase(newer, 'chat-device', 990)
  const ada = await welcomeByScreens(context, server, 'Ada')
  await expect(notice(ada.page, 'older than the data')).toBeVisible()
  await expect(ada.page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  const left = await newer.evaluate(async () => (await indexedDB.databases()).map(({ version }) => version))
  expect(left).toContain(990)
})

test('the app names a tab that keeps an older version open, and waits for it', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext()
  const older = await openBlankPage(context, server.address)
  await holdDatabase(older, 'chat-device', 1)
  const page = await context.newPage()
  await page.goto(`${server.address}/auth/sign-up`)
  await expect(notice(page, 'older version')).toBeVisible()
  await older.close()
  await expect(notice(page, 'older version')).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toBeVisible()
})
