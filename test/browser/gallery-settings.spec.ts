import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'
import { createPng } from './support/png.ts'

test.use({ viewport: { width: 390, height: 844 } })
test.beforeEach(({ page }) => watchCalls(page))

test('on a phone the settings are pages of their own [ME-07 ME-22]', async ({ page, gallery }) => {
  const back = () => page.getByRole('button', { name: 'Back' }).click()
  const open = async (name: string | RegExp) => {
    await page.getByRole('link', { name }).click()
  }
  await page.goto(`${gallery}/my`)
  await expect(page.getByRole('heading', { name: 'Linh Trần' })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'own page')

  await test.step('the signature has a page, where it may be emptied', async () => {
    await open(/^Linh Trần/)
    await open(/^Signature/)
    await expect(page.getByRole('heading', { name: 'Change signature' })).toBeVisible()
    const save = page.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await page.getByRole('textbox', { name: 'Signature' }).fill('')
    await expectAccessible(page, 'signature page')
    await save.click()
    await expect(page).toHaveURL(/\/my\/profile$/)
    await expect.poll(() => callsOf(page, 'changeSignature')).toEqual([['']])
    await back()
  })
  await test.step('a verification switch applies immediately [SET-18]', async () => {
    await open('Privacy')
    const friends = page.getByRole('switch', { name: /^Confirm friend requests/ })
    await expect(friends).toBeChecked()
    await friends.uncheck({ force: true })
    await expect(friends).not.toBeChecked()
    await expect.poll(() => callsOf(page, 'setVerification')).toEqual([['friend', false]])
    await expectAccessibleInBothSchemes(page, 'privacy')
    await back()
  })
  await test.step('Enter is set, and all conversations are cleared after a question [SET-09]', async () => {
    await open('Messaging')
    const enter = page.getByRole('switch', { name: /^Enter sends/ })
    await enter.uncheck({ force: true })
    await expect(enter).not.toBeChecked()
    await page.getByRole('button', { name: 'Clear all conversations' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByText('All messages on this device were cleared.')).toBeVisible()
    await expectAccessible(page, 'messaging')
    await back()
  })
  await open('General')
  await page.getByRole('radio', { name: 'Largest' }).check({ force: true })
  await expect(page.locator('html')).toHaveCSS('font-size', '21px')
  await expectAccessible(page, 'general with the largest text')
  await page.getByRole('radio', { name: 'Normal' }).check({ force: true })

  await test.step('the storage is shown by kind and chat', async () => {
    await page.evaluate(async () => {
      // The service worker of each version has a cache of the first kind.
      for (const name of ['chat-files of a version', 'other files'])
        await (await caches.open(name)).put('/a', new Response('x'.repeat(5_000)))
    })
    await open(/^Storage and cache/)
    await page.getByRole('button', { name: 'Clear cache' }).click()
    await expect(page.getByRole('button', { name: 'Clear cache' })).toBeDisabled()
    const names = () => page.evaluate(() => caches.keys())
    await expect.poll(names).not.toContain('other files')
    expect(await names()).toContain('chat-files of a version')
    await expect(page.getByRole('listitem', { name: 'Amara Okafor' })).toContainText('900 messages, 180 kB')
    await expectAccessible(page, 'storage')
    await page.getByRole('listitem', { name: 'Amara Okafor' }).getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click()
    await expect
      .poll(() => callsOf(page, 'dispatch'))
      .toContainEqual([{ type: 'ClearConversation', conversationId: expect.any(String) }])
    await back()
  })
  await test.step('the licences of all packages are listed', async () => {
    await open('About us')
    await page.getByRole('searchbox', { name: 'Search packages' }).fill('xstate')
    await page.getByText(/^xstate/).click()
    await expect(page.getByText('MIT License').filter({ visible: true }).first()).toBeVisible()
    await expectAccessible(page, 'about us')
  })
})

test('feedback needs contact and content, sends nothing and thanks after 400 ms [SET-06 SET-07 SET-08]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/my/general/feedback`)
  const submit = page.getByRole('button', { name: 'Submit' })
  const thanks = page.getByText('Thank you for your feedback.')
  await page.getByRole('textbox', { name: 'Contact' }).fill('ann@example.com')
  await expect(submit).toBeDisabled()
  await page.getByRole('textbox', { name: 'What would you like' }).fill('More stickers')
  await expect(submit).toBeEnabled()
  const picker = page.locator('input[type=file]')
  await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert').filter({ hasText: /image|picture/i })).toBeVisible()
  await picker.setInputFiles({ name: 'bug.png', mimeType: 'image/png', buffer: createPng(40, 30) })
  await expect(page.getByRole('img', { name: 'bug.png' })).toBeVisible()
  await expectAccessible(page, 'feedback')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const submittedAt = Date.now()
  await submit.click()
  await expect(thanks).toBeVisible()
  expect(Date.now() - submittedAt).toBeGreaterThanOrEqual(400)
  expect(requests.filter((url) => !/\.(js|css|svg)$|^blob:/.test(new URL(url).pathname))).toEqual([])
})
