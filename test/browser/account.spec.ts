import { expect, freshPhone, signUp, test } from './support/journey.ts'

test('deleting the account asks for confirmation, leads to sign-in and stays there [ME-05 ME-20 AUTH-57]', async ({
  page,
  server,
}) => {
  await signUp(page, server, freshPhone(), 'Ann')
  await page.getByRole('link', { name: 'My' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the account Ann?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await question.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/\/auth\/sign-in$/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Password' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/sign-in$/)
})

test('a failed account deletion keeps the account and shows a message [ME-21]', async ({ page, server }) => {
  await signUp(page, server, freshPhone(), 'Ben')
  await page.route('**/CancelAccount', (route) => route.abort())
  await page.getByRole('link', { name: 'My' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('The account could not be deleted.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/my$/)
})
