import type { Page, Route } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { signInAgainByCall } from './support/calls.ts'
import { articles, expect, meetCaller, openConversation, openSection, test } from './support/journey.ts'
import { openSignedIn } from './support/signed-in.ts'

const row = (page: Page) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /^Ben/ })
const textbox = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
/** The pause in typing, the two calls between the devices, and a busy machine. */
const shared = { timeout: 20_000 }

test('a draft is on both devices of a person, is not replaced while it is written, and ends on both when it is sent', async ({
  browser,
  server,
}) => {
  const { ada } = await meetCaller(browser, server)
  const account = await signInAgainByCall(ada)
  const context = await browser.newContext()
  const other = await context.newPage()
  await openSignedIn(other, server, account)
  const { page } = ada

  await test.step('a text of one device is in the row and then in the composer of the other one', async () => {
    await textbox(page).fill('See you at')
    await expect(row(other)).toContainText(/Draft:\s*See you at/, shared)
    await openConversation(other, 'Ben')
    await expect(textbox(other)).toHaveText('See you at')
  })

  await test.step('what the other one adds comes back into the open composer', async () => {
    await textbox(other).press('End')
    await other.keyboard.insertText(' noon')
    await expect(textbox(page)).toHaveText('See you at noon', shared)
  })

  await test.step('a text that is being written stays, and is the newer one', async () => {
    const held = new Promise<() => void>((resolve) => {
      const hold = async (route: Route) => {
        await new Promise<void>((release) => resolve(release))
        await route.continue()
      }
      void page.route('**/Api/SaveDraft', hold, { times: 1 })
    })
    await textbox(page).press('End')
    await page.keyboard.insertText(' sharp')
    const release = await held
    const stored = other.waitForResponse('**/Api/SaveDraft')
    await textbox(other).press('End')
    await other.keyboard.insertText(', or one')
    await stored
    await expect(textbox(page)).toHaveText('See you at noon sharp')
    release()
    await expect(textbox(page)).toHaveText('See you at noon, or one', shared)
    await expect(textbox(other)).toHaveText('See you at noon, or one')
  })

  await test.step('a device that was away shows the last text', async () => {
    await other.close()
    await textbox(page).press('End')
    await page.keyboard.insertText('?')
    await openSection(page, 'Contacts')
    const again = await context.newPage()
    await again.goto(`${server.address}/messages`)
    await expect(row(again)).toContainText(/Draft:\s*See you at noon, or one\?/, shared)

    await test.step('on a phone it goes on, and is shared when the conversation is left', async () => {
      await again.setViewportSize({ width: 390, height: 844 })
      await expect(row(again)).toContainText(/Draft:\s*See you at noon, or one\?/)
      await row(again).click()
      await expect(textbox(again)).toHaveText('See you at noon, or one?')
      await textbox(again).press('End')
      await again.keyboard.insertText(' Or two?')
      await again.getByRole('button', { name: 'Back', exact: true }).click()
      await expect(row(again)).toContainText(/Draft:\s*See you at noon, or one\? Or two\?/)
      await expectAccessibleInBothSchemes(again, 'a draft in the list, compact')
      await again.setViewportSize({ width: 1440, height: 900 })
      await openSection(page, 'Messages')
      await expect(row(page)).toContainText(/Draft:\s*See you at noon, or one\? Or two\?/, shared)
    })

    await openConversation(again, 'Ben')
    await expect(textbox(again)).toHaveText('See you at noon, or one? Or two?')
    await textbox(again).press('Enter')
    await expect(articles(again).filter({ hasText: 'Or two?' })).toBeVisible()
    await expect(row(page)).not.toContainText('Draft:', shared)
    await openConversation(page, 'Ben')
    await expect(articles(page).filter({ hasText: 'Or two?' })).toBeVisible()
    await expect(textbox(page)).toHaveText('')
  })
})
