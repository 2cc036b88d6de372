import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { befriendByCall, createCaller, signUpByCall } from './support/calls.ts'
import { foundGroup } from './support/groups.ts'
import { expect, freshPhone, test } from './support/journey.ts'
import { embeddingOrigin, type RunningServer } from './support/server.ts'
import { openSignedIn } from './support/signed-in.ts'

/** A person with a friend, who has written, a group and a saved item. */
const prepareAccount = async (server: RunningServer, name: string) => {
  const [account, friend] = await Promise.all([
    signUpByCall(server, name, freshPhone()),
    signUpByCall(server, 'Ben', freshPhone()),
  ])
  const person = createCaller(server, { UID: account.userId, Token: account.token })
  const ben = createCaller(server, { UID: friend.userId, Token: friend.token })
  await befriendByCall(person, ben)
  await foundGroup(person, 'Hikers', [ben.userId])
  const saved = { FromID: ben.userId, FromName: 'Ben', FromType: 'friend', Type: 'text' }
  await person.call('/AddCollect', { ...saved, Content: 'A saved thought' })
  return account
}

/** The parts of the app, and something that each shows. */
const parts = {
  Chats: (app: App) => app.getByRole('link', { name: /^Ben/ }),
  People: (app: App) => app.getByRole('link', { name: /^Ben/ }),
  Groups: (app: App) => app.getByText('Hikers'),
  Saved: (app: App) => app.getByText('A saved thought'),
  Settings: (app: App) => app.getByRole('heading', { name: 'General' }),
}
type Part = keyof typeof parts
type App = Pick<Page, 'getByRole' | 'getByText'>

const expectAllParts = async (app: App, open: (part: Part) => Promise<void>) => {
  for (const [part, sign] of Object.entries(parts)) {
    // The entries of the table have its keys.
    await open(part as Part)
    await expect(sign(app).first(), part).toBeVisible()
  }
}

/** The links that lead to a part in the app's own frame. */
const links: Readonly<Record<Part, readonly string[]>> = {
  Chats: ['Messages'],
  People: ['Contacts'],
  Groups: ['Contacts', 'Groups'],
  Saved: ['My', 'Collections'],
  Settings: ['My', 'General'],
}
const openByLinks = (page: Page) => async (part: Part) => {
  // In the wide frame some parts open in a panel.
  await page.keyboard.press('Escape')
  for (const name of links[part]) await page.getByRole('link', { name, exact: true }).first().click()
}

/** Collects the device types that a page reports with its calls. */
const watchDeviceTypes = (page: Page): ReadonlySet<unknown> => {
  const types = new Set<unknown>()
  page.on('request', (request) => {
    if (request.headers()['content-type'] === 'application/json') types.add(request.postDataJSON().DeviceType)
  })
  return types
}

/** The browser cannot emulate the display mode of an installed app, so its media query is answered by a script. */
const pretendInstalled = (page: Page) =>
  page.addInitScript(() => {
    const { matchMedia } = window
    window.matchMedia = (query) => matchMedia(query === '(display-mode: standalone)' ? 'all' : query)
  })

/** Opens the app in a frame of another site. */
const openEmbedded = async (context: BrowserContext, server: RunningServer) => {
  // The browser protects this machine's servers from other sites.
  await context.grantPermissions(['local-network-access'], { origin: embeddingOrigin })
  const page = await context.newPage()
  const html = readFileSync('test/browser/fixtures/host/embedded.html', 'utf8')
  await page.route(`${embeddingOrigin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  )
  return {
    page,
    app: page.frameLocator('iframe'),
    state: page.getByRole('status', { name: 'State' }),
    open: () => page.goto(`${embeddingOrigin}/?chat=${encodeURIComponent(server.address)}`),
    press: (name: string): Locator => page.getByRole('button', { name, exact: true }),
    async handIn({ userId, token }: { readonly userId: number; readonly token: string }) {
      await page.getByRole('textbox', { name: 'User ID' }).fill(String(userId))
      await page.getByRole('textbox', { name: 'Token' }).fill(token)
      await page.getByRole('button', { name: 'Hand in' }).click()
    },
  }
}

test('one build offers chats, groups, contacts, saved items and settings in a tab, as an installed app and embedded in another app [BOOT-01]', async ({
  browser,
  context,
  page,
  server,
}) => {
  const account = await prepareAccount(server, 'Ada')

  await test.step('in a browser tab', async () => {
    const types = watchDeviceTypes(page)
    await openSignedIn(page, server, account)
    await expectAllParts(page, openByLinks(page))
    expect([...types]).toEqual(['web'])
  })

  await test.step('as an installed app', async () => {
    const installed = await context.newPage()
    const types = watchDeviceTypes(installed)
    await pretendInstalled(installed)
    await installed.goto(`${server.address}/messages`)
    await expectAllParts(installed, openByLinks(installed))
    expect([...types]).toEqual(['pwa'])
    await installed.close()
  })

  await test.step('embedded, with the session and the navigation of the host', async () => {
    // The host is of the same site here, so that its frames would share the storage of the tab.
    const host = await openEmbedded(await browser.newContext(), server)
    const types = watchDeviceTypes(host.page)
    await host.page.setViewportSize({ width: 390, height: 844 })
    await host.open()
    await expect(host.app.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(host.state).toHaveText('chat.account')
    await host.handIn(account)
    await expect(host.state).toHaveText(`chat.account ${account.userId}`)
    await expectAllParts(host.app, (part) => host.press(part).click())
    await expect(host.app.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(host.app.getByText('Language')).toHaveCount(0)
    expect([...types]).toEqual(['embedded'])
  })
})

test('a host’s session is checked, replaces an account only after a question, and its back key closes dialogs and pages', async ({
  context,
  server,
}) => {
  const [ada, eve] = await Promise.all([
    prepareAccount(server, 'Ada'),
    signUpByCall(server, 'Eve', freshPhone()),
  ])
  const host = await openEmbedded(context, server)
  await host.open()
  await expect(host.state).toHaveText('chat.account')
  await host.handIn({ userId: ada.userId, token: eve.token })
  await expect(host.state).toHaveText(`chat.session-rejected ${ada.userId}`)
  await host.handIn(ada)
  await expect(host.state).toHaveText(`chat.account ${ada.userId}`)
  // The session stays in the page, so that the host need not hand it in again.
  await host.open()
  await expect(host.state).toHaveText(`chat.account ${ada.userId}`)

  const question = host.app.getByRole('alertdialog', { name: 'Switch to the account of Eve?' })
  await host.handIn(eve)
  await expect(question).toBeVisible()
  await host.press('Back').click()
  await expect(question).toBeHidden()
  await expect(host.state).toHaveText(`chat.session-rejected ${eve.userId}`)

  await host.press('People').click()
  await expect(host.app.getByRole('link', { name: /^Ben/ }).first()).toBeVisible()
  await host.press('Back').click()
  await expect(host.app.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await host.press('Back').click()
  await expect(host.state).toHaveText('chat.back-unhandled')

  await host.handIn(eve)
  await question.getByRole('button', { name: 'Switch account' }).click()
  await expect(host.state).toHaveText(`chat.account ${eve.userId}`)
})
