import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { attach, bring, mediaFile, tray } from './support/attaching.ts'
import { articles, expect, meetCaller, openSection, test } from './support/journey.ts'
import { createPng } from './support/png.ts'

const clip = mediaFile('clip.mp4', 'video/mp4')
const tone = mediaFile('tone.mp3', 'audio/mpeg')
const picture = { name: 'holiday.png', mimeType: 'image/png', buffer: createPng(64, 48) }
const page = {
  name: 'page.html',
  mimeType: 'text/html',
  buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
}
const sendButton = (at: Page) => at.getByRole('button', { name: 'Send', exact: true })
const composerOf = (at: Page) => at.getByRole('textbox', { name: 'Message' })
const alertOf = (at: Page) => at.getByRole('main').getByRole('alert')
const names = (at: Page) =>
  tray(at)
    .getByRole('listitem')
    .getByRole('img')
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('alt') ?? one.getAttribute('aria-label')?.replace(/,.*/, '')),
    )
const allSent = (at: Page, count: number) =>
  expect(articles(at).and(at.locator('[data-state="sent"], [data-state="read"]'))).toHaveCount(count, {
    timeout: 60_000,
  })

/** How long the app waits until a video reports its size, ms. */
const inspectionLimit = 5000
/** The script of the transcoding worker. */
const transcoderScript = /\/assets\/worker-[^/]*\.js$/

interface ReceivedMessage {
  readonly MsgType: string
  readonly Message: string
}

