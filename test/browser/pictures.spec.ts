import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { attach, bring, tray } from './support/attaching.ts'
import {
  articles,
  delayRequests,
  expect,
  meet,
  meetCaller,
  openConversation,
  test,
  welcome,
} from './support/journey.ts'
import { createPng } from './support/png.ts'
import { comeToRest } from './support/stillness.ts'

const holiday = { name: 'holiday.png', mimeType: 'image/png', buffer: createPng(1600, 1200) }
/** The size at a height of 1024, with an even width. */
const scaled = { width: 1366, height: 1024 }

const pictures = (page: Page) => articles(page).getByRole('button', { name: 'Open photo' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

const naturalSize = (page: Page) =>
  pictures(page)
    .getByRole('img')
    .evaluate((image) =>
      image instanceof HTMLImageElement
        ? { width: image.naturalWidth, height: image.naturalHeight }
        : undefined,
    )

/** The space between a message's time and the lower edge of the pill that it is drawn on, CSS px. */
const spaceBelowTime = (page: Page) =>
  articles(page)
    .last()
    .locator('time')
    .evaluate((time) => {
      const pill = time.parentElement?.parentElement
      return (pill?.getBoundingClientRect().bottom ?? 0) - time.getBoundingClientRect().bottom
    })

test.describe('pictures', () => {
  test('are sent by the picker, reserve their space while they load, and are readable by members only [LIFE-02 MEDIA-10 MEDIA-33 MEDIAT-02 MEDIAT-03]', async ({
    browser,
    server,
  }) => {
    test.setTimeout(120_000)
    const { ada, ben } = await meet(browser, server)
    const release = await delayRequests(ben.page, '**/files/messages/**')
    await openConversation(ben.page, 'Ada')

    await attach(ada.page, holiday)
    await expect(tray(ada.page).getByRole('img', { name: 'holiday.png' })).toBeVisible()
    await expectAccessible(ada.page, 'a picture to be sent')
    await sendButton(ada.page).click()
    await expect(tray(ada.page)).toBeHidden()
    await expect(articles(ada.page).last()).toHaveAttribute('data-state', /sent|read/)

    // Ben sees the reserved space before the first byte, and nothing moves when the picture loads.
    const picture = pictures(ben.page)
    await expect(picture).toBeVisible()
    await comeToRest(picture)
    const before = await picture.boundingBox()
    expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(scaled.width / scaled.height, 1)
    expect(before?.height).toBeLessThanOrEqual((ben.page.viewportSize()?.height ?? 0) / 4)
    release()
    await expect(picture.getByRole('img')).toHaveAttribute('data-loaded', 'true')
    expect(await picture.boundingBox()).toEqual(before)
    expect(await naturalSize(ben.page)).toEqual(scaled)
    expect(await spaceBelowTime(ben.page)).toBeGreaterThan(2)

    await ben.page.reload()
    await expect(picture.getByRole('img')).toHaveAttribute('data-loaded', 'true')
    await ada.page.reload()
    await expect(pictures(ada.page).getByRole('img')).toHaveAttribute('data-loaded', 'true')
    await expect(
      ada.page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').first(),
    ).toContainText('[Photo]')

    await expectAccessible(ben.page, 'a picture in a conversation')
    await picture.click()
    const preview = ben.page.getByRole('dialog', { name: 'Photo from Ada' })
    await expect(preview.getByRole('img', { name: 'Photo' })).toBeVisible()
    await expectAccessible(ben.page, 'a picture over the page')
    await ben.page.keyboard.press('Escape')
    await expect(preview).toBeHidden()

    const path = (await picture.getByRole('img').getAttribute('src')) ?? ''
    expect(path).toMatch(/^\/files\/messages\/[0-9a-f]{40}\.png$/)
    const own = await ben.context.request.get(`${server.address}${path}`)
    expect([own.status(), own.headers()['cache-control']]).toEqual([200, 'no-store'])
    const eve = await welcome(await browser.newContext(), server, 'Eve')
    expect((await eve.context.request.get(`${server.address}${path}`)).status()).toBe(404)
    await expect(
      eve.page.evaluate(
        (address) =>
          new Promise((resolve) => {
            const image = new Image()
            image.onload = () => resolve('drawn')
            image.onerror = () => resolve('refused')
            image.src = address
          }),
        path,
      ),
    ).resolves.toBe('refused')
  })

  test('of one send are an album on both sides, with reserved places, and each stays a message [MEDIA-03 MEDIA-10 SESS-47]', async ({
    browser,
    server,
  }) => {
    const { ada, ben } = await meet(browser, server)
    const release = await delayRequests(ben.page, '**/files/messages/**')
    const sizes = [createPng(640, 400), createPng(300, 500), createPng(400, 400)]
    await attach(
      ada.page,
      sizes.map((buffer, index) => ({ ...holiday, name: `lake ${index}.png`, buffer })),
    )
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('By the lake')
    await sendButton(ada.page).click()
    const row = ben.page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').first()
    await expect(row).toContainText('[3 photos] By the lake')
    await openConversation(ben.page, 'Ada')

    const album = (page: Page) => page.getByRole('figure', { name: '3 photos' })
    const boxes = (page: Page) =>
      articles(page).evaluateAll((all) =>
        all.map((article) => {
          const { x, y, width, height } = article.getBoundingClientRect()
          return [x, y, width, height]
        }),
      )
    await expect(album(ada.page).getByRole('article')).toHaveCount(3)
    await expect(album(ben.page).getByRole('article')).toHaveCount(3)
    await expect(articles(ben.page)).toHaveCount(4)
    await comeToRest(articles(ben.page).last())
    const before = await boxes(ben.page)
    expect((await album(ben.page).boundingBox())?.height).toBeLessThan(900 / 2)
    release()
    await expect(pictures(ben.page).locator('img[data-loaded="true"]')).toHaveCount(3)
    expect(await boxes(ben.page)).toEqual(before)
    await expectAccessible(ben.page, 'an album')

    // The arrows walk from picture to picture, and a press opens each in the viewer.
    await articles(ben.page).last().focus()
    await ben.page.keyboard.press('ArrowUp')
    await expect(album(ben.page).getByRole('article').last()).toBeFocused()
    await pictures(ben.page).nth(1).click()
    await expect(ben.page.getByRole('dialog', { name: 'Photo from Ada' })).toBeVisible()
    await ben.page.keyboard.press('Escape')
    await expect(ben.page.getByRole('dialog')).toBeHidden()

    await album(ben.page).getByRole('article').first().focus()
    await ben.page.keyboard.press('Delete')
    await ben.page.getByRole('alertdialog').getByRole('button', { name: 'Delete for me' }).click()
    await expect(ben.page.getByRole('figure', { name: '2 photos' })).toBeVisible()
    await expect(row).toContainText('[2 photos] By the lake')
    await expect(album(ada.page)).toBeVisible()
  })

  test('that are empty are rejected with a message, and the typed text stays [MEDIA-28]', async ({
    browser,
    server,
  }) => {
    const { ada } = await meetCaller(browser, server)
    const composer = ada.page.getByRole('textbox', { name: 'Message' })
    await composer.fill('words of mine')
    await attach(ada.page, { ...holiday, name: 'empty.png', buffer: Buffer.alloc(0) })
    await expect(ada.page.getByRole('alert').filter({ hasText: 'empty.png' })).toContainText('cannot be used')
    await expect(tray(ada.page)).toBeHidden()
    await expect(composer).toHaveText('words of mine')

    // One press sends both. The text does not wait for the upload.
    await attach(ada.page, holiday)
    await sendButton(ada.page).click()
    await expect(composer).toHaveText('')
    await expect(articles(ada.page)).toHaveCount(2)
    await expect(pictures(ada.page).getByRole('img', { name: 'Photo' })).toBeVisible()
    await expect(articles(ada.page).filter({ hasText: 'words of mine' })).toHaveCount(1)
    await expect(articles(ada.page).and(ada.page.locator('[data-state="sent"]'))).toHaveCount(2)
  })

  test('are added by paste and by drop, and can be removed before sending [VIEW-23]', async ({
    browser,
    server,
  }) => {
    const { ada } = await meetCaller(browser, server)
    const picture = { type: 'image/png', bytes: createPng(20, 10) }
    await bring(ada.page, 'paste', { name: 'pasted.png', ...picture })
    await bring(ada.page, 'drop', { name: 'dropped.png', ...picture })
    await expect(tray(ada.page).getByRole('img')).toHaveCount(2)
    await tray(ada.page).getByRole('button', { name: 'Remove pasted.png' }).click()
    await sendButton(ada.page).click()
    await expect(articles(ada.page)).toHaveCount(1)
    await expect(articles(ada.page)).toHaveAttribute('data-state', /sent|read/)
    await ada.page.reload()
    await expect(pictures(ada.page).getByRole('img')).toHaveAttribute('data-loaded', 'true')
    expect(await naturalSize(ada.page)).toEqual({ width: 20, height: 10 })
  })

  test('are cropped, turned and mirrored before sending, until a reset brings the original back', async ({
    browser,
    server,
  }) => {
    const { ada } = await meetCaller(browser, server)
    const at = ada.page
    const animated = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    await attach(at, [
      { ...holiday, buffer: createPng(300, 200) },
      { name: 'wave.gif', mimeType: 'image/gif', buffer: animated },
    ])
    const edit = tray(at).getByRole('button', { name: 'Edit holiday.png' })
    const editor = at.getByRole('dialog', { name: 'Edit picture' })
    const press = (name: string) => editor.getByRole('button', { name, exact: true }).click()
    const size = () =>
      tray(at)
        .getByRole('img', { name: 'holiday.png' })
        .evaluate((image) =>
          image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : undefined,
        )
    await expect(tray(at).getByRole('img')).toHaveCount(2)
    await expect(tray(at).getByRole('button', { name: 'Edit wave.gif' })).toHaveCount(0)

    await edit.click()
    await press('Turn right')
    await editor.getByText('16:9').click()
    await expectAccessible(at, 'the editor of a picture')
    await press('Done')
    await expect(editor).toBeHidden()
    await expect(edit).toBeFocused()
    // The largest rectangle of 16:9 in 200 by 300.
    await expect.poll(size).toEqual([200, 112])

    await edit.press('Enter')
    await press('Turn left')
    await at.keyboard.press('Escape')
    await expect(editor).toBeHidden()
    expect(await size()).toEqual([200, 112])

    await edit.click()
    await press('Reset')
    await press('Done')
    await expect.poll(size).toEqual([300, 200])

    await edit.click()
    await press('Mirror')
    await editor.getByRole('button', { name: 'Left edge' }).press('Control+ArrowRight')
    await editor.getByRole('group', { name: 'Crop area' }).press('ArrowUp')
    await press('Done')
    // The cropped picture has no size while it loads.
    const isCropped = async () => {
      const [width = 0, height = 0] = (await size()) ?? []
      return width > 0 && width < 280 && height === 200
    }
    await expect.poll(isCropped).toBe(true)
    const [width = 0, height = 0] = (await size()) ?? []

    await tray(at).getByRole('button', { name: 'Remove wave.gif' }).click()
    await sendButton(at).click()
    await expect(articles(at)).toHaveAttribute('data-state', /sent|read/)
    await at.reload()
    await expect(pictures(at).getByRole('img')).toHaveAttribute('data-loaded', 'true')
    expect(await naturalSize(at)).toEqual({ width, height })
  })

  test('in upload survive a reload, do not block other messages, and can be cancelled [LIFE-02 MSG-18]', async ({
    browser,
    server,
  }) => {
    const { ada } = await meetCaller(browser, server)
    await ada.page.route('**/Api/UploadFile', () => new Promise(() => {}))
    for (const name of ['first.png', 'second.png']) await attach(ada.page, { ...holiday, name })
    await sendButton(ada.page).click()
    await expect(articles(ada.page)).toHaveCount(2)
    const composer = ada.page.getByRole('textbox', { name: 'Message' })
    await composer.fill('overtaking')
    await composer.press('Enter')
    const words = articles(ada.page).filter({ hasText: 'overtaking' })
    await expect(words).toHaveAttribute('data-state', /sent|read/)

    await ada.page.reload()
    const waiting = articles(ada.page).and(ada.page.locator('[data-state="pending"]'))
    await expect(waiting).toHaveCount(2)
    await waiting.first().getByRole('button', { name: 'Cancel upload' }).click()
    await expect(waiting).toHaveCount(1)
    await ada.page.unroute('**/Api/UploadFile')
    await ada.page.reload()
    await expect(articles(ada.page)).toHaveCount(2)
    await expect(waiting).toHaveCount(0)
    await expect(pictures(ada.page).getByRole('img')).toHaveAttribute('data-loaded', 'true')
  })
})
