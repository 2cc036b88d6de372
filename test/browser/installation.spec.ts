import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import {
  articles,
  befriend,
  expect,
  openConversation,
  openSection,
  send,
  test,
  welcome,
} from './support/journey.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { untilControlled } from './support/service-worker.ts'

test.use({ serviceWorkers: 'allow' })

/** The version key of the page. */
const versionOf = (page: Page) => page.locator('meta[name="version"]').getAttribute('content')

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
  await openSection(page, 'My')
  await page.getByRole('link', { name: 'General' }).click()
  await page.getByRole('link', { name: 'About us' }).click()
}

test('an opened app starts without a network at addresses that were never visited', async ({
  browser,
  context,
  server,
}) => {
  const page = await sendFromControlledPage(browser, context, server, 'read offline too')
  const message = articles(page).last()
  await expect(message).toHaveAttribute('data-state', /sent|read/)
  const conversation = page.url()
  await message.hover()
  await expect(page.getByTitle('Add reaction')).toBeVisible()
  await page.goto(`${server.address}/messages`)
  await server.stop()
  try {
    await page.goto(conversation)
    await expect(message).toContainText('read offline too')
    await test.step('a message can be reacted to', async () => {
      await message.hover()
      await page.getByTitle('Add reaction').click()
      await page.getByRole('button', { name: 'React with 👍' }).click()
      await expect(message.getByRole('group', { name: 'Reactions' })).toHaveText('👍1')
    })
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

test('a new version is offered in each tab, and reloads only the tab that confirms it, after its recording [SW-09]', async ({
  browser,
  context,
}) => {
  test.setTimeout(180_000)
  const build = copyBuild()
  const server = await startServer({ APP_DIR: build.directory })
  try {
    const page = await sendFromControlledPage(browser, context, server, 'before the update')
    const recording = await context.newPage()
    await recording.goto(page.url())
    await recording.getByRole('button', { name: 'Record voice message' }).click()
    const recorder = recording.getByRole('group', { name: 'Voice recorder' })
    await expect(recorder).toBeVisible()
    await page.getByRole('textbox', { name: 'Message' }).fill('not sent yet')
    const second = await context.newPage()
    await second.goto(`${server.address}/my/general/about`)
    const running = await versionOf(page)

    const next = build.deploy(/^about-screen-.*\.js/)
    // The browser may have found the version itself already. Its offer covers the button then.
    await second.getByRole('button', { name: 'Check for updates' }).dispatchEvent('click')
    const alerts = [page, second, recording].map((tab) =>
      tab.getByRole('alertdialog', { name: 'A new version is ready' }),
    )
    for (const alert of alerts) await expect(alert).toContainText('5.12.0')
    // Confirmed first, so that it would have reloaded before the other tab.
    for (const alert of [alerts[2], alerts[1]]) await alert?.getByRole('button', { name: 'Update' }).click()
    const updated = (tab: Page) => tab.locator(`meta[name="version"][content="${next}"]`)
    await expect(updated(second)).toBeAttached({ timeout: 60_000 })
    expect(await versionOf(recording)).toBe(running)
    await recorder.getByRole('button', { name: 'Delete recording' }).click()
    await expect(updated(recording)).toBeAttached({ timeout: 60_000 })

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

test('the browser finds nothing that prevents the installation', async ({ page, server }) => {
  await page.goto(`${server.address}/auth/sign-in`)
  await untilControlled(page)
  const session = await page.context().newCDPSession(page)
  const { errors, url } = await session.send('Page.getAppManifest')
  expect([errors, url]).toEqual([[], `${server.address}/manifest.webmanifest`])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})
