import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'
import { comeToRest } from './support/stillness.ts'

const menu = (page: Page) => page.getByRole('menu', { name: 'Collection actions' })
const entries = (page: Page) => menu(page).getByRole('menuitem')
const picker = (page: Page) => page.getByRole('dialog', { name: 'Forward to' })

/** Puts a finger or another pointer down in the middle of a tile. */
const finger = (tile: Locator, type: string, by = 0) =>
  tile.evaluate(
    (item, [name, offset]) => {
      const { left, top, width, height } = item.getBoundingClientRect()
      const place = { clientX: left + width / 2 + offset, clientY: top + height / 2 }
      const init = { ...place, bubbles: true, cancelable: true, pointerType: 'touch', pointerId: 7 }
      item.dispatchEvent(new PointerEvent(name, init))
    },
    [type, by] as const,
  )

test.beforeEach(({ page }) => watchCalls(page))

test('a tile’s menu opens by right click, keyboard or a press of 800 ms, and forwards, copies texts and deletes [COLL-03 COLL-04] (DEC-06)', async ({
  page,
  gallery,
}) => {
  await page.clock.install()
  await page.goto(`${gallery}/my/collections`)
  const words = page.getByRole('button', { name: /^The key is with the neighbour/ })
  const photo = page.getByRole('button', { name: 'Photo Sunday walks' })
  await words.click({ button: 'right' })
  await expect(entries(page)).toHaveText(['Forward', 'Copy', 'Delete'])
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await photo.focus()
  await page.keyboard.press('Shift+F10')
  await expect(entries(page)).toHaveText(['Forward', 'Delete'])
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()

  // The browser's contextmenu event must not open the menu before the 800 ms are over.
  await page.clock.pauseAt(Date.now() + 60_000)
  await finger(photo, 'pointerdown')
  await page.clock.runFor(500)
  await finger(photo, 'contextmenu')
  await page.clock.runFor(299)
  await expect(menu(page)).toBeHidden()
  await page.clock.runFor(1)
  await expect(entries(page)).toHaveText(['Forward', 'Delete'])
  await finger(photo, 'pointerup')
  await finger(photo, 'click')
  await expect(page).toHaveURL(/\/my\/collections$/)
  await page.keyboard.press('Escape')
  await page.clock.runFor(1000)
  await expect(menu(page)).toBeHidden()
  await finger(photo, 'pointerdown')
  await finger(photo, 'pointermove', 11)
  await page.clock.runFor(1000)
  await expect(menu(page)).toBeHidden()
  await page.clock.resume()

  await words.click({ button: 'right' })
  await menu(page).getByRole('menuitem', { name: 'Forward' }).click()
  await expect(picker(page)).toContainText('1 saved item')
  await expect(picker(page).getByRole('searchbox')).toBeFocused()
  const list = picker(page).getByRole('listbox', { name: 'Recent' })
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option').first()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('option', { selected: true })).toHaveCount(2)
  await expectAccessibleInBothSchemes(page, 'forward picker of a collection')
  await picker(page).getByRole('button', { name: 'Send (2)' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Forwarded')
  await expect(page).toHaveURL(/\/my\/collections$/)
  expect((await callsOf(page, 'forward')).flat(2)).toMatchObject(
    [1, 2].map(() => ({ items: [{ kind: 'collection', id: 12 }] })),
  )

  await photo.click({ button: 'right' })
  await menu(page).getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(photo).toHaveCount(0)
  await expect.poll(() => callsOf(page, 'removeCollection')).toEqual([[11]])
})

test('a saved voice message plays with its waveform, as in a conversation [MSG-24 COLL-07 MEDIA-11]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/my/collections/9`)
  const sound = page.getByRole('group', { name: 'Voice message' })
  await expect(sound.locator('rect')).toHaveCount(40)
  await expectAccessibleInBothSchemes(page, 'a saved voice message')
  await sound.getByRole('button', { name: 'Play voice message' }).click()
  await expect(sound.getByRole('button', { name: 'Pause voice message' })).toBeVisible()
  await expect(page.getByRole('main').locator('audio')).toHaveCount(0)
  await sound.getByRole('button', { name: 'Pause voice message' }).click()
  await page.goto(`${gallery}/my/collections`)
  await expect(page.locator('[data-kind="audio"] rect')).toHaveCount(8)
})

test('a full collection shows an error with a link to the screen that deletes items (DEC-186)', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2?gallery=full`)
  const log = page.getByRole('log', { name: 'Messages' })
  const message = log.getByRole('article', { name: /^(?!Linh Trần)/ }).last()
  await expect(message).toBeInViewport()
  await message.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Save' }).click()
  const notice = page.getByRole('region', { name: 'Notifications' })
  await expect(notice.getByRole('alert')).toHaveText('You can keep at most 5,000 items in your collections.')
  await notice.getByRole('button', { name: 'Collections' }).click()
  await expect(page).toHaveURL(/\/messages\/sessions\/2\/collections$/)
})

test('saved media open in the viewer, and can be downloaded, deleted, forwarded or sent into the chat [COLL-06 COLL-07]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/my/collections`)
  const tile = page.getByRole('button', { name: 'Photo Sunday walks' })
  await tile.click()
  const viewer = page.getByRole('dialog', { name: /^(Photo|Video) from/ })
  const position = viewer.getByRole('status')
  await expect(position).toHaveText('1 of 4')
  await expect(viewer.getByRole('img', { name: 'Photo' })).toHaveCount(1)
  await expectAccessibleInBothSchemes(page, 'a saved picture')
  await page.keyboard.press('Escape')
  await expect(tile).toBeFocused()
  await tile.press('Enter')
  await expect(position).toHaveText('1 of 4')
  await comeToRest(viewer.getByRole('img', { name: 'Photo' }))

  // A swipe moves by one item however long it is, and so do keys. The address follows.
  await page.mouse.move(1200, 450)
  await page.mouse.down()
  await page.mouse.move(200, 455, { steps: 6 })
  await page.mouse.up()
  await expect(position).toHaveText('2 of 4')
  await expect(page.getByRole('dialog', { name: /^Video from/ })).toBeVisible()
  await expect(page).toHaveURL(/\/collections\/8$/)
  await page.keyboard.press('ArrowRight')
  await expect(position).toHaveText('3 of 4')
  await expect(viewer.getByRole('link', { name: 'Download' })).toHaveAttribute('download', /\.png$/)

  await viewer.getByRole('button', { name: 'Forward' }).click()
  await expect(picker(page)).toContainText('1 saved item')
  await picker(page).getByRole('button', { name: 'Close' }).click()
  await expect(position).toHaveText('3 of 4')

  // After a deletion the neighbouring item is shown.
  await viewer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(position).toHaveText('3 of 3')
  await expect(page).toHaveURL(/\/collections\/4$/)
  await expect.poll(() => callsOf(page, 'removeCollection')).toEqual([[7]])
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/my\/collections$/)

  await page.getByRole('button', { name: /^Minutes of the spring meeting/ }).click()
  const file = page.getByRole('main', { name: 'File' })
  await expect(file.getByRole('link', { name: 'Download' })).toHaveAttribute('download', /\.pdf$/)
  await expect(file.getByRole('button')).toHaveText(['', 'Forward', 'Delete'])
  await expectAccessibleInBothSchemes(page, 'a saved file')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${gallery}/messages/sessions/2/collections/11`)
  await expect(viewer.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Forward' })).toHaveCount(0)
  await expectAccessible(page, 'a saved picture from a chat, compact')
  await viewer.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\/messages\/sessions\/2$/)
  await expect
    .poll(async () => (await callsOf(page, 'dispatch')).flat())
    .toContainEqual(expect.objectContaining({ type: 'SendContent', contentType: 'pic' }))
})

test('the viewer switches media without a slide while motion is reduced', async ({ page, gallery }) => {
  await page.goto(`${gallery}/my/collections`)
  await page.getByRole('button', { name: 'Photo Sunday walks' }).click()
  const viewer = page.getByRole('dialog', { name: /^(Photo|Video) from/ })
  const picture = viewer.getByRole('img', { name: 'Photo' })
  await comeToRest(picture)
  /** The positions of the first picture, px, one for each frame in which it has moved. */
  const positions = await picture.evaluateHandle((element) => {
    const seen: number[] = []
    const look = () => {
      const { x } = element.getBoundingClientRect()
      if (x !== seen.at(-1)) seen.push(x)
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('status')).toHaveText('2 of 4')
  await expect.poll(async () => (await positions.jsonValue()).length).toBeGreaterThan(1)
  await comeToRest(viewer.locator('[data-media-item]').first())
  const [before = 0, ...after] = await positions.jsonValue()
  expect(after).toEqual([before - 1440])
})

test('Escape closes the viewer also when the button that had the focus is gone', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/my/collections`)
  await page.getByRole('button', { name: 'Photo Sunday walks' }).click()
  const viewer = page.getByRole('dialog', { name: /^(Photo|Video) from/ })
  await viewer.getByRole('button', { name: 'Next' }).focus()
  await page.evaluate(() => document.activeElement?.remove())
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
})

test('the filters of the collections stay on one line at 320 px in Vietnamese', async ({ page, gallery }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${gallery}/my/collections?locale=vi-VN`)
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(5)
  const mostLines = () =>
    tabs.evaluateAll((all) =>
      Math.max(
        ...all.map(
          (tab) => tab.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(tab).lineHeight),
        ),
      ),
    )
  await expect.poll(mostLines).toBeLessThan(2)
  await tabs.first().focus()
  await page.keyboard.press('End')
  await expect(tabs.last()).toBeInViewport({ ratio: 0.95 })
})
