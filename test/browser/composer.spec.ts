import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { befriendByCall, type Caller, callerNamed, callerOf } from './support/calls.ts'
import { foundGroup, sayInGroup } from './support/groups.ts'
import {
  articles,
  delayRequests,
  deleteText,
  expect,
  freshPhone,
  send,
  test,
  welcome,
} from './support/journey.ts'

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** Waits until the editor has replaced the plain textbox. */
const untilEditing = (page: Page) => expect(composerOf(page)).toHaveAttribute('contenteditable', 'true')

interface StoredMessage {
  readonly Message: string
  readonly AtIDs: string
  readonly Quote: unknown
}

const lastIn = async (caller: Caller, GroupID: number): Promise<StoredMessage | undefined> => {
  const page = { GroupID, TimeStamp: 1, Status: 2 }
  const found = await caller.call<(StoredMessage & { SeqID: number })[]>('/GetGroupChatData', page)
  return found.toSorted((left, right) => right.SeqID - left.SeqID)[0]
}

test('a message with a mention, an emoticon and a quote is preserved as a draft and sent unchanged [VIEW-16 VIEW-17 MSG-25 MSG-37 MSG-38 STICK-16]', async ({
  browser,
  server,
}) => {
  const cleo = await callerNamed(server, 'Cleo', freshPhone())
  const ben = await callerNamed(server, 'Bén Đặng', freshPhone())
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  for (const other of [ben, callerOf(ada)]) await befriendByCall(cleo, other)
  const group = await foundGroup(cleo, 'Sunday walks', [callerOf(ada).userId, ben.userId])
  await sayInGroup(cleo, group, 'Where to [e043]?')
  const { page } = ada
  const violations: string[] = []
  page.on('console', (line) => {
    if (/Content Security Policy|TrustedHTML/.test(line.text())) violations.push(line.text())
  })
  await page.goto(`${server.address}/messages/groups/${group}`)
  await untilEditing(page)
  const composer = composerOf(page)
  await expect(articles(page).last().getByRole('img', { name: 'Thumbs up' })).toBeVisible()

  await composer.pressSequentially('Hi @dan')
  const people = page.getByRole('listbox', { name: 'Mention somebody' })
  await expect(people.getByRole('option')).toHaveText(/Bén Đặng/)
  await composer.press('Enter')
  await expect(people).toBeHidden()
  await expect(composer).toHaveText('Hi @Bén Đặng ')
  await composer.pressSequentially('and @')
  await people.getByRole('option', { name: 'Everyone' }).click()
  await composer.pressSequentially('[e01]')
  await expect(composer.getByRole('img', { name: 'Grinning face' })).toBeVisible()
  await page.getByRole('button', { name: 'Emoji' }).click()
  const emoticons = page.getByRole('toolbar', { name: 'Emoji' })
  await emoticons.getByRole('button', { name: 'Heart', exact: true }).click()
  await expectAccessible(page, 'the emoji panel')

  const panel = page.getByRole('region', { name: 'Emoji' })
  await test.step('Unicode emoji are found and inserted by keys, in a skin tone', async () => {
    await panel.getByRole('searchbox', { name: 'Search emoji' }).fill('waving ha')
    await expect(panel.getByRole('button', { name: 'waving hand' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(panel.getByRole('button', { name: 'waving hand' })).toBeFocused()
    await page.keyboard.press('Shift+ArrowDown')
    const tones = panel.getByRole('toolbar', { name: 'Skin tones: waving hand' })
    await expect(tones.getByRole('button')).toHaveCount(6)
    await expectAccessible(page, 'the skin tones of an emoji')
    await page.keyboard.press('Escape')
    await expect(tones).toBeHidden()
    await page.keyboard.press('Shift+F10')
    await expect(tones.getByRole('button').first()).toBeFocused()
    for (let tone = 0; tone < 3; tone += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(tones).toBeHidden()
    await expect(composer).toHaveText('Hi @Bén Đặng and @All 😀❤️👋🏽')
  })
  await page.keyboard.press('Escape')
  await expect(emoticons).toBeHidden()
  await expect(composer).toBeFocused()

  await articles(page).last().dblclick()
  const quote = page.getByRole('region', { name: 'Quoted message' })
  await expect(quote).toContainText('Where to 👍?')

  await test.step('the draft keeps them across a reload [SESS-63 SESS-64 VIEW-19]', async () => {
    await page.reload()
    await untilEditing(page)
    await expect(composer).toHaveText('Hi @Bén Đặng and @All 😀❤️👋🏽')
    await expect(composer.getByRole('img')).toHaveCount(2)
    await expect(quote).toContainText('Cleo')
  })

  await test.step('the panel remembers what was inserted and stays open', async () => {
    await page.getByRole('button', { name: 'Emoji' }).click()
    const skinTone = panel.getByRole('button', { name: 'Skin tone: default' })
    const ownTones = panel.getByRole('toolbar', { name: 'Skin tones' })
    await skinTone.click()
    await skinTone.click()
    await expect(ownTones).toBeHidden()
    await skinTone.click()
    await panel.getByRole('button', { name: 'dark skin tone', exact: true }).click()
    await panel.getByRole('button', { name: 'People and body' }).click()
    await expect(panel.getByRole('button', { name: 'thumbs up, dark skin tone' })).toBeVisible()
    await panel.getByRole('button', { name: 'Recently used' }).click()
    const recent = panel.getByRole('toolbar', { name: 'Recently used' })
    await expect(recent.getByRole('button')).toHaveCount(2)
    await recent.getByRole('button', { name: 'Heart' }).click()
    await recent.getByRole('button', { name: 'waving hand, medium skin tone' }).click()
    await panel.getByRole('searchbox').fill('xyzzy')
    await expect(panel.getByText('No emoji found for “xyzzy”.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(composer).toBeFocused()
    await page.keyboard.type('!')
  })

  await composer.press('Enter')
  await expect(quote).toBeHidden()
  await expect(composer).toHaveText('')
  await expect(articles(page).filter({ hasText: 'and @All' })).toHaveAttribute('data-state', /sent|read/)
  const stored = await lastIn(ben, group)
  expect(stored?.Message).toBe('Hi @Bén Đặng and @All [e01][e048]👋🏽[e048]👋🏽!')
  expect(stored?.AtIDs?.split('|').filter(Boolean)).toEqual([String(ben.userId), '0'])
  expect(stored?.Quote).toMatchObject({ Message: 'Where to [e043]?' })
  expect(violations).toEqual([])
  await ada.context.close()
})

test('text typed before the editor loads, also by an input method, moves into it; paste inserts plain text; a text over the limit shows an error [VIEW-50 VIEW-51 MSG-33]', async ({
  browser,
  server,
}) => {
  const ben = await callerNamed(server, 'Ben', freshPhone())
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  await befriendByCall(ben, callerOf(ada))
  const { page } = ada
  const release = await delayRequests(page, /rich-textbox.*\.js/)
  await page.goto(`${server.address}/messages`)
  await page.getByRole('link', { name: /^Ben/ }).click()
  const composer = composerOf(page)
  await composer.pressSequentially('before after')
  for (let step = 0; step < 'after'.length; step += 1) await composer.press('ArrowLeft')
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
  release()
  await page.waitForResponse(/rich-textbox.*\.js/)
  await input.send('Input.imeSetComposition', { text: '你', selectionStart: 1, selectionEnd: 1 })
  await input.send('Input.insertText', { text: '你' })
  await untilEditing(page)
  await expect(composer).toBeFocused()
  await page.keyboard.type(' ')
  await expect(composer).toHaveText('before 你 after')

  await input.send('Input.imeSetComposition', { text: 'hao', selectionStart: 3, selectionEnd: 3 })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await expect(articles(page)).toHaveCount(0)
  await input.send('Input.insertText', { text: '好' })
  await expect(composer).toHaveText('before 你 好after')
  await composer.press('Shift+Enter')
  await page.keyboard.type('x')
  await expect(composer).toHaveText('before 你 好\nxafter', { useInnerText: true })
  await page.keyboard.press('ControlOrMeta+z')
  await expect(composer).not.toHaveText(/x/)
  await page.keyboard.press('ControlOrMeta+y')
  await expect(composer).toHaveText('before 你 好\nxafter', { useInnerText: true })

  await deleteText(page)
  await expect(composer).toHaveText('')
  await composer.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<h1>big</h1><img src=x onerror="document.title=1">')
    clipboardData.setData('text/plain', 'big <b>[e02]</b>')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(composer).toHaveText('big <b>😂</b>')
  await expect(composer.getByRole('img', { name: 'Tears of joy' })).toBeVisible()
  await composer.fill(' \n ')
  await composer.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await composer.fill('x'.repeat(20_001))
  await composer.press('Enter')
  await expect(page.getByRole('alert')).toContainText('20')
  await expect(composer).toHaveText('x'.repeat(20_001))
  await send(page, 'done')
  await expect(articles(page)).toHaveText([/done/])
  await ada.context.close()
})

test('the menu inserts a mention, the mentioned person finds it, and a draft quote disappears when its message is deleted for everyone [VIEW-19 VIEW-42 MSG-39 LIFE-18]', async ({
  browser,
  server,
}) => {
  const cleo = await welcome(await browser.newContext(), server, 'Cleo')
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  await befriendByCall(callerOf(cleo), callerOf(ada))
  const group = await foundGroup(callerOf(cleo), 'Sunday walks', [callerOf(ada).userId])
  for (const said of ['Who brings the rope?', 'The gate code is 4711']) {
    await sayInGroup(callerOf(cleo), group, said)
  }
  const { page } = ada
  for (const visitor of [cleo, ada]) await visitor.page.goto(`${server.address}/messages/groups/${group}`)
  await untilEditing(page)
  const composer = composerOf(page)
  const choose = async (from: Page, text: string, entry: string) => {
    await articles(from).filter({ hasText: text }).click({ button: 'right' })
    await from.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name: entry }).click()
  }

  await choose(page, 'Who brings', 'Mention')
  await expect(composer).toHaveText('@Cleo ')
  await expect(composer).toBeFocused()
  await composer.pressSequentially('you do')
  await composer.press('Enter')
  const mention = articles(page).last().getByRole('link', { name: '@Cleo' })
  await expect(mention).toBeVisible()
  await expect(articles(cleo.page).last()).toContainText('@Cleo you do')
  // The mentioned person's own mention is no link.
  await expect(articles(cleo.page).last().getByRole('link', { name: '@Cleo' })).toHaveCount(0)

  await choose(page, 'gate code', 'Quote')
  const quote = page.getByRole('region', { name: 'Quoted message' })
  await expect(quote).toContainText('4711')
  await composer.pressSequentially('thanks')
  await choose(cleo.page, 'gate code', 'Delete')
  await cleo.page.getByRole('button', { name: 'Delete for everyone' }).click()
  await expect(quote).toBeHidden()
  await expect(page.getByText('4711')).toHaveCount(0)
  await expect(composer).toHaveText('thanks')

  await mention.click()
  await expect(page).toHaveURL(new RegExp(`/users/${callerOf(cleo).userId}\\b`))
  for (const { context } of [cleo, ada]) await context.close()
})
