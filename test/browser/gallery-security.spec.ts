import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleColours } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'

const others = (page: Page) => page.getByRole('region', { name: 'Other devices' })
const devices = (page: Page) => others(page).getByRole('listitem')

test.beforeEach(({ page }) => watchCalls(page))

test('the security page lists the devices in words, with this one first and without a sign-out [ME-22]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/my`)
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { name: 'Security' })).toBeFocused()
  const here = page.getByRole('region', { name: 'This device' }).getByRole('listitem')
  await expect(here).toHaveAccessibleName('Chrome on Linux')
  await expect(here).toContainText('Active now')
  await expect(here.getByRole('button')).toHaveCount(0)
  await expect(devices(page)).toHaveCount(3)
  await expect(devices(page).nth(0)).toContainText('Active now')
  await expect(devices(page).nth(1)).toContainText(/Last active: \w/)
  await expect(devices(page).nth(2)).toHaveAccessibleName('Unknown device')
  await expectAccessible(page, 'security, light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessibleColours(page, 'security, dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'security, compact')
})

test('a device is signed out after a confirmation, and all others at once', async ({ page, gallery }) => {
  await page.goto(`${gallery}/my/security`)
  const firefox = page.getByRole('listitem', { name: 'Firefox on Windows' })
  await firefox.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out Firefox on Windows?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await callsOf(page, 'endSignIn')).toEqual([])
  await firefox.getByRole('button', { name: 'Sign out' }).click()
  await expectAccessible(page, 'sign-out question')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(firefox).toHaveCount(0)
  await expect(page.getByText('Firefox on Windows is signed out.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(others(page)).toContainText('You are signed in on this device only.')
  await expect.poll(() => callsOf(page, 'endOtherSignIns')).toHaveLength(1)
})

test('the security page says what it waits for, what failed, and that there is nothing else', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/my/security?gallery=failed`)
  await expect(page.getByRole('alert')).toContainText('Your devices could not be loaded.')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.goto(`${gallery}/my/security?gallery=loading`)
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Other devices' })).toHaveCount(0)
  await page.goto(`${gallery}/my/security?gallery=empty`)
  await expect(others(page)).toContainText('You are signed in on this device only.')
})

test('an embedded page has no security entry [ME-24]', async ({ page, gallery }) => {
  await page.goto(`${gallery}/onboard?app=shell&screen=my`)
  await expect(page.getByRole('link', { name: 'Notification settings' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Security' })).toHaveCount(0)
})
