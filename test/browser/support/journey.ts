import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import {
  befriendByCall,
  type Caller,
  type CallerCredentials,
  callerNamed,
  callerOf,
  signUpByCall,
} from './calls.ts'
import type { RunningServer } from './server.ts'
import { openSignedIn } from './signed-in.ts'
import { twoFrames } from './stillness.ts'

export { test } from './tidy-test.ts'
export { expect }

/** A person with a browser context of their own. */
export interface Visitor {
  readonly name: string
  readonly phone: string
  readonly page: Page
  readonly context: BrowserContext
  readonly server: RunningServer
  /** The credentials of the page's last call. */
  credentials(): CallerCredentials
}

let nextPhone = 0
/** A phone number that no other test of this process uses. */
export const freshPhone = (): string =>
  `139${String(process.pid % 10_000).padStart(4, '0')}${String(1000 + nextPhone++)}`

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/**
 * Keeps the toasts of the open page, as a pointer over them does, for a test that looks at other pages first. They
 * leave after 1.8 s, or after 6 s if they have a button.
 */
export const holdToasts = (page: Page): Promise<void> => notifications(page).dispatchEvent('pointerover')

/** Opens a section by the navigation. The preview in a row of a list may contain the section's name, too. */
export const openSection = (page: Page, name: 'Contacts' | 'Messages' | 'My'): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

/** Asks for a one-time code and reads it from the toast, then dismisses the toast. */
export async function readCode(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: /^Send code/ })
  // The server gives a phone another code after a minute. The button shows when.
  await expect(button).toBeEnabled({ timeout: 70_000 })
  await button.click()
  const toast = notifications(page).getByRole('status').filter({ hasText: /\d/ })
  await expect(toast).toBeVisible()
  const digits = ((await toast.textContent()) ?? '').replace(/\D/g, '')
  await notifications(page).getByRole('button', { name: 'Dismiss' }).click()
  return digits
}

/** Signs a new person up through the screens and ends on the conversation list. */
export async function signUp(page: Page, server: RunningServer, phone: string, name: string): Promise<void> {
  await page.goto(`${server.address}/auth/sign-up`)
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await page.getByRole('textbox', { name: 'Code' }).fill(await readCode(page))
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('textbox', { name: 'Nickname' }).fill(name)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** A new person, signed up by calls and signed in on a new page, on the conversation list. */
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

/** A new person who signs up through the screens, for pages that store nothing. */
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

/** Reads the credentials from the page's own calls. Uses `known` until the page has made one. */
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

/** Makes two people friends through the screens: one asks, the other accepts. */
export async function befriendOnScreen(asking: Visitor, asked: Visitor): Promise<void> {
  const { page } = asking
  await openSection(page, 'Contacts')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add friend' }).click()
  const search = page.getByRole('searchbox', { name: 'Phone number or ID' })
  await search.fill(asked.phone)
  await search.press('Enter')
  await page.getByRole('button', { name: 'Add friend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Friend request' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()

  await openSection(asked.page, 'Contacts')
  await asked.page.getByRole('link', { name: /New friends/ }).click()
  await asked.page
    .getByRole('listitem', { name: asking.name })
    .getByRole('button', { name: 'Accept' })
    .click()
}

/** Makes two people friends by calls. */
export const befriend = (one: Visitor, other: Visitor): Promise<void> =>
  befriendByCall(callerOf(one), callerOf(other))

/** Ada and Ben are friends, each in a separate browser context. Ada has their conversation open. */
export async function meet(browser: Browser, server: RunningServer): Promise<{ ada: Visitor; ben: Visitor }> {
  const [ada, ben] = await Promise.all([
    welcome(await browser.newContext(), server, 'Ada'),
    welcome(await browser.newContext(), server, 'Ben'),
  ])
  await befriend(ada, ben)
  await openConversation(ada.page, 'Ben')
  return { ada, ben }
}

/**
 * Ada has the conversation with Ben open. Ben has no browser and acts by calls, through a separate address if one is
 * given.
 */
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

/**
 * Opens a conversation from the conversation list. `title` is its title or the beginning of it, without characters that
 * are special in a regular expression.
 */
export async function openConversation(page: Page, title: string): Promise<void> {
  const list = page.getByRole('list', { name: 'Conversations' })
  // The full frame shows the list next to the conversation.
  if (!(await list.isVisible())) await page.goto(new URL('/messages', page.url()).href)
  // A notice in the row of a group may contain the name, too.
  await list
    .getByRole('link', { name: new RegExp(`^${title}`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

/** Writes and sends one message. */
export async function send(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill(text)
  await composer.press('Enter')
}

/** Selects the composer's text by keys and deletes it. */
export async function deleteText(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await composer.press('ControlOrMeta+A')
  // The browser reports the selection to the editor before the next frame.
  await twoFrames(page)
  await composer.press('Delete')
}

/** Delays the page's requests for these addresses. Returns a function that lets them continue, as well as later ones. */
export async function delayRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Returns the bodies of the conversation's matching messages, in list order. */
export const articles = (page: Page) => page.getByRole('log', { name: 'Messages' }).getByRole('article')
