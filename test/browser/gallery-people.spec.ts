import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { comeToRest } from './support/stillness.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const profile = (page: Page) => page.getByRole('dialog', { name: 'Profile' })

test("a group member's picture and name open their page above the conversation, and back returns to the same place [FRIEND-05 FRIEND-23]", async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1`)
  const message = log(page).getByRole('article').filter({ hasText: 'And so does an admin' })
  await message.scrollIntoViewIfNeeded()
  await comeToRest(message)
  const place = () => log(page).evaluate(({ scrollTop }) => scrollTop)
  const before = await place()
  const name = message.getByRole('link', { name: '王小明' })
  await name.click()
  await expect(page).toHaveURL(/\/messages\/groups\/1\/users\/3\?source=avatar&groupId=1$/)
  await expect(profile(page).getByRole('heading', { name: '王小明' })).toBeVisible()
  await expectAccessible(page, 'a person over a group')
  await page.keyboard.press('Escape')
  await expect(profile(page)).toHaveCount(0)
  await expect(name).toBeFocused()
  await expect.poll(place).toBe(before)

  // By keyboard from the message to its links. The picture has no accessible name where the name is shown.
  await message.focus()
  await page.keyboard.press('Tab')
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(profile(page)).toBeVisible()
  await page.goBack()
  await expect(name).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(log(page).locator('article:focus')).toBeVisible()
  const notice = log(page).getByRole('article').filter({ hasText: 'named the group' })
  await expect(notice).toContainText('Amara Okafor named the group “Sunday walks”')
  await expect(notice.getByRole('link', { name: 'Amara Okafor' })).toHaveAttribute(
    'href',
    /\/groups\/1\/users\/2\?/,
  )
  await expect(message.getByRole('link', { name: 'About 王小明' })).toHaveCount(0)
})

test('the header links to the other person, or in a group to its settings [VIEW-01 GROUP-21]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/1`)
  const about = page.getByRole('link', { name: 'About Amara Okafor' })
  await about.click()
  await expect(page).toHaveURL(/\/messages\/sessions\/1\/users\/2\?source=contact&sessionId=1$/)
  await expect(profile(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(about).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await about.click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(about).toBeFocused()

  await page.goto(`${gallery}/messages/groups/1`)
  await page
    .getByRole('link', { name: /^About / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/messages\/groups\/1\/settings$/)
})

test('a stranger from a group gets a friend request that names the group [FRIEND-33 FRIEND-59]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/groups/1/users/500?source=avatar&groupId=1`)
  await expect(page).toHaveURL(/\/messages\/groups\/1\/friend-request\?id=500&source=avatar&groupId=1$/)
})

test('the remark of a friend is changed over the conversation next to their page [FRIEND-34]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/1/users/2?source=contact&sessionId=1`)
  const change = profile(page).getByRole('button', { name: 'Change remark' })
  const dialog = page.getByRole('dialog', { name: 'Remark' })
  await change.click()
  await expect(dialog.getByRole('textbox', { name: 'Remark' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(change).toBeFocused()
  await page.getByRole('button', { name: 'Friend actions' }).click()
  await page.getByRole('menuitem', { name: 'Change remark' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(profile(page)).toBeVisible()
  await expect(page).toHaveURL(/\/messages\/sessions\/1\/users\/2\?/)

  await page.goto(`${gallery}/users/2/remark`)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/users\/2$/)
  await expect(profile(page)).toBeVisible()
})
