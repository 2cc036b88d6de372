import { expect, test } from './support/gallery.ts'

/** The browser that took the pictures. Another version draws text and shadows in another way. */
const pinnedChromium = '156.0.8078.108'
/** A Friday morning, from which the fixtures count back. */
const now = new Date('2026-11-20T10:30:00Z')

const full = { width: 1200, height: 640 }
const compact = { width: 390, height: 640 }

const usual = { scheme: 'light', theme: 'aurora', locale: 'en-US', gallery: 'usual' }
type Look = Partial<typeof usual>
const dark: Look = { scheme: 'dark' }
const chinese: Look = { locale: 'zh-CN' }

/** Each key screen once, in the frame and the look in which it has most to lose. */
const screens: Readonly<Record<string, { path: string; look?: Look; isCompact?: boolean }>> = {
  list: { path: '/messages' },
  'list-empty': { path: '/messages', look: { gallery: 'empty', ...dark } },
  'list-offline': { path: '/messages', look: { gallery: 'offline', ...chinese }, isCompact: true },
  'list-compact': { path: '/messages', isCompact: true },
  conversation: { path: '/messages/sessions/1' },
  'conversation-dark': { path: '/messages/sessions/1', look: { ...dark, theme: 'grove' } },
  'conversation-compact': { path: '/messages/sessions/1', look: { ...dark, ...chinese }, isCompact: true },
  group: { path: '/messages/groups/1', look: { theme: 'ember' } },
  'group-compact': { path: '/messages/groups/1', isCompact: true },
  'group-settings': { path: '/messages/groups/1/settings', look: dark },
  members: { path: '/messages/groups/1/members', look: chinese },
  media: { path: '/messages/sessions/1/media', isCompact: true },
  search: { path: '/search', look: dark, isCompact: true },
  contacts: { path: '/contact' },
  'contacts-compact': { path: '/contact', look: { ...dark, ...chinese }, isCompact: true },
  applications: { path: '/contact/applications', look: dark },
  groups: { path: '/contact/groups', look: chinese },
  friend: { path: '/users/2', look: { theme: 'tide' } },
  my: { path: '/my', look: dark },
  'my-compact': { path: '/my', isCompact: true },
  profile: { path: '/my/profile' },
  general: { path: '/my/general', look: { ...dark, theme: 'slate' } },
  'sign-in': { path: '/auth/sign-in', look: { gallery: 'signed-out' } },
  'sign-up': { path: '/auth/sign-up', look: { gallery: 'signed-out', ...dark, ...chinese }, isCompact: true },
}

const withWallpaper: ReadonlySet<string> = new Set(['conversation', 'group-compact'])

test.use({ timezoneId: 'UTC' })

test('24 key screens look as in their pictures', async ({ browser, page, gallery }) => {
  test.skip(
    browser.version() !== pinnedChromium,
    `The pictures were taken by Chromium ${pinnedChromium}; this is ${browser.version()}.`,
  )
  await page.clock.setFixedTime(now)
  for (const [name, { path, look, isCompact }] of Object.entries(screens)) {
    await page.setViewportSize(isCompact ? compact : full)
    await page.goto(`${gallery}${path}?${new URLSearchParams({ ...usual, ...look })}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    // The pattern is in two pictures only, because it makes them three times as large.
    if (!withWallpaper.has(name))
      await page.evaluate(() => document.documentElement.style.setProperty('--wallpaper', 'transparent'))
    // Fonts of another machine may differ in their edges.
    await expect.soft(page).toHaveScreenshot(`${name}.png`, {
      animations: 'disabled',
      maxDiffPixelRatio: 0.01,
    })
  }
})
