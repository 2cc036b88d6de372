import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import {
  befriendByCall,
  type Caller,
  type CallerCredentials,
  callerNamed,
  callerOf,
  signUpByCall,
} from './calls.ts'
import { type RunningServer, startServer } from './server.ts'
import { openSignedIn } from './signed-in.ts'
import { test as base } from './tidy-test.ts'

/** A person at a browser of their own. */
export interface Visitor {
  readonly name: string
  readonly phone: string
  readonly page: Page
  readonly context: BrowserContext
  readonly server: RunningServer
  /** Those the page made its last call with. */
  credentials(): CallerCredentials
}

interface ServerFixture {
  server: RunningServer
}

/** Tests of one file share a server; each person gets a browser context of their own. */
export const test = base.extend<object, ServerFixture>({
  server: [
    async ({ browserName: _anyBrowser }, use) => {
      const server = await startServer()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
})
export { expect }

let nextPhone = 0
/** A phone number that no other test of this process uses. */
export const freshPhone = (): string =>
  `139${String(process.pid % 10_000).padStart(4, '0')}${String(1000 + nextPhone++)}`

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Asks for a one-time code and reads it from the toast, then dismisses the toast. */
export async function readCode(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: /^Send code/ })
  // Another code for the same phone is given a minute after the last one; the button says when.
  await expect(button).toBeEnabled({ timeout: 70_000 })
  await button.click()
  const toast = notifications(page).getByRole('status').filter({ hasText: /\d/ })
  await expect(toast).toBeVisible()
  const digits = ((await toast.textContent()) ?? '').replace(/\D/g, '')
  await notifications(page).getByRole('button', { name: 'Dismiss' }).click()
  return digits
}

/** Signs a new person up, by the screens, and ends on the conversation list. */
export async function signUp(page: Page, server: RunningServer, phone: string, name: string): Promise<void> {
  await page.goto(`${server.address}/auth/sign-up`)
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await page.getByRole('textbox', { name: 'Code' }).fill(await readCode(page))
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('textbox', { name: 'Nickname' }).fill(name)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** A new person, signed up by calls and signed in at a page of their own, on the conversation list. */
export async function welcome(
  context: BrowserContext,
  server: RunningServer,
  name: string,
  phone = freshPhone(),
): Promise<Visitor> {
  const [page, account] = await Promise.all([context.newPage(), signUpByCall(server, name, phone)])
  const credentials = watchCredentials(page, { UID: account.userId, Token: account.token })
  await openSignedIn(page, server, account)
  return { name, phone, page, context, server, credentials }
}

/** A new person who signs up by the screens, as one must where the page keeps nothing. */
export async function welcomeByScreens(
  context: BrowserContext,
  server: RunningServer,
  name: string,
  phone = freshPhone(),
): Promise<Visitor> {
  const page = await context.newPage()
  const credentials = watchCredentials(page)
  await signUp(page, server, phone, name)
  return { name, phone, page, context, server, credentials }
}

/** Reads in the page's own calls who makes them; `known` until it has made one. */
export function watchCredentials(page: Page, known?: CallerCredentials): () => CallerCredentials {
  let last = known
  page.on('request', (request) => {
    if (request.headers()['content-type'] !== 'application/json') return
    const { UID, Token } = request.postDataJSON()
    if (typeof UID === 'number' && typeof Token === 'string') last = { UID, Token }
  })
  return () => {
    if (last === undefined) throw new Error('the page has made no call as anybody yet')
    return last
  }
}

/** One asks, the other accepts, by the screens. */
export async function befriendOnScreen(asking: Visitor, asked: Visitor): Promise<void> {
  const { page } = asking
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add friend' }).click()
  const search = page.getByRole('searchbox', { name: 'Phone number or ID' })
  await search.fill(asked.phone)
  await search.press('Enter')
  await page.getByRole('button', { name: 'Add friend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Friend request' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()

  await asked.page.getByRole('link', { name: 'Contacts' }).click()
  await asked.page.getByRole('link', { name: /New friends/ }).click()
  await asked.page
    .getByRole('listitem', { name: asking.name })
    .getByRole('button', { name: 'Accept' })
    .click()
}

/** Both become friends without their screens. */
export const befriend = (one: Visitor, other: Visitor): Promise<void> =>
  befriendByCall(callerOf(one), callerOf(other))

/** Ada and Ben, each in a browser context of their own, are friends, and Ada has their conversation open. */
export async function meet(browser: Browser, server: RunningServer): Promise<{ ada: Visitor; ben: Visitor }> {
  const [ada, ben] = await Promise.all([
    welcome(await browser.newContext(), server, 'Ada'),
    welcome(await browser.newContext(), server, 'Ben'),
  ])
  await befriend(ada, ben)
  await openConversation(ada.page, 'Ben')
  return { ada, ben }
}

/** Ada has the conversation with Ben open, who has no browser and does everything by calls, on a way of his own if one is given. */
export async function meetCaller(
  browser: Pick<Browser, 'newContext'>,
  server: RunningServer,
  callersWay = server,
): Promise<{ ada: Visitor; ben: Caller }> {
  const [ada, ben] = await Promise.all([
    welcome(await browser.newContext(), server, 'Ada'),
    callerNamed(callersWay, 'Ben', freshPhone()),
  ])
  await befriendByCall(ben, callerOf(ada))
  await openConversation(ada.page, 'Ben')
  return { ada, ben }
}

/** Opens the conversation with somebody from the conversation list. */
export async function openConversation(page: Page, title: string): Promise<void> {
  const list = page.getByRole('list', { name: 'Conversations' })
  // It stands beside everything else in the full frame.
  if (!(await list.isVisible())) await page.goto(new URL('/messages', page.url()).href)
  await list.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

/** Writes and sends one message. */
export async function send(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill(text)
  await composer.press('Enter')
}

/** The bodies of the conversation's messages that match, in the order in which they stand. */
export const articles = (page: Page) => page.getByRole('log', { name: 'Messages' }).getByRole('article')
