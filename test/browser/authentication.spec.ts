import type { Page } from '@playwright/test'
import { callerNamed } from './support/calls.ts'
import { expect, freshPhone, openSection, readCode, signUp, test } from './support/journey.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** How soon the server gives a phone another code [AUTH-31], ms, plus one second. */
const codeInterval = 31_000
/** Signed up first and used last, so that the other tests run during the wait for the next code. */
const forgetful = { phone: freshPhone(), signedUpAt: 0 }
test.beforeAll(async ({ server }) => {
  await callerNamed(server, 'Ada', forgetful.phone)
  forgetful.signedUpAt = Date.now()
})

const signOut = async (page: Page) => {
  await openSection(page, 'My')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('tab', { name: 'Password' })).toBeVisible()
}

test('sign-in offers two tabs, the country code 86 and links to the other screens [AUTH-02 AUTH-03 AUTH-04 AUTH-05]', async ({
  page,
  server,
}) => {
  await page.goto(`${server.address}/auth/sign-in`)
  await expect(page.getByRole('tab', { name: 'Password' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Code' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Country code' })).toHaveValue(/86/)
  await expect(page.getByRole('link', { name: 'Forgot password' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0)
})

test('the phone field accepts digits only and takes the number from the query, or from pasted text with its country [AUTH-08 AUTH-22 ROUTE-03 ROUTE-04]', async ({
  page,
  server,
}) => {
  for (const screen of ['sign-in', 'sign-up']) {
    await page.goto(`${server.address}/auth/${screen}?phone=13900001111`)
    await expect(field(page, 'Phone number')).toHaveValue('13900001111')
    await field(page, 'Phone number').fill('')
    await field(page, 'Phone number').pressSequentially('1a3-9 0')
    await expect(field(page, 'Phone number')).toHaveValue('1390')
    // The list of countries loads with the first number that names one.
    await field(page, 'Phone number').fill('+886 912-345-678')
    await expect(page.getByRole('combobox', { name: 'Country code' })).toHaveValue('Taiwan +886')
    await expect(field(page, 'Phone number')).toHaveValue('912345678')
  }
})

test('the sign-in form reports a short phone number and a wrong code next to their fields [AUTH-23]', async ({
  page,
  server,
}) => {
  await page.goto(`${server.address}/auth/sign-up`)
  await field(page, 'Phone number').fill('1234567')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(field(page, 'Phone number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('8', { exact: false }).first()).toBeVisible()
  const phone = freshPhone()
  await field(page, 'Phone number').fill(phone)
  const code = await readCode(page)
  await field(page, 'Code').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(field(page, 'Code')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Phone number')).toHaveValue(phone)
  await field(page, 'Code').fill(code)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(field(page, 'Nickname')).toBeVisible()
})

test('requesting a code disables the button for a minute, and an empty phone field shows an error [AUTH-26 AUTH-30 AUTH-32]', async ({
  page,
  server,
}) => {
  await page.goto(`${server.address}/auth/sign-in`)
  await page.getByRole('tab', { name: 'Code' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(field(page, 'Phone number')).toHaveAttribute('aria-invalid', 'true')
  await field(page, 'Phone number').fill(freshPhone())
  const button = page.getByRole('button', { name: /Send code/ })
  await button.click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status')).toBeVisible()
  await expect(button).toBeDisabled()
})

test('sign-up leads to setup, and skipping setup leads to messages [AUTH-11 AUTH-12 ROUTE-05]', async ({
  page,
  server,
}) => {
  await page.goto(`${server.address}/auth/sign-up`)
  await expect(page.getByRole('link', { name: /agreement/i })).toBeVisible()
  await expect(page.getByRole('link', { name: /privacy/i })).toBeVisible()
  await field(page, 'Phone number').fill(freshPhone())
  await page.getByRole('button', { name: 'Send code' }).click()
  const toast = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('status')
    .filter({ hasText: /\d/ })
  await field(page, 'Code').fill(((await toast.textContent()) ?? '').replace(/\D/g, ''))
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/auth\/setup$/)
  // The code was used, so nothing shows it any more.
  await expect(toast).toBeHidden()
  await expect(page.getByRole('link', { name: 'Set a password' })).toHaveAttribute(
    'href',
    '/my/security/set-password',
  )
  await page.getByRole('link', { name: 'Do it later' }).click()
  await expect(page).toHaveURL(/\/messages/)
  await signOut(page)
  // The way of the last sign-in is remembered; the number of an account that has signed out is not.
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Code' })).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, 'Phone number')).toHaveValue('')
})

test('registration through an invitation leads back to it after setup, and accepting it makes friends [FRIEND-61 QR-16 QR-17]', async ({
  page,
  server,
}) => {
  const cleo = await callerNamed(server, 'Cleo', freshPhone())
  const { RegisterCode } = await cleo.call<{ RegisterCode: string }>('/GetUserQRCode', {})
  await page.goto(RegisterCode)
  await page.getByRole('link', { name: 'Sign up' }).click()
  // Sign-in has a field of the same name, and stays until the sign-up screen has loaded.
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible()
  await field(page, 'Phone number').fill(freshPhone())
  await field(page, 'Code').fill(await readCode(page))
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/auth\/setup$/)
  await page.getByRole('link', { name: 'Do it later' }).click()
  await expect(page.getByRole('heading', { name: 'Cleo' })).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('list', { name: 'Friends' })).toContainText('Cleo')
  const [friend] = await cleo.call<{ IsFriend: number }[]>('/GetFriends', {})
  expect(friend?.IsFriend).toBe(1)
})

test('unknown paths lead to messages, and legal pages need no account [AUTH-10 ROUTE-27]', async ({
  page,
  server,
}) => {
  for (const path of ['agreement', 'privacy']) {
    await page.goto(`${server.address}/auth/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/auth/${path}$`))
  }
  await signUp(page, server, freshPhone(), 'Ada')
  await page.goto(`${server.address}/no/such/place`)
  await expect(page).toHaveURL(/\/messages$/)
})

test('a password set in two steps signs in and returns to the page first requested [AUTH-07 ROUTE-28]', async ({
  page,
  server,
}) => {
  await expect
    .poll(() => Date.now() - forgetful.signedUpAt, { timeout: codeInterval + 10_000 })
    .toBeGreaterThan(codeInterval)
  const { phone } = forgetful
  await test.step('a password of at least 6 characters is set in two steps [AUTH-15 AUTH-16 AUTH-28 AUTH-29 AUTH-54]', async () => {
    await page.goto(`${server.address}/auth/sign-in`)
    await page.getByRole('link', { name: 'Forgot password' }).click()
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await field(page, 'Phone number').fill(phone)
    await field(page, 'Code').fill(await readCode(page))
    await page.getByRole('button', { name: 'Next' }).click()
    for (const [first, second, wrong] of [
      ['abcde', 'abcde', 'New password'],
      ['abcdef', 'abcdeg', 'Confirm password'],
    ] as const) {
      await field(page, 'New password').fill(first)
      await field(page, 'Confirm password').fill(second)
      await page.getByRole('button', { name: 'Save password' }).click()
      await expect(field(page, wrong)).toHaveAttribute('aria-invalid', 'true')
    }
    await field(page, 'New password').fill('correct horse')
    await field(page, 'Confirm password').fill('correct horse')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/sign-in/)
  })

  await page.goto(`${server.address}/contact`)
  await expect(page).toHaveURL(/\/auth\/sign-in\?.*redirect=/)
  await field(page, 'Phone number').fill(phone)
  await field(page, 'Password').fill('wrong horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Use a code' }).click()
  await expect(page.getByRole('tab', { name: 'Code' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Password' }).click()
  await field(page, 'Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await signOut(page)
  await expect(field(page, 'Phone number')).toHaveValue('')

  // After a forced sign-out the number is left.
  await page.evaluate(() => {
    const lastSignIn = { method: 'code', number: { country: 'TW', phone: '912345678' } }
    localStorage.setItem('chat-preferences', JSON.stringify({ lastSignIn, hasCheckedCompatibility: true }))
  })
  await page.reload()
  await expect(field(page, 'Phone number')).toHaveValue('912345678')
  await expect(page.getByRole('combobox', { name: 'Country code' })).toHaveValue('Taiwan +886')
  await expect(page.getByRole('tab', { name: 'Code' })).toHaveAttribute('aria-selected', 'true')
})
