import type { Locator, Page } from '@playwright/test'
import { attach, mediaFile } from './support/attaching.ts'
import { callerOf } from './support/calls.ts'
import {
  articles,
  expect,
  meet,
  openConversation,
  openSection,
  send,
  test,
  type Visitor,
} from './support/journey.ts'
import { sayFile } from './support/messages.ts'
import { placesWith, watchFor } from './support/origin-scan.ts'
import { createPng } from './support/png.ts'

const ownNotice = 'You set messages to vanish 30 seconds after being read'
const secret = 'the bridge at midnight'

/** The messages with this text as their own body. The reply only quotes it. */
const saying = (page: Page) => articles(page).filter({ hasText: secret }).filter({ hasNotText: answer })
/** The shortest preset plus the time that erasure may take, ms. */
const expiryTime = 45_000

test.use({ actionTimeout: 15_000 })

const header = (page: Page) => page.getByRole('banner').or(page.getByRole('main').locator('header')).first()

/** Turns disappearing messages on in the panel and chooses the shortest timer. */
async function setShortestTimer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Conversation settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Conversation settings' })
  await panel.getByRole('switch', { name: 'Vanish mode' }).press('Space')
  await expect(panel.getByRole('button', { name: /Vanish after/ })).toContainText('1 day')
  await panel.getByRole('button', { name: /Vanish after/ }).click()
  await page.getByRole('option', { name: '30 seconds' }).click()
  await expect(panel.getByRole('button', { name: /Vanish after/ })).toContainText('30 seconds')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(header(page)).toContainText('Messages vanish 30 seconds after being read')
}

/** Longer than the shortest preset, so that the reply outlives the message it quotes, s. */
const aDay = 86_400
const answer = 'yes, at twelve'

/** Sends a reply from another device of Ada's. The reply quotes the message and stays when it disappears. */
async function answerLongLived(ada: Visitor, quoted: Locator): Promise<void> {
  const elsewhere = callerOf(ada)
  const ChatSessionID = Number(new URL(ada.page.url()).pathname.split('/').at(-1))
  const setTimerSeconds = (AutoDeleteTime: number) =>
    elsewhere.call('/UpdateChatSession', { ChatSessionID, ReadDelete: 1, AutoDeleteTime })
  await setTimerSeconds(aDay)
  await elsewhere.call('/SendChat', {
    ...{ ChatSessionID, Message: answer, MsgType: 'txt', TimeStamp: 1, ClientMsgId: 'answer00000000000001' },
    QuoteChatID: Number(await quoted.getAttribute('data-message-id')),
  })
  await setTimerSeconds(30)
}

const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: new RegExp(`^${title}`) })

test('a message that disappeared after reading is readable nowhere on either side and never returns [BURN-02 BURN-06 BURN-07 BURN-09 BURN-10 SESS-57] (DEC-109)', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const { ada, ben } = await meet(browser, server)
  await setShortestTimer(ada.page)
  await openConversation(ben.page, 'Ada')
  const notice = articles(ben.page).filter({
    hasText: 'Ada set messages to vanish 30 seconds after being read',
  })
  await expect(notice).toBeVisible()
  await expect(header(ben.page)).toContainText('Messages vanish 30 seconds after being read')

  // An unread message stays, and the list shows it. Two other tabs of Ada's show the message and search results.
  await openSection(ben.page, 'Contacts')
  await send(ada.page, secret)
  const sent = saying(ada.page)
  await expect(sent).toHaveAttribute('data-state', 'sent')
  await expect(sent).toContainText('Vanishes 30 seconds after being read')
  await answerLongLived(ada, sent)
  const [follower, searching] = [await ada.context.newPage(), await ada.context.newPage()]
  await Promise.all([follower.goto(ada.page.url()), searching.goto(`${server.address}/search?keyword=Ben`)])
  await expect(saying(follower)).toBeVisible()

  // After Ben reads it, it counts down on both sides. Ben leaves before the time is over.
  await openConversation(ben.page, 'Ada')
  await expect(sent).toHaveAttribute('data-state', 'read')
  for (const page of [ada.page, follower, ben.page]) {
    await expect(saying(page).getByRole('timer')).toContainText(/Vanishes in \d+ second/)
    await expect(articles(page).filter({ hasText: answer })).toBeVisible()
  }
  expect(await placesWith(ben.page, secret)).not.toEqual([])

  // A screen reader announces a reply to Ada when it arrives.
  await send(ben.page, `${secret}, understood`)
  await expect(saying(ada.page)).toHaveCount(2)
  await expect(articles(ben.page).filter({ hasText: 'understood' })).toHaveAttribute('data-state', 'read')
  await expect(row(ada.page, 'Ben')).toContainText(secret)
  // A search does not find disappearing messages (DEC-164).
  await expect(searching.getByRole('list', { name: 'Contacts' }).getByText('Ben')).toBeVisible()
  await expect(searching.getByText(secret)).toHaveCount(0)
  await ben.page.close()

  // It disappears from messages, list and quotes within a second on each page.
  const hasDisappearedFrom = async (page: Page) => {
    await expect(page.getByText(secret)).toHaveCount(0, { timeout: expiryTime })
    await expect.poll(() => placesWith(page, secret), { timeout: 1000, intervals: [50] }).toEqual([])
  }
  await Promise.all([ada.page, follower].map(hasDisappearedFrom))
  await hasDisappearedFrom(searching)
  for (const page of [ada.page, follower]) {
    await expect(articles(page).filter({ hasText: ownNotice }).first()).toBeVisible()
    await expect(articles(page).filter({ hasText: answer })).toBeVisible()
  }

  // Ben starts after the expiry: the app never paints the message and erases it within a second.
  const later = await ben.context.newPage()
  const watched = await watchFor(later, secret)
  await later.goto(`${server.address}/messages`)
  await expect(row(later, 'Ada')).toBeVisible()
  await expect.poll(() => placesWith(later, secret), { timeout: 1000, intervals: [50] }).toEqual([])
  await row(later, 'Ada').click()
  await expect(articles(later).filter({ hasText: answer })).toBeVisible()
  expect(await placesWith(later, secret)).toEqual([])
  expect(await watched.wasPainted()).toBe(false)

  // Ada starts again, in two tabs.
  await Promise.all(
    [ada.page, follower].map(async (page) => {
      const again = await watchFor(page, secret)
      await page.reload()
      await expect(articles(page).filter({ hasText: answer })).toBeVisible()
      expect(await again.wasPainted()).toBe(false)
      expect(await placesWith(page, secret)).toEqual([])
    }),
  )
})

