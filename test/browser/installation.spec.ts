import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { befriendByCall, callerNamed, createCaller, signUpByCall } from './support/calls.ts'
import {
  articles,
  befriend,
  expect,
  freshPhone,
  openConversation,
  send,
  test,
  welcome,
} from './support/journey.ts'
import { bodiesTo, textsTo } from './support/messages.ts'
import { createPng } from './support/png.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { keepAccount } from './support/signed-in.ts'

test.use({ serviceWorkers: 'allow' })

/** The version key of the page. */
const versionOf = (page: Page) => page.locator('meta[name="version"]').getAttribute('content')

/** Resolves when the first worker has stored its files and controls the page. */
const untilControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

/** Ada sends Ben a message in a page that her browser's first worker controls. Returns the page, on the conversation. */
async function sendFromControlledPage(
  browser: Browser,
  context: BrowserContext,
  server: RunningServer,
  text: string,
): Promise<Page> {
  const ada = await welcome(context, server, 'Ada')
  const ben = await welcome(await browser.newContext(), server, 'Ben')
  await befriend(ada, ben)
  await untilControlled(ada.page)
  await openConversation(ada.page, 'Ben')
  await send(ada.page, text)
  return ada.page
}

const openAbout = async (page: Page) => {
  await page.getByRole('link', { name: 'My', exact: true }).click()
  await page.getByRole('link', { name: 'General' }).click()
  await page.getByRole('link', { name: 'About us' }).click()
}

test('an opened app starts without a network at addresses that were never visited', async ({
  browser,
  context,
  server,
}) => {
  const page = await sendFromControlledPage(browser, context, server, 'read offline too')
  await expect(articles(page).last()).toHaveAttribute('data-state', /sent|read/)
  const conversation = page.url()
  await page.goto(`${server.address}/messages`)
  await server.stop()
  try {
    await page.goto(conversation)
    await expect(articles(page).last()).toContainText('read offline too')
    await page.goto(`${server.address}/my/general/about`)
    await expect(page.getByText('Version 5.11.5')).toBeVisible()
  } finally {
    await server.restart()
  }
})

/** A copy of the build that a server serves, which can be replaced by a later version while the server runs. */
function copyBuild() {
  const directory = mkdtempSync(join(tmpdir(), 'web-chat-app-'))
  cpSync('dist/app', directory, { recursive: true })
  const textOf = (file: string) => readFileSync(join(directory, file), 'utf8')
  const write = (file: string, text: string) => {
    for (const encoded of ['.br', '.gz']) rmSync(join(directory, `${file}${encoded}`), { force: true })
    writeFileSync(join(directory, file), text)
  }
  return {
    directory,
    /** Deploys another version, which lacks one screen's file. Returns its key. */
    deploy(screen: RegExp): string {
      const file = JSON.parse(textOf('version.json'))
      const key = textOf('index.html').match(/name="version" content="([^"]+)"/)?.[1] ?? ''
      const next = 'v5.12.0-abcdef-1'
      const gone = readdirSync(join(directory, 'assets')).filter((name) => screen.test(name))
      for (const name of gone) rmSync(join(directory, 'assets', name))
      write('version.json', JSON.stringify({ ...file, version: '5.12.0', hash: 'abcdef', timestamp: 1 }))
      write('index.html', textOf('index.html').replaceAll(key, next))
      const worker = textOf('sw.js').replaceAll(key, next)
      write('sw.js', worker.replaceAll(/\{[^{}]*about-screen-[^{}]*\},?/g, ''))
      return next
    },
    remove: () => rmSync(directory, { recursive: true }),
  }
}

test('a new version is offered in each tab, and reloads only the tab that confirms it [SW-09]', async ({
  browser,
  context,
}) => {
  test.setTimeout(180_000)
  const build = copyBuild()
  const server = await startServer({ APP_DIR: build.directory })
  try {
    const page = await sendFromControlledPage(browser, context, server, 'before the update')
    await page.getByRole('textbox', { name: 'Message' }).fill('not sent yet')
    const second = await context.newPage()
    await second.goto(`${server.address}/my/general/about`)
    const running = await versionOf(page)

    const next = build.deploy(/^about-screen-.*\.js/)
    await second.getByRole('button', { name: 'Check for updates' }).click()
    const alerts = [page, second].map((tab) =>
      tab.getByRole('alertdialog', { name: 'A new version is ready' }),
    )
    for (const alert of alerts) await expect(alert).toContainText('5.12.0')
    await alerts[1]?.getByRole('button', { name: 'Update' }).click()
    await expect(second.locator(`meta[name="version"][content="${next}"]`)).toBeAttached({ timeout: 20_000 })

    // The other tab runs its own version, of which the server has files no more.
    await alerts[0]?.getByRole('button', { name: 'Later' }).click()
    expect(await versionOf(page)).toBe(running)
    await openAbout(page)
    await expect(page.getByText('Version 5.11.5')).toBeVisible()
    await openConversation(page, 'Ben')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveText('not sent yet')
    await page.reload()
    expect(await versionOf(page)).toBe(next)
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveText('not sent yet')
    await expect(page.getByText('before the update').first()).toBeVisible()
  } finally {
    await server.dispose()
    build.remove()
  }
})

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'

