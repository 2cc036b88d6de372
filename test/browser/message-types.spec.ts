import type { Page } from '@playwright/test'
import { mediaFile } from './support/attaching.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { foundGroup } from './support/groups.ts'
import { articles, expect, freshPhone, meetCaller, test } from './support/journey.ts'
import { say, sayFile } from './support/messages.ts'

const tone = mediaFile('tone.mp3', 'audio/mpeg')
/** A minute of sound, which no step outlasts. */
const longTone = { ...tone, buffer: Buffer.concat(Array.from({ length: 20 }, () => tone.buffer)) }
const clip = mediaFile('clip.mp4', 'video/mp4')
const page = {
  name: 'page.html',
  mimeType: 'text/html',
  buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
}

const sounds = (at: Page) => articles(at).getByRole('group', { name: 'Voice message' })
const playOf = (at: Page, index: number) =>
  sounds(at).nth(index).getByRole('button', { name: 'Play voice message' })
const pauseOf = (at: Page, index: number) =>
  sounds(at).nth(index).getByRole('button', { name: 'Pause voice message' })
const isPlaying = (at: Page) =>
  articles(at)
    .getByLabel('Video', { exact: true })
    .evaluate((video) => video instanceof HTMLVideoElement && !video.paused)

/** Makes the page report that it is hidden behind another tab. */
const hide = (at: Page) =>
  at.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

test.describe('messages of every type', () => {
  test('media play one at a time, continue with the next, stop out of sight, and can be saved, opened and accepted [MEDIA-12 MEDIA-13 MSG-08 MSG-12 MSG-15 MSG-16]', async ({
    browser,
    server,
  }) => {
    test.setTimeout(120_000)
    const { ada, ben } = await meetCaller(browser, server)
    const at = ada.page
    const cleo = await callerNamed(server, 'Cleo', freshPhone())
    await befriendByCall(ben, cleo)
    await callerOf(ada).call('/UpdateVerifiedFriendSetting', { Type: 2, IsManualVerified: 1 })
    await sayFile(ben, ada, 'audio', longTone, (address) => `${address}?t=60|60`)
    await sayFile(ben, ada, 'audio', longTone, (address) => `${address}?t=60|60`)
    await sayFile(ben, ada, 'video', clip, (address) => `${address}?w=320&h=180&t=2`)
    await sayFile(ben, ada, 'file', page, (address) => `${address}|page.html`)
    await say(ben, ada, JSON.stringify({ UserID: cleo.userId, NickName: 'Cleo' }), 'card')
    const group = await foundGroup(ben, 'Walks', [cleo.userId])
    await ben.call('/CheckGroupManualVerified', { GroupID: group, UserIDs: String(ada.credentials().UID) })
    await expect(articles(at)).toHaveCount(6)

    // A video stops the sound that plays, and a voice message stops the video, which would not end before.
    await articles(at)
      .getByLabel('Video', { exact: true })
      .evaluate((video) => {
        if (video instanceof HTMLVideoElement) video.loop = true
      })
    await playOf(at, 0).click()
    await expect(pauseOf(at, 0)).toBeVisible()
    await at.getByRole('button', { name: 'Play video' }).click()
    await expect(playOf(at, 0)).toBeVisible()
    await expect.poll(() => isPlaying(at)).toBe(true)
    await playOf(at, 1).click()
    await expect(pauseOf(at, 1)).toBeVisible()
    await expect.poll(() => isPlaying(at)).toBe(false)

    // Play at double speed from the start. The next voice message follows.
    await sounds(at).first().getByRole('button', { name: 'Playback speed 1×' }).click()
    await sounds(at).first().getByRole('button', { name: 'Playback speed 1.5×' }).click()
    await sounds(at).first().getByRole('slider', { name: 'Position' }).press('Home')
    await playOf(at, 0).click()
    await expect(pauseOf(at, 0)).toBeVisible()
    await expect(playOf(at, 1)).toBeVisible()
    await sounds(at).first().getByRole('slider', { name: 'Position' }).press('End')
    await expect(pauseOf(at, 1)).toBeVisible()
    await expect(playOf(at, 0)).toBeVisible()
    await pauseOf(at, 1).click()

    await articles(at)
      .getByLabel('Video', { exact: true })
      .evaluate((video) => {
        if (video instanceof HTMLVideoElement) return video.play()
      })
    await expect.poll(() => isPlaying(at)).toBe(true)
    await hide(at)
    await expect.poll(() => isPlaying(at)).toBe(false)

    const saved = at.waitForEvent('download')
    await articles(at)
      .getByRole('link', { name: /^page\.html.*Download$/ })
      .click()
    expect((await saved).suggestedFilename()).toBe('page.html')
    expect(at.context().pages()).toHaveLength(1)

    await articles(at).getByRole('link', { name: 'Cleo' }).click()
    await expect(at).toHaveURL(new RegExp(`friend-request\\?id=${cleo.userId}&source=contact&sessionId=`))
    await at.goBack()

    await articles(at).getByRole('button', { name: 'Join group' }).click()
    const question = at.getByRole('alertdialog').or(at.getByRole('dialog'))
    await expect(question).toContainText('Do you want to join “Walks”?')
    await question.getByRole('button', { name: 'Join group' }).click()
    await expect(at.getByRole('region', { name: 'Notifications' }).getByRole('status')).not.toBeEmpty()
    await articles(at).getByRole('button', { name: 'Open group' }).click()
    await expect(at.getByRole('heading', { name: 'Walks' })).toBeVisible()
    await at.goBack()
    await expect(sounds(at).first().getByRole('button', { name: 'Playback speed 2×' })).toBeVisible()
  })
})
