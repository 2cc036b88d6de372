import { expect, test } from './support/gallery.ts'

/** Messages from 951 on are loaded, and 951 quotes 948. */
const place = '/messages/sessions/2'
const quoting = '951'
const quoted = '948'

test('a quote jumps to its message even when that is not loaded yet [VIEW-26 ROUTE-26]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}${place}?mixed=1`)
  const answer = page.locator(`[data-message-id="${quoting}"]`)
  await expect(answer).toBeAttached()
  await expect(page.locator(`[data-message-id="${quoted}"]`)).toHaveCount(0)
  await answer.getByRole('button', { name: 'what was said before' }).dispatchEvent('click')
  await expect(page.locator(`[data-message-id="${quoted}"]`)).toBeFocused()
  await expect(page.locator(`[data-message-id="${quoted}"]`)).toBeInViewport()
  await expect(page).toHaveURL(new RegExp(`${place}\\?mixed=1$`))
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a quoted message on its own page links to its place in the conversation [ROUTE-19 ROUTE-26]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}${place}/${quoted}?mixed=1`)
  const panel = page.getByRole('dialog', { name: 'Quoted message' })
  await expect(panel).toContainText('what was said before')
  await panel.getByRole('button', { name: 'Show in conversation' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.locator(`[data-message-id="${quoted}"]`)).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`${place}$`))
})