test('a phone is offered the installation, and an iPhone a guide [SW-11]', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, userAgent: iphone })
  const { page } = await welcome(context, server, 'Ada')
  const banner = page.getByRole('complementary', { name: 'Install Chat' })
  await expect(banner).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'the offer to install the app')
  await banner.getByRole('button', { name: 'How to install' }).click()
  const guide = page.getByRole('dialog', { name: 'Install Chat' })
  await expect(guide.getByRole('listitem')).toHaveCount(3)
  await guide.getByRole('button', { name: 'OK' }).click()
  await banner.getByRole('button', { name: 'Not now' }).click()
  await expect(banner).toBeHidden()
})

/** Submits the form of `share_target` in the manifest from a page of the same origin, as the browser does for another app. */
const share = (page: Page, text: string, pictures: readonly string[] = []) =>
  page.evaluate(
    ({ text, pictures }) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share' })
      const words = Object.assign(document.createElement('input'), { name: 'text', value: text })
      const files = Object.assign(document.createElement('input'), {
        name: 'files',
        type: 'file',
        multiple: true,
      })
      const carried = new DataTransfer()
      for (const [index, picture] of pictures.entries()) {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
        carried.items.add(new File([bytes], `shared ${index}.png`, { type: 'image/png' }))
      }
      files.files = carried.files
      form.append(words, files)
      document.body.append(form)
      form.submit()
    },
    { text, pictures },
  )

/** Hands a file to the page, as the operating system does when the user opens it with the installed app. */
const openWithApp = (name: string) => {
  const getFile = async () => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
  // The test has replaced the browser's launch queue.
  const { consumer } = window as unknown as { readonly consumer: (launch: object) => void }
  consumer({ targetURL: `${location.origin}/share`, files: [{ name, getFile }] })
}

/** The number of shares that the device stores. */
const storedShares = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('chat-shared')).keys()).length)

test('what another app shares waits for the sign-in, goes to the person that the user picks, and is erased', async ({
  context,
  page,
  server,
}) => {
  const [account, ben] = await Promise.all([
    signUpByCall(server, 'Ada', freshPhone()),
    callerNamed(server, 'Ben', freshPhone()),
  ])
  const ada = { credentials: () => ({ UID: account.userId, Token: account.token }) }
  await befriendByCall(ben, createCaller(server, ada.credentials()))
  await context.addInitScript(() => {
    const setConsumer = (consumer: unknown) => Object.assign(window, { consumer })
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
  })
  await page.goto(`${server.address}/auth/sign-in`)
  await untilControlled(page)
  await share(page, 'look at this', [createPng(64, 48).toString('base64')])
  await page.waitForURL(/\/auth\/sign-in\?redirect=/)
  const wanted = new URL(page.url()).searchParams.get('redirect') ?? ''
  expect(wanted).toMatch(/^\/share\?id=/)

  await keepAccount(page, server.address, account)
  await page.goto(server.address + wanted)
  const picker = page.getByRole('dialog', { name: 'Send to' })
  await expect(picker.getByRole('img', { name: 'shared 0.png' })).toBeVisible()
  await expect(picker.getByRole('textbox', { name: 'Message' })).toHaveValue('look at this')
  await expect(picker).toContainText('2 messages')
  await expectAccessibleInBothSchemes(page, 'shared content')
  await picker.getByRole('option', { name: 'Ben' }).press('Space')
  await picker.getByRole('button', { name: 'Send (1)' }).click()
  await expect(page).toHaveURL(/\/messages\/sessions\/\d+$/)
  await expect.poll(() => textsTo(ben, ada)).toEqual(['look at this'])
  await expect.poll(() => bodiesTo(ben, ada, 'pic')).toHaveLength(1)
  expect(await storedShares(page)).toBe(0)

  // Opened with the app, and cancelled.
  await page.evaluate(openWithApp, 'report.pdf')
  await expect(picker.getByRole('img', { name: 'report.pdf' })).toBeVisible()
  expect(await storedShares(page)).toBe(1)
  await picker.getByRole('button', { name: 'Close' }).click()
  await expect(picker).toBeHidden()
  await expect.poll(() => storedShares(page)).toBe(0)

  // Left behind by a tab that closes; the last account signs out.
  await share(page, 'nor this')
  await expect(picker).toBeVisible()
  const second = await context.newPage()
  await page.close()
  await second.goto(`${server.address}/auth/switch`)
  expect(await storedShares(second)).toBe(1)
  await second.getByRole('button', { name: 'Sign out of Ada' }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => storedShares(second)).toBe(0)
  expect(await textsTo(ben, ada)).toEqual(['look at this'])
})

test('the browser finds nothing that prevents the installation', async ({ page, server }) => {
  await page.goto(`${server.address}/auth/sign-in`)
  await untilControlled(page)
  const session = await page.context().newCDPSession(page)
  const { errors, url } = await session.send('Page.getAppManifest')
  expect([errors, url]).toEqual([[], `${server.address}/manifest.webmanifest`])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})
