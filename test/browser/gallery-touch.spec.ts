import type { Page } from '@playwright/test'
import { fingersOn } from './support/fingers.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'
import { comeToRest } from './support/stillness.ts'

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

const middle = { x: 195, y: 430 }
const viewer = (page: Page) => page.getByRole('dialog', { name: /^(Photo|Video) from/ })

test('touch gestures switch media in the viewer, zoom by pinch and double tap, and close it by a swipe down [MEDIA-03 MEDIA-04 MEDIA-05 MEDIA-07 MEDIA-09]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/3/media/85`)
  const picture = viewer(page).getByRole('img', { name: 'Photo' })
  await expect(picture).toHaveAttribute('data-loaded', 'true')
  const position = viewer(page).getByRole('status')
  const before = await position.textContent()
  await comeToRest(picture)
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const whole = await width()
  const fingers = await fingersOn(page)

  // A double tap zooms into the touched spot, another one zooms out. Two slow taps do neither.
  await fingers.tap(middle)
  fingers.rest(400)
  await fingers.tap(middle)
  expect(await width()).toBeCloseTo(whole, 0)
  fingers.rest(400)
  await fingers.tap(middle)
  fingers.rest(120)
  await fingers.tap(middle)
  await expect.poll(width).toBeCloseTo(2.5 * whole, 0)

  // While zoomed, a drag pans the picture and neither switches nor closes.
  fingers.rest(400)
  await comeToRest(picture)
  const left = (await picture.boundingBox())?.x ?? 0
  await fingers.drag(middle, { x: 75, y: 430 }, 300)
  await expect.poll(async () => ((await picture.boundingBox())?.x ?? 0) < left - 50).toBe(true)
  await expect(position).toHaveText(before ?? '')
  await comeToRest(picture)
  fingers.rest(400)
  await fingers.tap(middle)
  fingers.rest(120)
  await fingers.tap(middle)
  await expect.poll(width).toBeCloseTo(whole, 0)

  // A pinch zooms in up to tenfold, and out again.
  fingers.rest(400)
  const pinch = async (from: number, to: number) => {
    const apart = (by: number) => [
      { x: 195 - by, y: 430 },
      { x: 195 + by, y: 430 },
    ]
    await fingers.down(...apart(from))
    await fingers.move(apart(to), 300)
    await fingers.lift(0)
    fingers.rest(400)
  }
  await pinch(20, 60)
  await expect.poll(width).toBeGreaterThan(2 * whole)
  await pinch(10, 180)
  await pinch(10, 180)
  await expect.poll(width).toBeCloseTo(10 * whole, 0)
  for (let count = 0; count < 3; count += 1) await pinch(180, 10)
  await expect.poll(width).toBeCloseTo(whole, 0)

  // A horizontal swipe goes to the next item and back. The address follows.
  await fingers.drag({ x: 340, y: 430 }, { x: 60, y: 436 }, 200)
  await expect(page).toHaveURL(/\/media\/86$/)
  fingers.rest(400)
  await fingers.drag({ x: 60, y: 430 }, { x: 340, y: 436 }, 200)
  await expect(page).toHaveURL(/\/media\/85$/)
  await expect(position).toHaveText(before ?? '')

  // A downward swipe that is too short or too slow does not close.
  fingers.rest(400)
  await fingers.drag({ x: 195, y: 300 }, { x: 198, y: 336 }, 100)
  fingers.rest(400)
  await fingers.drag({ x: 195, y: 300 }, { x: 198, y: 400 }, 1000)
  await expect(viewer(page)).toBeVisible()
  fingers.rest(400)
  await fingers.drag({ x: 195, y: 300 }, { x: 198, y: 420 }, 200)
  await expect(viewer(page)).toBeHidden()
  await expect(page).toHaveURL(/\/messages\/sessions\/3$/)
})

