import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { befriendByCall, callerNamed, callerOf, createCaller, signUpByCall } from './support/calls.ts'
import { articles, expect, freshPhone, openConversation, send, test, welcome } from './support/journey.ts'
import { bodiesTo, textsTo } from './support/messages.ts'
import { createPng } from './support/png.ts'
import {
  dispatchToWorker,
  fakeNotifications,
  notifications,
  share,
  untilControlled,
  workerOf,
} from './support/service-worker.ts'
import { storeAccount } from './support/signed-in.ts'

test.use({ serviceWorkers: 'allow' })

test('a closed app reminds of unsent messages when the network is back, and sends each once when it opens', async ({
  context,
  server,
}) => {
  const ada = await welcome(context, server, 'Ada')
  const ben = await callerNamed(server, 'Ben', freshPhone())
  await befriendByCall(ben, callerOf(ada))
  await untilControlled(ada.page)
  await openConversation(ada.page, 'Ben')
  await context.setOffline(true)
  for (const text of ['written offline', 'twice']) await send(ada.page, text)
  await expect(articles(ada.page)).toHaveCount(2)
  const reminder = () =>
    ada.page.evaluate(async () => (await caches.match('/unsent-messages'))?.text().catch(() => undefined))
  await expect.poll(reminder).toContain('2 messages are not sent yet')
  const other = await context.newPage()
  await ada.page.close()

  // A page of the same origin without the app.
  await context.setOffline(false)
  await other.goto(`${server.address}/icon.svg`)
  await fakeNotifications(workerOf(context))
  const sync = { tag: 'unsent-messages', lastChance: false }
  await dispatchToWorker(other, server, 'dispatchSyncEvent', sync)
  const shown = () => notifications(workerOf(context))
  await expect.poll(shown).toMatchObject([{ title: 'Chat', body: expect.stringContaining('2 messages') }])
  expect(await textsTo(ben, ada)).toEqual([])

  await other.goto(server.address)
  await expect.poll(() => textsTo(ben, ada)).toEqual(['written offline', 'twice'])
})

/** Hands a file to the page, as the operating system does when the user opens it with the installed app. */
const openWithApp = (name: string) => {
  const getFile = async () => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
  // The test has replaced the browser's launch queue.
  const { launch } = window as unknown as { readonly launch: (params: object) => void }
  launch({ targetURL: `${location.origin}/share`, files: [{ name, getFile }] })
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
    // Like the browser's queue, it keeps launches until there is a consumer.
    const waiting: object[] = []
    let consume = (launch: object): void => void waiting.push(launch)
    const setConsumer = (consumer: typeof consume) => {
      consume = consumer
      for (const launch of waiting.splice(0)) consumer(launch)
    }
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
    Object.assign(window, { launch: (params: object) => consume(params) })
  })
  await page.goto(`${server.address}/auth/sign-in`)
  await untilControlled(page)
  await share(page, 'look at this', [createPng(64, 48).toString('base64')])
  await page.waitForURL(/\/auth\/sign-in\?redirect=/)
  const wanted = new URL(page.url()).searchParams.get('redirect') ?? ''
  expect(wanted).toMatch(/^\/share\?id=/)

  await storeAccount(page, server.address, account)
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
  await expect.poll(() => storedShares(page)).toBe(0)

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