test.describe('attachments', () => {
  test('of every kind are sent in order with their metadata and arrive as the same kind [VIEW-15 MEDIA-30 MEDIA-33 LIFE-02 MSG-08 MSG-09]', async ({
    browser,
    server,
  }) => {
    test.setTimeout(180_000)
    const { ada, ben } = await meetCaller(browser, server)
    const at = ada.page
    await attach(at, [picture, clip])
    await attach(at, tone, 'Audio')
    await attach(at, page, 'File')
    await expect.poll(() => names(at)).toEqual(['holiday.png', 'clip.mp4', 'tone.mp3', 'page.html'])
    await expectAccessible(at, 'attachments to be sent')

    // The keyboard alone moves the file before the sound.
    const earlier = tray(at).getByRole('button', { name: 'Move page.html earlier' })
    await earlier.focus()
    await at.keyboard.press('Enter')
    await expect.poll(() => names(at)).toEqual(['holiday.png', 'clip.mp4', 'page.html', 'tone.mp3'])
    await expect(earlier).toBeFocused()

    await composerOf(at).fill('with a word')
    await sendButton(at).click()
    await allSent(at, 5)
    await expect(tray(at)).toBeHidden()
    // The microphone is now under the mouse, and would show its tooltip.
    await at.mouse.move(720, 300)
    await expectAccessible(at, 'attachments in a conversation')

    const { ChatSessions } = await ben.call<{ ChatSessions: { ID: number }[] }>('/GetAllSessionList', {})
    const received = await ben.call<ReceivedMessage[]>('/GetChatData', {
      ...{ ChatSessionID: ChatSessions[0]?.ID, Status: 2 },
    })
    const bodyOf = (type: string) => received.find(({ MsgType }) => MsgType === type)?.Message ?? ''
    const stored = '/files/messages/[0-9a-f]{40}'
    expect(bodyOf('pic')).toMatch(new RegExp(`^${stored}\\.png\\?w=64&h=48$`))
    expect(bodyOf('video')).toMatch(new RegExp(`^${stored}\\.mp4\\?w=320&h=180&t=2$`))
    expect(bodyOf('audio')).toMatch(new RegExp(`^${stored}\\.mp3\\?t=3\\|3$`))
    expect(bodyOf('file')).toMatch(new RegExp(`^${stored}\\.bin\\|page\\.html$`))
    expect(bodyOf('txt')).toBe('with a word')

    // The page requests the file cookie when it shows a picture from the server.
    await at.reload()
    await expect(articles(at).getByRole('img', { name: 'Photo' })).toHaveAttribute('data-loaded', 'true')
    const headersOf = async (type: string, headers: Record<string, string> = {}) => {
      const response = await ada.context.request.get(`${server.address}${bodyOf(type).split(/[?|]/)[0]}`, {
        headers,
      })
      return { status: response.status(), ...response.headers() }
    }
    expect(await headersOf('video', { Range: 'bytes=0-9' })).toMatchObject({
      ...{ status: 206, 'content-type': 'video/mp4', 'content-length': '10' },
      ...{ 'content-disposition': 'inline', 'cache-control': 'no-store' },
    })
    expect(await headersOf('file')).toMatchObject({
      ...{ status: 200, 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' },
      ...{ 'content-disposition': 'attachment', 'content-security-policy': "default-src 'none'; sandbox" },
    })
  })

  test('that cannot be sent are named, and the valid ones and the text stay [MEDIA-21 MEDIA-22 MEDIA-27 MEDIA-28]', async ({
    browser,
    server,
  }) => {
    test.setTimeout(180_000)
    const { ada } = await meetCaller(browser, server)
    const at = ada.page
    await composerOf(at).fill('words of mine')
    const ten = Array.from({ length: 10 }, (_, index) => ({ ...picture, name: `${index}.png` }))
    await attach(at, ten)
    await expect(alertOf(at)).toContainText('Choose at most 9 photos at once.')
    await expect(tray(at).getByRole('listitem')).toHaveCount(9)

    await attach(at, { ...clip, name: 'empty.mp4', buffer: Buffer.alloc(0) })
    await expect(alertOf(at)).toContainText('“empty.mp4”: This file cannot be used. Choose another one.')
    await bring(at, 'drop', { name: 'large.bin', type: 'application/octet-stream', bytes: 53_000_000 })
    await expect(alertOf(at)).toContainText(
      '“large.bin”: The file is too large. Choose one of at most 50 MB.',
    )
    await expect(tray(at).getByRole('listitem')).toHaveCount(9)
    await expect(composerOf(at)).toHaveText('words of mine')
    for (let index = 1; index < 9; index++)
      await tray(at)
        .getByRole('button', { name: `Remove ${index}.png` })
        .click()
    await expect.poll(() => names(at)).toEqual(['0.png'])
    await expect(alertOf(at)).toBeHidden()

    // The content decides what is a picture, whatever its name. Unknown content is a file.
    await attach(at, { ...picture, name: 'film.mp4', mimeType: 'video/mp4' })
    await attach(at, { ...page, name: 'photo.png', mimeType: 'image/png' })
    await expect.poll(() => names(at)).toEqual(['0.png', 'film.mp4', 'photo.png'])
    // The chosen attachments survive a narrower window, which renders the screen again, and a visit to another page.
    await at.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => names(at)).toEqual(['0.png', 'film.mp4', 'photo.png'])
    await at.setViewportSize({ width: 1440, height: 900 })
    await openSection(at, 'Contacts')
    await at.goBack()
    await expect.poll(() => names(at)).toEqual(['0.png', 'film.mp4', 'photo.png'])
    await expect(composerOf(at)).toHaveText('words of mine')
    await sendButton(at).click()
    await allSent(at, 4)
    await expect(articles(at).getByRole('button', { name: 'Open photo' })).toHaveCount(2)
    await expect(articles(at).filter({ hasText: 'photo.png' })).toHaveCount(1)
    await expect(articles(at).filter({ hasText: 'words of mine' })).toHaveCount(1)
  })

  test('in upload show their progress, can be cancelled immediately, and do not block other messages', async ({
    browser,
    server,
  }) => {
    const { ada } = await meetCaller(browser, server)
    const at = ada.page
    await at.route('**/Api/UploadFile', () => new Promise(() => {}))
    await attach(at, { ...page, name: 'report.txt' }, 'File')
    await sendButton(at).click()
    const waiting = articles(at).filter({ hasText: 'report.txt' })
    await expect(waiting.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
    await expectAccessible(at, 'an attachment on its way')
    await composerOf(at).fill('overtaking')
    await composerOf(at).press('Enter')
    await expect(articles(at).filter({ hasText: 'overtaking' })).toHaveAttribute('data-state', 'sent')
    await waiting.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(waiting).toHaveCount(0)
  })

  test('that are sent before transcoding has ended are stored and sent after a reload [LIFE-02]', async ({
    browser,
    server,
  }) => {
    const { ada } = await meetCaller(browser, server)
    const at = ada.page
    // The transcoder never loads, so no attachment becomes ready.
    await at.route(transcoderScript, () => new Promise(() => {}))
    await attach(at, clip)
    await expect(tray(at).getByRole('progressbar', { name: 'Preparing clip.mp4' })).toBeVisible()
    await sendButton(at).click()
    await expect(tray(at)).toBeHidden()
    await expect(articles(at)).toHaveAttribute('data-state', 'pending')
    await at.unroute(transcoderScript)
    await at.reload()
    await allSent(at, 1)
    await expect(articles(at).getByRole('button', { name: /Play/ })).toBeVisible()
  })

  test('that take long to inspect keep their text in the draft until the log has it, also across a reload', async ({
    browser,
    server,
  }) => {
    const { ada } = await meetCaller(browser, server)
    const at = ada.page
    // No video ever reports its size, so the inspection ends with its time limit, which passes when the test says so.
    await at.addInitScript((limit) => {
      const setTimer = window.setTimeout.bind(window)
      const held: TimerHandler[] = []
      let newest: { readonly timer: number; readonly run: TimerHandler } | undefined
      const watchLimit = (run: TimerHandler, delay?: number, ...given: unknown[]) => {
        const timer = setTimer(run, delay, ...given)
        if (delay === limit) newest = { timer, run }
        return timer
      }
      // The inspection sets its limit, then the address of the video.
      const holdLimit = () => {
        if (newest === undefined) return
        clearTimeout(newest.timer)
        held.push(newest.run)
      }
      Object.defineProperty(HTMLMediaElement.prototype, 'src', { set: holdLimit })
      const endInspections = () => {
        for (const run of held.splice(0)) if (run instanceof Function) run()
      }
      Object.assign(window, { setTimeout: watchLimit, endInspections })
    }, inspectionLimit)
    await at.reload()
    const sendWithClip = async (caption: string) => {
      await attach(at, clip)
      await expect(tray(at).getByRole('listitem')).toHaveCount(1)
      await composerOf(at).fill(caption)
      await sendButton(at).click()
      await expect(composerOf(at)).toHaveText('')
    }
    await sendWithClip('the caption')
    await composerOf(at).fill('the next')
    await expect(at.getByRole('link', { name: /^Ben/ })).toContainText('the next')
    await at.reload()
    await expect(composerOf(at)).toContainText('the caption')
    await expect(composerOf(at)).toContainText('the next')
    await expect(articles(at)).toHaveCount(0)

    await sendWithClip('another caption')
    await composerOf(at).fill('what comes next')
    await expect(articles(at)).toHaveCount(0)
    const endAndCount = async () => {
      await at.evaluate('endInspections()')
      return articles(at).filter({ hasText: 'another caption' }).count()
    }
    await expect.poll(endAndCount).toBe(1)
    await expect(articles(at)).toHaveCount(2)
    await expect(composerOf(at)).toHaveText('what comes next')
  })
})
