import type { Page } from '@playwright/test'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { expectAccessible } from './support/accessibility.ts'
import { articles, expect, meetCaller, openConversation, openSection, test } from './support/journey.ts'
import { bodiesTo } from './support/messages.ts'

const recordButton = (page: Page) => page.getByRole('button', { name: 'Record voice message' })
const recorder = (page: Page) => page.getByRole('group', { name: 'Voice recorder' })

/** Records how the page opens the microphone, starting with the next load. */
const watchMicrophone = (page: Page) =>
  page.addInitScript(() => {
    const opened: { wanted: MediaStreamConstraints | undefined; stream: MediaStream }[] = []
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      opened.push({ wanted, stream })
      return stream
    }
    Object.assign(globalThis, { opened })
  })
const lastMicrophone = (page: Page) =>
  page.evaluate(() => {
    const last = (globalThis as unknown as { opened: { wanted: unknown; stream: MediaStream }[] }).opened.at(
      -1,
    )
    return { wanted: last?.wanted, state: last?.stream.getTracks()[0]?.readyState }
  })

test('a voice message is recorded, previewed and sent as mp3 with its duration [VIEW-18 REC-01 REC-07 MEDIAT-01]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page } = ada
  await watchMicrophone(page)
  await page.reload()
  await recordButton(page).click()
  await expect(recorder(page).getByRole('timer')).toHaveText(/^0:0[2-9]$/)
  expect(await lastMicrophone(page)).toEqual({
    wanted: { audio: { channelCount: 1, noiseSuppression: true, echoCancellation: true } },
    state: 'live',
  })
  // Moves the pointer off the button, whose tooltip would be in the way.
  await page.mouse.move(0, 0)
  await expectAccessible(page, 'the recorder')
  await recorder(page).getByRole('button', { name: 'Stop and listen' }).click()
  await expect(recorder(page).getByRole('button', { name: 'Play recording' })).toBeFocused()
  await expect.poll(async () => (await lastMicrophone(page)).state).toBe('ended')
  await page.keyboard.press('Enter')
  await expect(recorder(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.mouse.move(0, 0)
  await expectAccessible(page, 'the recorder before sending')
  await recorder(page).getByRole('button', { name: 'Send' }).click()
  await expect(recorder(page)).toBeHidden()
  await expect(articles(page).last()).toHaveAttribute('data-state', /sent|read/)

  const [voice] = await bodiesTo(ben, ada, 'audio')
  // The address and the duration after a separator [MSG-09].
  const [address, seconds] = (voice ?? '').split('|')
  const asAda = { data: { ...ada.credentials(), DeviceType: 'web' } }
  await ada.context.request.post(`${server.address}/Api/OpenFiles`, asAda)
  const response = await ada.context.request.get(`${server.address}${address}`)
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'audio/mpeg'])
  const input = new Input({ source: new BufferSource(await response.body()), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  expect([track?.codec, track?.sampleRate, track?.numberOfChannels]).toEqual(['mp3', 44_100, 2])
  const duration = await input.computeDuration()
  expect(duration).toBeGreaterThan(1.5)
  expect(address).toMatch(new RegExp(`^/files/messages/\\w+\\.mp3\\?t=${seconds}$`))
  expect(Math.abs(Number(seconds) - duration)).toBeLessThan(1)
})

test('Escape discards a recording, leaving discards it after confirmation, and both close the microphone [REC-03]', async ({
  browser,
  server,
}) => {
  const { ada } = await meetCaller(browser, server)
  const { page } = ada
  await watchMicrophone(page)
  await page.reload()
  await recordButton(page).click()
  await expect(recorder(page).getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  await page.keyboard.press('Escape')
  await expect(recorder(page)).toBeHidden()
  await expect.poll(async () => (await lastMicrophone(page)).state).toBe('ended')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()

  await recordButton(page).click()
  await expect(recorder(page).getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  await openSection(page, 'Contacts')
  const question = page.getByRole('alertdialog', { name: 'Discard this recording?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page, 'the question before a recording is lost')
  await page.keyboard.press('Enter')
  // The recording is still there, to be played and sent.
  await expect(question).toBeHidden()
  await expect(recorder(page).getByRole('button', { name: 'Play recording' })).toBeVisible()
  await openSection(page, 'Contacts')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(recorder(page)).toBeHidden()
  await expect.poll(async () => (await lastMicrophone(page)).state).toBe('ended')
  await openConversation(page, 'Ben')
  await expect(articles(page)).toHaveCount(0)
})

test('the recorder reports a missing microphone and stays closed [REC-08]', async ({ browser, server }) => {
  const { ada } = await meetCaller(browser, server)
  const { page } = ada
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
  })
  await page.reload()
  await recordButton(page).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('No microphone can be used')
  await expect(recorder(page)).toBeHidden()
})
