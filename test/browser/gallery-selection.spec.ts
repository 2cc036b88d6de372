import type { Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'

const act = async (page: Page, number: number, entry: string) => {
  await page.locator(`[data-message-id="${number}"]`).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: entry }).click()
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selected messages' })
const more = (page: Page) => page.getByRole('button', { name: 'Select more' })
const buttons = (page: Page) => bar(page).getByRole('button')
const choose = (page: Page, number: number) => page.locator(`[data-message-id="${number}"]`).click()

test('forwarding or deleting one message can extend the selection for that action [VIEW-30] (DEC-183)', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2`)
  await act(page, 1000, 'Forward')
  await more(page).click()
  await expect(page).toHaveURL(/\/messages\/sessions\/2$/)
  await expect(buttons(page)).toHaveText(['', '', 'Forward (1)'])
  await choose(page, 998)
  await bar(page).getByRole('button', { name: 'Forward (2)' }).click()
  await expect(page).toHaveURL(/messageIds%5B%5D=998&messageIds%5B%5D=1000$/)
  await expect(more(page)).toHaveCount(0)
  await page.goBack()
  await bar(page).getByRole('button', { name: 'Cancel' }).click()

  await act(page, 1000, 'Delete')
  await more(page).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(buttons(page)).toHaveText(['', '', 'Delete (1)'])
  await choose(page, 998)
  await bar(page).getByRole('button', { name: 'Delete (2)' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(more(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'Cancel' }).click()

  await act(page, 1000, 'Select')
  await expect(buttons(page)).toHaveText(['', '', 'Forward (1)', 'Delete (1)'])
})