test('the recorder’s button records while a finger holds it, sends on release, and discards after sliding away [REC-01 REC-03]', async ({
  page,
  gallery,
}) => {
  await watchCalls(page)
  await page.goto(`${gallery}/messages/sessions/2`)
  const button = page.getByRole('button', { name: 'Record voice message' })
  // The editor, which replaces the plain textbox, may move the button.
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAttribute('contenteditable', 'true')
  await comeToRest(button)
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  const onButton = { x: x + width / 2, y: y + height / 2 }
  const recorder = page.getByRole('group', { name: 'Voice recorder' })
  const fingers = await fingersOn(page)
  const sent = async () => (await callsOf(page, 'sendAttachment')).length

  await fingers.down(onButton)
  await expect(recorder.getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  await fingers.move([{ ...onButton, x: onButton.x - 120 }], 200)
  await expect(recorder).toBeHidden()
  await fingers.lift(0)
  expect(await sent()).toBe(0)

  await fingers.down(onButton)
  await expect(recorder.getByRole('timer')).toHaveText(/^0:0[2-9]$/)
  await fingers.lift(0)
  await expect(recorder).toBeHidden()
  await expect.poll(sent).toBe(1)
})

test('the bottom bar is hidden while a keyboard covers the page [LAYOUT-10]', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages`)
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar).toBeVisible()
  /** Makes the visible part of the window this much lower than the window, px. */
  const cover = (height: number) =>
    page.evaluate((covered) => {
      const { visualViewport } = window
      if (!visualViewport) throw new Error('The browser has no visual viewport')
      Object.defineProperty(visualViewport, 'height', { value: innerHeight - covered, configurable: true })
      visualViewport.dispatchEvent(new Event('resize'))
    }, height)
  const isHiddenAfterCover = async () => {
    await cover(300)
    return bar.isHidden()
  }
  // A lazy chunk detects the keyboard. It loads after the page, so that the first resize can come too early.
  await expect.poll(isHiddenAfterCover).toBe(true)
  await cover(299)
  await expect(bar).toBeVisible()
})

test('a long enough pull at the top of a page refreshes it in the compact and the embedded frame, and in no other [LAYOUT-07 LAYOUT-09]', async ({
  page,
  gallery,
}) => {
  const fingers = await fingersOn(page)
  const markPage = () => page.evaluate(() => document.documentElement.setAttribute('data-old', ''))
  const html = page.locator('html')
  const heading = page.getByRole('heading', { name: 'My' })
  // The gestures are in a lazy chunk, which loads after the page and listens to the document.
  await page.addInitScript(() => {
    const add = document.addEventListener
    document.addEventListener = (type: string, ...given: [EventListener, AddEventListenerOptions?]) => {
      if (type === 'touchstart') document.documentElement.setAttribute('data-has-gestures', '')
      add.call(document, type, ...given)
    }
  })
  const pull = async (length: number, hasGestures = true) => {
    await expect(heading).toBeVisible()
    if (hasGestures) await expect(html).toHaveAttribute('data-has-gestures')
    await markPage()
    fingers.rest(1000)
    await fingers.drag({ x: 195, y: 120 }, { x: 195, y: 120 + length }, 400)
  }
  for (const path of ['/my', '/onboard?app=shell&screen=my']) {
    await page.goto(gallery + path)
    await pull(300)
    await expect(html).not.toHaveAttribute('data-old')
    await pull(200)
    await page.getByRole('link', { name: /^Notification/ }).click()
    await expect(html).toHaveAttribute('data-old')
  }
  await page.goto(`${gallery}/onboard?layout=full&screen=my`)
  await pull(300, false)
  await page.getByRole('link', { name: /^Notification/ }).click()
  await expect(html).toHaveAttribute('data-old')
})

test('dragging a page away reveals the previous page', async ({ page, gallery }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const fingers = await fingersOn(page)
  const [edge, inside] = [
    { x: 8, y: 400 },
    { x: 240, y: 410 },
  ]
  const list = page.getByRole('list', { name: 'Conversations' })
  await page.goto(`${gallery}/onboard?app=shell&screen=messages`)
  await list.getByRole('link').first().click()
  await expect(page.getByRole('log')).toBeVisible()
  await expect(list).toBeHidden()
  await comeToRest(page.getByRole('main').last())
  await fingers.down(edge)
  await fingers.move([inside], 400)
  await expect(list.getByRole('link').first()).toBeInViewport()
  await fingers.move([edge], 400)
  await fingers.lift(0)
  await expect(list).toBeHidden()

  await test.step('nothing follows the finger if this person has reduced motion', async () => {
    const reduce = (isMotionReduced: boolean) =>
      page.evaluate((detail) => window.dispatchEvent(new CustomEvent('gallery:look', { detail })), {
        isMotionReduced,
      })
    await reduce(true)
    fingers.rest(1000)
    await fingers.down(edge)
    await fingers.move([inside], 400)
    await expect(list).toBeHidden()
    await fingers.move([edge], 400)
    await fingers.lift(0)
    await reduce(false)
  })

  fingers.rest(1000)
  await page.getByRole('button', { name: 'Conversation settings' }).click()
  await expect(page.getByRole('heading', { name: 'Conversation settings' })).toBeVisible()
  await expect(page.getByRole('log')).toBeHidden()
  // A finger reaches no page during a transition.
  const isMoving = () => document.documentElement.matches(':active-view-transition')
  await expect.poll(() => page.evaluate(isMoving)).toBe(false)
  await comeToRest(page.getByRole('main').last())
  fingers.rest(1000)
  await fingers.down(edge)
  await fingers.move([inside], 400)
  await expect(page.getByRole('log')).toBeInViewport()
  await fingers.lift(0)
  await expect(page.getByRole('heading', { name: 'Conversation settings' })).toHaveCount(0)
  await expect(page.getByRole('log')).toBeVisible()
  await expect(list).toBeHidden()
})

test('rows of the conversation list are swiped: forwards read and hide, backwards pin and mute, and a scroll does nothing', async ({
  page,
  gallery,
}) => {
  await watchCalls(page)
  await page.goto(`${gallery}/messages`)
  const row = page.getByRole('link', { name: /^Amara Okafor/ })
  await expect(row).toBeVisible()
  const { y = 0, height = 0 } = (await row.boundingBox()) ?? {}
  const at = (x: number) => ({ x, y: y + height / 2 })
  const fingers = await fingersOn(page)
  const drag = async (from: number, to: number) => {
    fingers.rest(1000)
    await fingers.drag(at(from), at(to), 300)
  }
  const lastCall = async (name: string) => (await callsOf(page, name)).at(-1)

  // The swipes are code of their own, which loads after the list. A finger that returns does nothing.
  const offered = page.getByText('Mark as read', { exact: true })
  const isOffered = async () => {
    fingers.rest(1000)
    await fingers.down(at(120))
    await fingers.move([at(220)], 300)
    const isVisible = await offered.isVisible()
    await fingers.move([at(120)], 300)
    await fingers.lift(0)
    return isVisible
  }
  await expect.poll(isOffered).toBe(true)

  // Too short, downwards, and from the edge. A longer pull would refresh the page.
  await drag(150, 200)
  fingers.rest(1000)
  await fingers.drag(at(150), { x: 220, y: y + height / 2 + 120 }, 300)
  await drag(10, 200)
  expect(await callsOf(page, 'dispatch')).toEqual([])

  fingers.rest(1000)
  await fingers.down(at(120))
  await fingers.move([at(220)], 300)
  await expect(offered).toBeVisible()
  await fingers.lift(0)
  await expect.poll(() => lastCall('dispatch')).toMatchObject([{ type: 'MarkConversationRead' }])
  // The release opened nothing.
  await expect(page).toHaveURL(/\/messages$/)
  // The conversation is pinned already.
  await drag(300, 200)
  await expect.poll(() => lastCall('setPinned')).toEqual([expect.anything(), false])
  await drag(380, 200)
  await expect.poll(() => lastCall('setMuted')).toEqual([expect.anything(), true])
  await drag(100, 300)
  await expect.poll(() => lastCall('dispatch')).toMatchObject([{ type: 'HideConversation' }])
})