test('a picture and a voice message that vanish while they are open close, stop, and leave no file anywhere [BURN-10] (DEC-109)', async ({
  browser,
  server,
}) => {
  test.setTimeout(180_000)
  const { ada, ben } = await meet(browser, server)
  await setShortestTimer(ada.page)
  await openConversation(ben.page, 'Ada')
  const pictures = (page: Page) => articles(page).getByRole('button', { name: 'Open photo' })
  await attach(ada.page, { name: 'holiday.png', mimeType: 'image/png', buffer: createPng(320, 240) })
  await ada.page.getByRole('button', { name: 'Send', exact: true }).click()
  const image = pictures(ben.page).getByRole('img')
  await expect(image).toHaveAttribute('data-loaded', 'true')
  const address = (await image.getAttribute('src')) ?? ''
  const name = address.split('/').at(-1)?.split('?')[0] ?? ''
  expect(name).toMatch(/^[0-9a-f]{40}\.png$/)
  const fetched = () => ben.context.request.get(`${server.address}/files/messages/${name}`)
  const alive = await fetched()
  expect([alive.status(), alive.headers()['cache-control']]).toEqual([200, 'no-store'])
  await expect(articles(ada.page).last()).toHaveAttribute('data-state', 'read')

  // Ben looks at the picture and Ada listens to a voice message when both expire.
  await watchPlayers(ada.page)
  await sayFile(callerOf(ada), ben, 'audio', longTone, (file) => `${file}?t=60|60`)
  await expect(articles(ada.page).last()).toHaveAttribute('data-state', 'read')
  await articles(ada.page).getByRole('button', { name: 'Play voice message' }).click()
  await expect(articles(ada.page).getByRole('button', { name: 'Pause voice message' })).toBeVisible()
  await expect.poll(() => playing(ada.page)).toEqual([true])
  const conversation = ben.page.url()
  await pictures(ben.page).click()
  const viewer = ben.page.getByRole('dialog', { name: 'Photo from Ada' })
  await expect(viewer.getByRole('img', { name: 'Photo' })).toBeVisible()
  await expect(viewer).toBeHidden({ timeout: expiryTime })
  await expect(ben.page).toHaveURL(conversation)
  await expect(articles(ada.page).getByRole('group', { name: 'Voice message' })).toHaveCount(0, {
    timeout: expiryTime,
  })
  await expect.poll(() => playing(ada.page)).toEqual([false])

  for (const { page } of [ada, ben]) {
    await expect(pictures(page)).toHaveCount(0, { timeout: expiryTime })
    await expect.poll(() => placesWith(page, name), { timeout: 1500 }).toEqual([])
    // Nor are its bytes stored under another name. The app's own icons are.
    const stored = async () => (await placesWith(page, 'IHDR')).filter((place) => !place.startsWith('cache'))
    await expect.poll(stored, { timeout: 1500 }).toEqual([])
    await expect(page.evaluate(fromCache, `/files/messages/${name}`)).resolves.toBe('not cached')
  }
  await expect.poll(async () => (await fetched()).status()).toBe(404)
})

const tone = mediaFile('tone.mp3', 'audio/mpeg')
/** A minute of sound, longer than the shortest preset. */
const longTone = { ...tone, buffer: Buffer.concat(Array.from({ length: 20 }, () => tone.buffer)) }

/** From now on `playing` sees each media element that starts to play. */
const watchPlayers = (page: Page) =>
  page.evaluate(() => {
    const players = new Set<HTMLMediaElement>()
    Object.assign(window, { players })
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function startPlaying() {
      players.add(this)
      return play.call(this)
    }
  })

/** Returns whether each watched media element plays. */
const playing = (page: Page): Promise<boolean[]> =>
  page.evaluate('[...window.players].map(({ paused, ended }) => !paused && !ended)')

/** Requests from the browser's HTTP cache only. */
const fromCache = (address: string): Promise<string> =>
  fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
    ({ status }) => (status === 504 ? 'not cached' : `cached ${status}`),
    () => 'not cached',
  )
