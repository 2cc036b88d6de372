import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'

const compact = { width: 390, height: 844 }
interface Insets {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}
/** A rectangle by two of its corners, each as x and y. */
interface Box {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const friend = (page: Page) => page.getByRole('link', { name: /^Amara Okafor/ })

test('the bottom bar shows on first pages, hides on pushed ones, and is absent from an embedded page [LAYOUT-02 LAYOUT-03 LAYOUT-04 LAYOUT-12]', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize(compact)
  for (const path of ['/contact', '/messages', '/my']) {
    await page.goto(gallery + path)
    await expect(navigation(page).getByRole('link')).toHaveText([/Contacts/, /Messages/, /My/])
  }
  await page.goto(`${gallery}/messages`)
  await friend(page).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(navigation(page)).toHaveCount(0)
  await page.goto(`${gallery}/onboard?app=shell&screen=my`)
  await expect(page.getByRole('heading', { name: 'My' })).toBeVisible()
  await expect(navigation(page)).toHaveCount(0)
})

test('header, bottom bar and composer keep clear of the notch, the rounded corners and the home indicator', async ({
  page,
  gallery,
}) => {
  const session = await page.context().newCDPSession(page)
  const expectClear = async (parts: readonly Locator[], safe: Box) => {
    for (const part of parts) {
      await expect(part).toBeVisible()
      const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
      expect(width * height, `${part}`).toBeGreaterThan(0)
      expect(
        [x, y].every((edge, axis) => edge >= (safe.from[axis] ?? 0)),
        `${part} at ${x}, ${y}`,
      ).toBe(true)
      expect([x + width <= safe.to[0], y + height <= safe.to[1]], `${part}`).toEqual([true, true])
    }
  }
  const look = async (viewport: { width: number; height: number }, insets: Insets) => {
    await page.setViewportSize(viewport)
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
    const safe = {
      from: [insets.left, insets.top],
      to: [viewport.width - insets.right, viewport.height - insets.bottom],
    } as const
    await page.goto(`${gallery}/messages`)
    await expect(navigation(page).getByRole('link')).toHaveCount(3)
    await expectClear(
      [page.getByRole('heading', { name: 'Messages' }), ...(await navigation(page).getByRole('link').all())],
      safe,
    )
    await friend(page).click()
    const textbox = page.getByRole('textbox', { name: 'Message' })
    // The editor has replaced the plain textbox.
    await expect(textbox).toHaveAttribute('contenteditable', 'true')
    await expectClear([page.getByRole('heading', { name: 'Amara Okafor' }), textbox], safe)
  }
  await look(compact, { top: 47, bottom: 34, left: 0, right: 0 })
  await look({ width: 844, height: 390 }, { top: 0, bottom: 21, left: 47, right: 47 })
})

test('the link’s layout parameter overrides the width [LAYOUT-12]', async ({ page, gallery }) => {
  await page.goto(`${gallery}/onboard?layout=compact&screen=messages`)
  await expect(page.locator('html')).toHaveAttribute('data-frame', 'compact')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-frame', 'compact')
})

for (const viewport of [compact, { width: 1440, height: 900 }])
  test(`the navigation shows unread counts up to 99+ at ${viewport.width} px [LAYOUT-03 LAYOUT-05] [LAYOUT-03 LAYOUT-05]`, async ({
    page,
    gallery,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto(`${gallery}/my`)
    const messages = navigation(page).getByRole('link', { name: 'Messages', exact: true })
    await expect(messages).toContainText('16')
    await expect(messages).toHaveAccessibleDescription('16 unread messages')
    await expect(navigation(page).getByRole('link', { name: 'Contacts', exact: true })).toContainText('2')
    await page.goto(`${gallery}/my?unread=100`)
    await expect(messages).toContainText('99+')
    await expect(page).toHaveTitle(/^\(99\+\) /)
  })

test('panes slide forward and back, a column slides out, and nothing moves while motion is reduced', async ({
  page,
  gallery,
}) => {
  await page.addInitScript(() => {
    const started: unknown[] = []
    const start = document.startViewTransition.bind(document)
    Object.assign(window, { started })
    document.startViewTransition = (options) => {
      started.push(options && 'types' in options ? options.types?.join() : 'untyped')
      return start(options)
    }
  })
  const started = () => page.evaluate(() => Reflect.get(window, 'started'))
  /** Opens a page and waits until the motion is loaded, which comes after the page. */
  const openPage = async (path: string) => {
    await page.goto(gallery + path)
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ cssRules }) =>
        [...cssRules].some((rule) => rule instanceof CSSKeyframesRule && rule.name === 'pane-over'),
      ),
    )
  }
  const openAndLeave = async () => {
    await friend(page).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(navigation(page)).toBeVisible()
  }
  await page.setViewportSize(compact)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openPage('/messages')
  await openAndLeave()
  await expect.poll(started).toEqual(['forward', 'back'])
  // A press during the movement reaches the page below.
  await friend(page).click()
  await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible()
  await openPage('/messages/sessions/1/settings')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(started).toEqual(['close'])
  await page.setViewportSize(compact)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage('/messages')
  await openAndLeave()
  expect(await started()).toEqual([])
})

