import { expect, test } from './support/gallery.ts'
import { findOverflow } from './support/overflow.ts'

/** The main screens. */
const screens = [
  '/auth/sign-in?gallery=signed-out',
  '/messages',
  '/messages/sessions/2',
  '/messages/sessions/3',
  '/messages/sessions/1/settings',
  '/messages/groups/1',
  '/messages/groups/1/settings',
  '/messages/groups/1/members',
  '/messages/groups/1/admin',
  '/messages/sessions/2/forward?messageIds=12',
  '/search?keyword=a',
  '/contact',
  '/contact/add',
  '/contact/applications',
  '/contact/groups',
  '/contact/create-group',
  '/users/2',
  '/my',
  '/my/profile',
  '/my/general',
  '/my/messaging',
  '/my/privacy',
  '/my/security',
  '/my/general/storage',
  '/my/collections',
] as const

/** The narrowest one is that of a page of 1280 px at 400 % zoom. */
const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
] as const

test('texts that are 40 % longer fit at 1440, 390 and 320 px, also from right to left: nothing is cut or scrolls sideways', async ({
  page,
  gallery,
}) => {
  test.setTimeout(240_000)
  for (const screen of screens) {
    await page.setViewportSize(widths[0])
    await page.goto(`${gallery}${screen}${screen.includes('?') ? '&' : '?'}texts=long`)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('main').first()).toBeVisible()
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
      for (const size of widths) {
        await page.setViewportSize(size)
        // The frame may change with the size.
        await expect(page.getByRole('main').first()).toBeVisible()
        await expect
          .poll(() => findOverflow(page), { message: `${screen}, ${direction}, ${size.width} px` })
          .toEqual([])
      }
    }
  }
})
