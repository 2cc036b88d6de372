import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'
import { comeToRest, readStillness, twoFrames, watchStillness } from './support/stillness.ts'
import { setVisible } from './support/visibility.ts'

/** A conversation of 1,000 messages of which 50 are loaded, as one page of the server. */
const open = async (page: Page, gallery: string, query = ''): Promise<Locator> => {
  await page.goto(`${gallery}/messages/sessions/2${query}`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByRole('article').last()).toBeInViewport()
  await expect(log.locator('[data-message-id="951"]')).toBeAttached()
  return log
}
const scrollTo = (log: Locator, top: number) =>
  log.evaluate((element, to) => element.scrollTo({ top: to, behavior: 'instant' }), top)
const fromTail = (log: Locator) =>
  log.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop)
const receive = (page: Page, count: number) =>
  page.evaluate((detail) => window.dispatchEvent(new CustomEvent('gallery:receive', { detail })), count)
const numberOfFirstInView = (log: Locator) =>
  log.evaluate((list) => {
    const frame = list.getBoundingClientRect()
    const items = [...list.querySelectorAll<HTMLElement>('article')]
    const first = items.find((item) => item.getBoundingClientRect().top >= frame.top)
    return { number: Number(first?.dataset.messageId), top: first?.getBoundingClientRect().top ?? 0 }
  })
const topOf = (log: Locator, number: number) =>
  log.locator(`[data-message-id="${number}"]`).evaluate((item) => item.getBoundingClientRect().top)

test('prepending older messages moves the message being read by 0 px [VIEW-36]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  for (const oldest of [951, 901, 851, 801, 751]) {
    await scrollTo(log, 3000)
    await scrollTo(log, 20)
    await twoFrames(page)
    await watchStillness(page)
    const first = log.locator(`[data-message-id="${oldest}"]`)
    await expect(first).toBeInViewport()
    await expect(log.locator(`[data-message-id="${oldest - 1}"]`)).toBeAttached()
    await page.waitForFunction(() => (window.stillness?.frames ?? 0) > 3)
    const { farthest } = await readStillness(page)
    expect(farthest).toBe(0)
  }
})

test('the list stays at the tail when its content is shorter for a moment between two frames [VIEW-28]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  await expect.poll(() => fromTail(log)).toBe(0)
  const shrunkBy = await log.evaluate((list) => {
    const before = list.scrollTop
    const article = list.querySelector('article')
    if (article) article.style.marginBlockStart = '-16px'
    // Reading it makes the browser lay out and scroll back to the shorter content.
    const during = list.scrollTop
    if (article) article.style.marginBlockStart = ''
    return before - during
  })
  expect(shrunkBy).toBe(16)
  await twoFrames(page)
  expect(await fromTail(log)).toBe(0)
})

test('scrolling through hundreds of messages never jumps and keeps at most 200 in the document', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  for (const oldest of [951, 901, 851, 801, 751]) {
    await expect(log.locator(`[data-message-id="${oldest}"]`)).toBeAttached()
    await scrollTo(log, 0)
    await expect(log.locator(`[data-message-id="${oldest - 1}"]`)).toBeAttached()
  }
  await log.hover()
  // Fewer steps than the tail needs, because its distance depends on the number of date separators.
  for (const distance of [600, -600])
    for (let step = 0; step < 25; step += 1) {
      const { number, top } = await numberOfFirstInView(log)
      await page.mouse.wheel(0, distance)
      await expect.poll(() => topOf(log, number)).toBe(top - distance)
      await twoFrames(page)
      expect(await topOf(log, number)).toBe(top - distance)
      expect(await log.getByRole('article').count()).toBeLessThanOrEqual(200)
    }
})

test('away from the tail arriving messages cause no movement, and the button counts them [VIEW-09]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  await scrollTo(log, 1500)
  const latest = page.getByRole('button', { name: 'Latest messages' })
  await expect(latest).toHaveText('')
  await watchStillness(page)
  await receive(page, 2)
  await expect(latest).toHaveAccessibleDescription('2 new messages')
  // Text in the button that its name lacks would be an error of accessibility.
  await expect(latest).toHaveText('')
  await receive(page, 3)
  await expect(latest).toHaveAccessibleDescription('5 new messages')
  await receive(page, 300)
  await expect(latest.locator('xpath=..')).toHaveText('99+')
  expect(await readStillness(page)).toMatchObject({ farthest: 0 })

  await latest.click()
  await expect(log.locator('[data-message-id="1305"]')).toBeInViewport()
  await expect(latest).toHaveCount(0)
  await expect.poll(() => fromTail(log)).toBe(0)
  expect(await log.getByRole('article').count()).toBeLessThanOrEqual(200)
})

test('at the tail the list follows arriving messages and marks them read [VIEW-28 VIEW-29]', async ({
  page,
  gallery,
}) => {
  await watchCalls(page)
  const log = await open(page, gallery)
  for (const [count, newest] of [
    [1, 1001],
    [3, 1004],
    [500, 1504],
  ] as const) {
    await receive(page, count)
    await expect(log.locator(`[data-message-id="${newest}"]`)).toBeInViewport()
    await expect
      .poll(() => callsOf(page, 'dispatch'))
      .toContainEqual([expect.objectContaining({ type: 'MarkRead', upTo: newest })])
    await expect.poll(() => fromTail(log)).toBe(0)
    expect(await log.getByRole('article').count()).toBeLessThanOrEqual(200)
  }
  await scrollTo(log, 1000)
  await expect(page.getByRole('button', { name: 'Latest messages' })).toHaveAccessibleDescription('')
})

