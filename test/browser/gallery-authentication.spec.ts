import type { Page } from '@playwright/test'
import { expectAccessible, inBothFrames } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const signedOut = '?gallery=signed-out'
/** A one-pixel picture. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.beforeEach(({ page }) => watchCalls(page))

test('sign-in requires a digit of the phone and a character of the password, with errors next to the fields [AUTH-24 AUTH-27]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/auth/sign-in${signedOut}`)
  await button(page, 'Sign in').click()
  for (const name of ['Phone number', 'Password']) {
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, name)).toHaveAccessibleDescription('Enter at least 1 character.')
  }
  await expect(field(page, 'Phone number')).toBeFocused()
  await field(page, 'Phone number').fill('1')
  await expect(field(page, 'Phone number')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true')
})

test('a rejected password shows an error next to its field, and the typed text stays [AUTH-01]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/auth/sign-in${signedOut}&phone=13800138000`)
  await field(page, 'Password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Password')).toHaveAccessibleDescription(
    'This value is not valid. Check it and try again.',
  )
  await expect(field(page, 'Password')).toBeFocused()
  await expect(field(page, 'Password')).toHaveValue('wrong')
  await expect(field(page, 'Phone number')).toHaveValue('13800138000')
})

test('the country picker finds by name or code, and a pasted number chooses its country [AUTH-03]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/auth/sign-in${signedOut}`)
  const country = page.getByRole('combobox', { name: 'Country code' })
  await country.fill('king')
  await page.getByRole('option', { name: /United Kingdom/ }).click()
  await expect(country).toHaveValue('United Kingdom +44')
  await country.fill('84')
  await page.getByRole('option', { name: /Vietnam/ }).click()
  await expect(country).toHaveValue('Vietnam +84')
  await field(page, 'Phone number').fill('+886 912-345-678')
  await expect(country).toHaveValue('Taiwan +886')
  await expect(field(page, 'Phone number')).toHaveValue('912345678')

  // Each form starts with the whole number of the one before.
  for (const name of ['Sign up', 'Sign in', 'Forgot password']) {
    await page.getByRole('link', { name }).click()
    await expect(country).toHaveValue('Taiwan +886')
    await expect(field(page, 'Phone number')).toHaveValue('912345678')
  }
  await button(page, 'Back').click()
  await expect(country).toHaveValue('Taiwan +886')
})

test('a language that cannot be loaded is reported, and can be chosen again', async ({ page, gallery }) => {
  await page.goto(`${gallery}/auth/sign-in${signedOut}`)
  const choose = async () => {
    await button(page, 'Language').click()
    await page.getByRole('menuitem', { name: 'Tiếng Việt' }).click()
  }
  await page.route(/vi-VN/, (route) => route.abort())
  await choose()
  await expect(page.getByText('No answer from the network.')).toBeVisible()
  await page.unroute(/vi-VN/)
  await choose()
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi-VN')
})

test('a code is requested with the phone, once a minute [AUTH-26 AUTH-30]', async ({ page, gallery }) => {
  // The seconds that are left stay the same.
  await page.clock.setFixedTime(new Date())
  await page.goto(`${gallery}/auth/sign-in${signedOut}`)
  await page.getByRole('tab', { name: 'Code' }).click()
  await button(page, 'Send code').click()
  await expect(field(page, 'Phone number')).toHaveAccessibleDescription('Enter your phone number first.')
  expect(await callsOf(page, 'sendCode')).toEqual([])
  await field(page, 'Phone number').fill('13800138000')
  await button(page, 'Send code').click()
  await expect(page.getByRole('button', { name: /^Send code/ })).toBeDisabled()
  await expect(page.getByText('60 s')).toBeVisible()
  await expect(field(page, 'Code')).toBeFocused()
  await expect
    .poll(() => callsOf(page, 'sendCode'))
    .toEqual([[{ telCode: '86', phone: '13800138000' }, 'other']])
  await expect(field(page, 'Code')).toHaveAccessibleDescription(
    'The code is in the terminal where the server runs.',
  )
})

test('sign-up rejects short phones and codes, and links to both legal pages [AUTH-09 AUTH-23 AUTH-25]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/auth/sign-up${signedOut}`)
  await field(page, 'Phone number').fill('1234567')
  await field(page, 'Code').fill('12345')
  await button(page, 'Sign up').click()
  await expect(field(page, 'Phone number')).toHaveAccessibleDescription('Enter at least 8 characters.')
  await expect(field(page, 'Code')).toHaveAccessibleDescription(/Enter at least 6 characters\./)
  await expect(page.getByRole('link', { name: 'User agreement' })).toHaveAttribute('href', '/auth/agreement')
  await expect(page.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/auth/privacy')
})

test('sign-in has a back button only after the account switch [AUTH-06 AUTH-18 AUTH-19 AUTH-20]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/auth/switch${signedOut}`)
  const accounts = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')
  await expect(accounts).toHaveText([/Linh Trần$/, /王小明.*Open in another tab/])
  await button(page, 'Sign in as a different user').click()
  await expect(page).toHaveURL(/\/auth\/sign-in/)
  await button(page, 'Back').click()
  await accounts
    .nth(1)
    .getByRole('button', { name: /^王小明/ })
    .click()
  await expect.poll(() => callsOf(page, 'choose')).toEqual([[77]])
  await page.goto(`${gallery}/auth/sign-in${signedOut}`)
  await expect(button(page, 'Sign in')).toBeVisible()
  await expect(button(page, 'Back')).toHaveCount(0)
})

test('the account switch signs out of one account or of all, after a confirmation [AUTH-21 AUTH-38]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/auth/switch`)
  const accounts = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')
  await expect(accounts).toHaveText([/Linh Trần.*Open here/, /王小明/])
  await button(page, 'Sign out of 王小明').click()
  const question = page.getByRole('alertdialog', { name: 'Sign out of 王小明?' })
  await expect(question).toContainText('messages that have not been sent are lost')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await callsOf(page, 'signOut')).toEqual([])
  await button(page, 'Sign out of 王小明').click()
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.poll(() => callsOf(page, 'signOut')).toEqual([[77]])
  await expect(accounts).toHaveCount(1)
  await button(page, 'Sign out of all accounts').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out of all accounts' }).click()
  await expect.poll(() => callsOf(page, 'signOutAll')).toHaveLength(1)
  await expect(page).toHaveURL(/\/auth\/sign-in/)
})

test('setup submits only a valid nickname, and makes no call for an unchanged one [AUTH-12 AUTH-13 AUTH-14 ME-10]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/auth/setup`)
  const nickname = field(page, 'Nickname')
  await expect(nickname).toHaveValue('Linh Trần')
  for (const wrong of ['', '   ', 'x'.repeat(16)]) {
    await nickname.fill(wrong)
    await expect(button(page, 'Done')).toBeDisabled()
  }
  await nickname.fill(' Linh Trần ')
  await button(page, 'Done').click()
  await expect(page).toHaveURL(/\/messages/)
  expect(await callsOf(page, 'rename')).toEqual([])
  await page.goto(`${gallery}/auth/setup`)
  await nickname.fill(' Linh ')
  await nickname.press('Enter')
  await expect(page).toHaveURL(/\/messages/)
  await expect.poll(() => callsOf(page, 'rename')).toEqual([['Linh']])
})

test('setup crops and previews a chosen picture, and rejects one that is no picture or too large [ME-14]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/auth/setup`)
  const files = page.locator('input[type=file]')
  await files.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(10_000_000) })
  await expect(page.getByRole('alert')).toHaveText('The file is too large. Choose one of at most 10 MB.')
  await files.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toHaveText('This file cannot be used. Choose another one.')
  await files.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toHaveText('This file cannot be used. Choose another one.')
  await files.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel })
  await button(page, 'Use picture').click()
  await expect(button(page, 'Choose another picture')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('img[src^="blob:"]')).toBeVisible()
  await button(page, 'Done').click()
  await expect(page).toHaveURL(/\/messages/)
  await expect.poll(() => callsOf(page, 'changeAvatar')).toEqual([['me.png']])
})

test('a new password is set in two steps and leads to sign-in [AUTH-15 AUTH-16 AUTH-28 AUTH-29]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/auth/forgot-password${signedOut}`)
  const country = page.getByRole('combobox', { name: 'Country code' })
  await field(page, 'Phone number').fill('+84 912 345 678')
  await expect(country).toHaveValue('Vietnam +84')
  await field(page, 'Code').fill('123 456')
  await expect(field(page, 'Code')).toHaveValue('123456')
  await button(page, 'Next').click()
  await field(page, 'New password').fill('abcdef')
  await field(page, 'Confirm password').fill('abcdeg')
  await button(page, 'Save password').click()
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('The passwords do not match.')
  expect(await callsOf(page, 'resetPassword')).toEqual([])
  await field(page, 'Confirm password').fill('abcdef')
  await button(page, 'Save password').click()
  await expect(page).toHaveURL(/\/auth\/sign-in\?phone=912345678/)
  await expect(country).toHaveValue('Vietnam +84')
  await expect.poll(() => callsOf(page, 'resetPassword')).toEqual([['abcdef']])
})

test('axe finds no violation on the screens before sign-in, in both frames', async ({ page, gallery }) => {
  const check = (screen: string) =>
    inBothFrames(page, (frame) => expectAccessible(page, `${screen}, ${frame}`))
  for (const screen of ['sign-in', 'sign-up', 'forgot-password', 'agreement', 'privacy', 'switch']) {
    await page.goto(`${gallery}/auth/${screen}${signedOut}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check(screen)
  }
  await page.goto(`${gallery}/auth/sign-in${signedOut}&phone=1`)
  await page.getByRole('tab', { name: 'Code' }).click()
  await button(page, 'Send code').click()
  await expect(page.getByText(/^\d+ s$/)).toBeVisible()
  await check('a code under way')
  await button(page, 'Sign in').click()
  await expect(field(page, 'Code')).toHaveAttribute('aria-invalid', 'true')
  await check('faults beside fields')
  await page.goto(`${gallery}/auth/setup`)
  await expect(field(page, 'Nickname')).toBeVisible()
  await check('setup')
})
