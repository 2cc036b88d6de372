import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'

test('a search runs after a pause in typing: 600 ms in a conversation and 300 ms for names, which match with up to 30 % wrong letters [VIEW-44 SEARCH-06]', async ({
  page,
  gallery,
}) => {
  await page.clock.install()
  await page.goto(`${gallery}/messages/sessions/1/search`)
  const keyword = page.getByRole('searchbox', { name: 'Search messages' })
  await expect(keyword).toBeFocused()
  // From here on the test advances the clock itself.
  await page.clock.pauseAt(Date.now() + 600_000)
  await keyword.fill('tra')
  await page.clock.runFor(400)
  await keyword.fill('train')
  await page.clock.runFor(590)
  await expect(page.getByRole('list', { name: 'Messages' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/search$/)
  await page.clock.resume()
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('link').first()).toContainText('train')

  await page.goto(`${gallery}/search`)
  const name = page.getByRole('searchbox')
  await expect(name).toBeFocused()
  await page.clock.pauseAt(Date.now() + 1_200_000)
  await name.fill('ame')
  await page.clock.runFor(200)
  await name.fill('amera')
  await page.clock.runFor(290)
  await expect(page).toHaveURL(/\/search$/)
  await page.clock.runFor(10)
  await expect(page).toHaveURL(/keyword=amera$/)
  await page.clock.resume()
  const people = page.getByRole('list', { name: 'Contacts' }).getByRole('link')
  await expect(people.first()).toContainText('Amara Okafor')
  await name.fill('amxrx')
  await expect(page.getByRole('tabpanel').getByText('No results for “amxrx”')).toBeVisible()
})

test('an address jumps to a message that is not loaded yet, and a date jumps to its day [ROUTE-26]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2?search=500&messages=1000&loaded=50`)
  const wanted = page.locator('[data-message-id="500"]')
  await expect(wanted).toBeInViewport()
  await expect(wanted).toBeFocused()
  await expect(page).toHaveURL(/\/messages\/sessions\/2$/)

  const pill = page.getByRole('button', { name: /jump to date$/ }).first()
  await pill.dispatchEvent('click')
  const calendar = page.getByRole('dialog', { name: 'Jump to date' })
  await expect(calendar).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'a calendar')
  await calendar.getByRole('button', { name: /^Today/ }).click()
  await expect(calendar).toHaveCount(0)
  await expect(wanted).not.toBeInViewport()
})

test('one button retries all failed messages', async ({ page, gallery }) => {
  await watchCalls(page)
  await page.goto(`${gallery}/messages/sessions/1`)
  await expect(page.getByText('2 messages not sent')).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'what was not sent')
  await page.getByRole('button', { name: 'Retry all' }).click()
  await expect
    .poll(async () =>
      (await callsOf(page, 'dispatch')).filter((call) => JSON.stringify(call).includes('RetryMessage')),
    )
    .toHaveLength(2)
})

test('dropping files on a conversation row opens the conversation with the files attached', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/1`)
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /^陳雅婷/ })
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['plain words'], 'notes.txt', { type: 'text/plain' }))
    return transfer
  })
  await row.dispatchEvent('dragover', { dataTransfer: files })
  await row.dispatchEvent('drop', { dataTransfer: files })
  await expect(page).toHaveURL(/\/messages\/sessions\/4/)
  await expect(page.getByRole('list', { name: 'Attachments to send' })).toContainText('notes.txt')
})

test('after a jump to a search hit, buttons and keys lead to the other hits [VIEW-45]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2/search?keyword=harbour&messages=1000&loaded=200`)
  const hits = page.getByRole('list', { name: 'Messages' }).getByRole('link')
  await hits.nth(1).click()
  const bar = page.getByRole('region', { name: 'Search results' })
  const place = bar.getByRole('status')
  await expect(place).toHaveText(/^2 of \d+$/)
  const focused = page.locator('article:focus')
  await expect(focused).toContainText('harbour')
  const second = await focused.getAttribute('data-message-id')

  // The keys move the focus too.
  await page.keyboard.press('Control+g')
  await expect(place).toHaveText(/^3 of/)
  await expect(focused).toContainText('harbour')
  await expect(focused).not.toHaveAttribute('data-message-id', second ?? '')
  await page.keyboard.press('Shift+F3')
  await expect(place).toHaveText(/^2 of/)
  await expect(focused).toHaveAttribute('data-message-id', second ?? '')

  // The buttons keep the focus. The hit before the newest is the oldest, and the status shows both limits.
  const newer = bar.getByRole('button', { name: 'Newer result' })
  await newer.click()
  await expect(place).toHaveText(/^1 of/)
  await expect(bar.getByText('not on this device')).toHaveCount(0)
  await expect(newer).toBeFocused()
  await newer.press('Enter')
  await expect(place).toHaveText(/^(\d+) of \1$/)
  await expect(bar.getByText('Older messages that are not on this device were not searched.')).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'going from hit to hit')

  // Back to the list of hits, then out of the search.
  await bar.getByRole('button', { name: 'All results for “harbour”' }).click()
  await expect(hits.first()).toBeVisible()
  await page.keyboard.press('Control+f')
  const keyword = page.getByRole('searchbox', { name: 'Search messages' })
  await expect(keyword).toBeFocused()
  await expect(keyword).toHaveValue('harbour')
  await page.goBack()
  await expect(hits).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
})