test('a hidden tab marks no message read until it is visible again [VIEW-29]', async ({ page, gallery }) => {
  await watchCalls(page)
  const log = await open(page, gallery)
  await setVisible(page, false)
  await receive(page, 2)
  await expect(log.locator('[data-message-id="1002"]')).toBeInViewport()
  await twoFrames(page)
  expect(JSON.stringify(await callsOf(page, 'dispatch'))).not.toContain('MarkRead')
  await setVisible(page, true)
  await expect
    .poll(() => callsOf(page, 'dispatch'))
    .toContainEqual([expect.objectContaining({ type: 'MarkRead', upTo: 1002 })])
})

test('a picture that grows above or below the message being read moves it by 0 px', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  await scrollTo(log, 1500)
  await twoFrames(page)
  await watchStillness(page)
  for (const side of ['first', 'last'] as const)
    for (const height of [400, 90, 700]) await growMessage(log, side, height)
  expect(await readStillness(page)).toMatchObject({ farthest: 0 })
})

/** Changes the height of the oldest or newest message at the start of a frame, as loading media does. */
const growMessage = (log: Locator, side: 'first' | 'last', height: number) =>
  log.evaluate(
    (list, [which, to]) =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          const items = list.querySelectorAll<HTMLElement>('article')
          const item = which === 'first' ? items[0] : items[items.length - 1]
          if (item !== undefined) item.style.minBlockSize = `${to}px`
          requestAnimationFrame(resolve)
        }),
      ),
    [side, height] as const,
  )

test('unfolding a long message does not move its first line, at the tail too [MSG-27]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  const message = log.locator('[data-message-id="999"]')
  const shown = message.locator('[data-message-text]').locator('..')
  const lines = () =>
    shown.evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
  await expect.poll(lines).toBe(18)
  await comeToRest(message)
  const before = await topOf(log, 999)
  await message.getByRole('button', { name: 'Show more' }).click()
  await expect(message.getByRole('button', { name: 'Show less' })).toBeAttached()
  await expect.poll(lines).toBe(30)
  expect(await topOf(log, 999)).toBe(before)
})

test('a conversation opens at its newest message, or with fromUnread at the first unread one [VIEW-39]', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery, '?unread=120')
  await expect.poll(() => fromTail(log)).toBe(0)
  await page.goto(`${gallery}/messages/sessions/2?unread=120&fromUnread=1`)
  const divider = page.getByText('Unread messages')
  await expect(divider).toBeInViewport()
  await expect(log.locator('[data-message-id="1000"]')).not.toBeInViewport()
  await expect.poll(() => fromTail(log)).toBeGreaterThan(1000)
})

test('"First unread" shows above 50 unread messages and leads to the divider [VIEW-10]', async ({
  page,
  gallery,
}) => {
  const button = page.getByRole('button', { name: 'First unread' })
  await open(page, gallery, '?unread=80')
  await button.click()
  await expect(page.getByText('Unread messages')).toBeInViewport()
  await expect(button).toHaveCount(0)
  await open(page, gallery, '?unread=50')
  await expect(button).toHaveCount(0)
})

test('the messages are one tab stop, and arrows, Home and End move between them', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  const attach = page.getByRole('button', { name: 'Attach' })
  await attach.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(log.locator('[data-message-id="1000"]')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(log.locator('[data-message-id="999"]')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(log.locator('[data-message-id="951"]')).toBeFocused()
  await expect(log.locator('[data-message-id="951"]')).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(log.locator('[data-message-id="952"]')).toBeFocused()
  await page.keyboard.press('End')
  await expect(log.locator('[data-message-id="1000"]')).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(log.locator('[data-message-id="1000"]')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(attach).toBeFocused()
})

test('sending many messages in a row keeps each in view and the document small', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery)
  await scrollTo(log, 500)
  const composer = page.getByRole('textbox', { name: 'Message' })
  for (let number = 1; number <= 60; number += 1) {
    await composer.fill(`sent ${number}`)
    await composer.press('Enter')
  }
  await expect(log.getByRole('article').last()).toContainText('sent 60')
  await expect(log.getByRole('article').last()).toBeInViewport()
  await expect.poll(() => fromTail(log)).toBe(0)
  expect(await log.getByRole('article').count()).toBeGreaterThanOrEqual(110)
})

test('selected text stays selected when its message is scrolled far away, and is copied in message order', async ({
  page,
  gallery,
}) => {
  const log = await open(page, gallery, '?loaded=600')
  // The editor takes the selection when it gets the focus.
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAttribute('contenteditable', 'true')
  const select = (from: number, to: number) =>
    log.evaluate(
      (list, ids) => {
        const [first, last] = ids.map((id) =>
          list.querySelector(`[data-message-id="${id}"] [data-message-text]`),
        )
        if (first && last) window.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length)
      },
      [from, to] as const,
    )
  await select(997, 998)
  const selected = () => page.evaluate(() => window.getSelection()?.toString() ?? '')
  const before = await selected()
  expect(before).toMatch(/997[\s\S]*998/)
  await log.hover()
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(0, -1500)
    await twoFrames(page)
  }
  await expect(log.locator('[data-message-id="800"]')).toBeAttached()
  expect(await selected()).toBe(before)
})