test('only one part of the full frame is shown as empty, and a composer keeps its buttons next to an empty list', async ({
  page,
  gallery,
}) => {
  const states = page.locator('[data-empty-state]').filter({ visible: true })
  for (const [path, mood, title] of [
    ['/messages', 'empty', 'No conversations yet'],
    ['/messages', 'usual', 'Choose a conversation'],
    ['/contact', 'empty', 'No friends yet'],
    ['/contact/groups', 'empty', 'No groups yet'],
  ] as const) {
    await page.goto(`${gallery}${path}?gallery=${mood}`)
    await expect(states).toHaveText([new RegExp(`^${title}`)])
  }
  await page.goto(`${gallery}/messages/sessions/1?gallery=empty`)
  await expect(page.getByRole('button', { name: 'Record voice message' })).toBeVisible()
})

test('the list can be resized by pointer and keys within its limits, and its width persists', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages`)
  const edge = page.getByRole('separator', { name: 'Resize list' })
  const list = page.getByRole('region', { name: 'Messages' })
  const width = async () => (await list.boundingBox())?.width
  await expect(edge).toHaveAttribute('aria-valuenow', '360')
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => width()).toBe(370)
  const box = await edge.boundingBox()
  await page.mouse.move(box?.x ?? 0, 400)
  await page.mouse.down()
  await page.mouse.move(1000, 400)
  await expect.poll(() => width()).toBe(420)
  await page.mouse.move(20, 400)
  await page.mouse.up()
  await expect.poll(() => width()).toBe(320)
  await page.reload()
  await expect(edge).toHaveAttribute('aria-valuenow', '320')
  // A drag that only ends at the edge, as of a text selection, resizes nothing.
  await page.mouse.move(900, 400)
  await page.mouse.down()
  const end = await edge.boundingBox()
  await page.mouse.move((end?.x ?? 0) + 5, 400)
  await page.mouse.up()
  await expect(edge).toHaveAttribute('aria-valuenow', '320')
})

test('the desktop’s own page has a popover with the QR code of the install address [LAYOUT-06]', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${gallery}/my`)
  const button = page.getByRole('button', { name: 'Get the app on your phone' })
  await button.click()
  const popover = page.getByRole('dialog', { name: 'Get the app on your phone' })
  await expect(popover.getByRole('img', { name: `${gallery}/` })).toBeVisible()
  await expectAccessible(page, 'install code')
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
  await expect(button).toBeFocused()
  await page.setViewportSize(compact)
  await expect(button).toHaveCount(0)
})

test('on a foldable device list and conversation fill one half each, and neither they nor a dialog are on the hinge', async ({
  page,
  gallery,
}) => {
  const hinge = { from: 540, to: 574 }
  await page.goto(`${gallery}/messages/sessions/2`)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...{ width: 1114, height: 705, deviceScaleFactor: 1, mobile: false },
    displayFeature: { orientation: 'vertical', offset: hinge.from, maskLength: hinge.to - hinge.from },
  })
  const boxOf = async (role: 'region' | 'main' | 'dialog', name?: string) => {
    const { x = 0, width = 0 } =
      (await page.getByRole(role, name === undefined ? {} : { name }).boundingBox()) ?? {}
    return [x, x + width]
  }
  await expect.poll(() => boxOf('region', 'Messages')).toEqual([64, hinge.from])
  await expect.poll(() => boxOf('main')).toEqual([hinge.to, 1114])
  for (const keys of ['Control+K', 'Control+/']) {
    await page.keyboard.press(keys)
    await expect.poll(async () => (await boxOf('dialog'))[0]).toBeGreaterThan(hinge.to)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await expect.poll(() => boxOf('region', 'Messages')).toEqual([hinge.to, 1050])
  await expect.poll(() => boxOf('main')).toEqual([0, hinge.from])
  await session.detach()
})
