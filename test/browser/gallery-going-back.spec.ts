import type { Page } from '@playwright/test'
import { fingersOn } from './support/fingers.ts'
import { expect, test } from './support/gallery.ts'

const compact = { width: 390, height: 844 }
const friend = (page: Page) => page.getByRole('link', { name: /^Amara Okafor/ })
const openCompactFriend = async (page: Page, gallery: string) => {
  await page.setViewportSize(compact)
  await page.goto(`${gallery}/contact`)
  await friend(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

test("a pushed screen moves the focus to its title, and going back restores the list's position", async ({
  page,
  gallery,
}) => {
  await openCompactFriend(page, gallery)
  await expect(page.getByRole('list', { name: 'Friends' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(friend(page)).toBeVisible()
})

test('Escape first closes a menu, empties a field or ends a selection, and then goes back', async ({
  page,
  gallery,
}) => {
  await openCompactFriend(page, gallery)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/contact$/)
  await page.goto(`${gallery}/contact/add`)
  const search = page.getByRole('searchbox', { name: 'Phone number or ID' })
  await search.fill('Linh')
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/\/contact\/add$/)
  await search.press('Escape')
  await expect(page).toHaveURL(/\/contact$/)
  await page.goto(`${gallery}/my/profile/nickname`)
  const nickname = page.getByRole('textbox')
  await nickname.press('Escape')
  await expect(nickname).toHaveValue('Linh Trần')
  await nickname.fill('')
  await nickname.press('Escape')
  await expect(page).toHaveURL(/\/my\/profile$/)

  await page.goto(`${gallery}/messages`)
  await friend(page).click()
  const composer = page.getByRole('textbox', { name: 'Message' })
  await expect(composer).toHaveAttribute('contenteditable', 'true')
  const last = page.locator('article[data-state="read"]').last()
  await last.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(last).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Select' }).click()
  const selection = page.getByRole('region', { name: 'Selected messages' })
  await expect(selection).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(selection).toHaveCount(0)
  await composer.fill('A draft')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/sessions\/1$/)
  await composer.fill('')
  await expect(composer).toHaveText('')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/messages$/)
})

test('a swipe from the edge goes back like the back button, but not in a tab of a browser, which has its own', async ({
  browser,
  gallery,
}) => {
  const context = await browser.newContext({
    viewport: compact,
    hasTouch: true,
    reducedMotion: 'no-preference',
  })
  const page = await context.newPage()
  const fingers = await fingersOn(page)
  const from = { x: 8, y: 400 }
  const openFriend = async (address: string) => {
    await page.goto(gallery + address)
    await friend(page).click()
    await expect(page.getByRole('button', { name: 'Back' })).toBeVisible()
    fingers.rest(1000)
  }
  await openFriend('/contact')
  await fingers.drag(from, { x: 300, y: 400 }, 400)
  await expect(page).toHaveURL(/\/users\/2/)

  await openFriend('/onboard?app=shell&screen=contact')
  // Not from the middle, not downwards, and not after the finger has returned.
  await fingers.drag({ x: 200, y: 400 }, { x: 380, y: 400 }, 400)
  fingers.rest(1000)
  await fingers.drag(from, { x: 40, y: 500 }, 400)
  fingers.rest(1000)
  await fingers.down(from)
  await fingers.move([{ x: 200, y: 420 }], 400)
  // The page follows the finger.
  const left = async () => (await page.getByRole('main').last().boundingBox())?.x ?? 0
  await expect.poll(left).toBeGreaterThan(150)
  await fingers.move([from], 400)
  await fingers.lift(0)
  await expect.poll(left).toBe(0)
  await expect(page).toHaveURL(/\/users\/2/)
  fingers.rest(1000)
  // A slow swipe over this distance does not go back.
  await fingers.down(from)
  await fingers.move([{ x: 80, y: 420 }], 600)
  await fingers.lift(1000)
  await expect.poll(left).toBe(0)
  await expect(page).toHaveURL(/\/users\/2/)
  fingers.rest(1000)
  await page.evaluate(() => {
    const left = () => [...document.querySelectorAll('main')].at(-1)?.getBoundingClientRect().x
    window.addEventListener('pointerup', () => Object.assign(window, { leftWhenLifted: left() }))
  })
  await fingers.down(from)
  await fingers.move([{ x: 160, y: 420 }], 600)
  await fingers.lift(1000)
  await expect(page).toHaveURL(/\/contact$/)
  expect(await page.evaluate(() => 'leftWhenLifted' in window && window.leftWhenLifted)).toBeGreaterThan(100)
  await context.close()
})
