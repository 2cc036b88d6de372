import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, freshPhone, openSection, signUp, test } from './support/journey.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const setPassword = async (page: Page, password: string) => {
  await field(page, 'New password').fill(password)
  await field(page, 'Confirm password').fill(password)
  await press(page, 'Save password')
  await expect(page).toHaveURL(/\/auth\/sign-in\?phone=/)
}

const signIn = async (page: Page, password: string) => {
  await field(page, 'Password').fill(password)
  await press(page, 'Sign in')
  await expect(page).toHaveURL(/\/messages$/)
}

test('a password is set and changed, and proves who deletes the account [ME-05 ME-20 AUTH-54 AUTH-57]', async ({
  page,
  server,
}) => {
  await signUp(page, server, freshPhone(), 'Ann')
  await openSection(page, 'My')
  await page.getByRole('link', { name: 'Security' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the account Ann?' })

  await test.step('an account without a password is sent on to set one [SET-14]', async () => {
    await page.getByRole('link', { name: 'Password' }).click()
    await expect(page).toHaveURL(/\/my\/security\/set-password$/)
    await expectAccessible(page, 'set password')
    await setPassword(page, 'first horse')
    await signIn(page, 'first horse')
  })
  await test.step('the current password is checked, then a new one is set [SET-12]', async () => {
    await page.goto(`${server.address}/my/security/password`)
    await field(page, 'Current password').fill('other horse')
    await press(page, 'Continue')
    await expect(field(page, 'Current password')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'Current password').fill('first horse')
    await press(page, 'Continue')
    await setPassword(page, 'second horse')
    await signIn(page, 'second horse')
  })
  await test.step('a failed deletion keeps the account and shows a message [ME-21]', async () => {
    await page.goto(`${server.address}/my/profile`)
    await page.getByRole('link', { name: 'Delete account' }).click()
    await expectAccessible(page, 'delete account')
    await field(page, 'Current password').fill('second horse')
    await page.route('**/CancelAccount', (route) => route.abort())
    await press(page, 'Delete account')
    await question.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByText('The account could not be deleted.').first()).toBeVisible()
    await expect(page).toHaveURL(/\/my\/profile\/delete-account$/)
    await page.unroute('**/CancelAccount')
  })
  await field(page, 'Current password').fill('wrong horse')
  await press(page, 'Delete account')
  await expect(field(page, 'Current password')).toHaveAttribute('aria-invalid', 'true')
  await field(page, 'Current password').fill('second horse')
  await press(page, 'Delete account')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await press(page, 'Delete account')
  await question.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/\/auth\/sign-in$/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Password' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/sign-in$/)
})
