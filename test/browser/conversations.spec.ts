import { articles, expect, meet, meetCaller, openConversation, send, test } from './support/journey.ts'

test('the list shows the unread count, and reading clears it on every device of the person [SESS-10 SESS-39 SESS-42 SOCK-63]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meet(browser, server)
  await ben.page.goto(`${server.address}/messages`)
  const list = ben.page.getByRole('list', { name: 'Conversations' })
  for (const text of ['one', 'two', 'three']) await send(ada.page, text)
  const row = list.getByRole('link', { name: /^Ada/ })
  await expect(row).toHaveAccessibleName(/3 unread/)
  const secondTab = await ben.context.newPage()
  await secondTab.goto(`${server.address}/messages`)
  const rowThere = secondTab.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /^Ada/ })
  await expect(rowThere).toHaveAccessibleName(/3 unread/)
  await row.click()
  await expect(row).not.toHaveAccessibleName(/unread/)
  await expect(rowThere).not.toHaveAccessibleName(/unread/)
  await expect(articles(ada.page).last()).toHaveAttribute('data-state', 'read')
})

test('the list shows a draft, and the composer restores it, even after a reload 50 ms after the last key [SESS-63 SESS-64]', async ({
  browser,
  server,
}) => {
  const { ada } = await meetCaller(browser, server)
  const composer = ada.page.getByRole('textbox', { name: 'Message' })
  await composer.fill('half a thought')
  await expect(
    ada.page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /^Ben/ }),
  ).toContainText('half a thought')
  await ada.page.reload()
  await expect(composer).toHaveText('half a thought')

  // The page reloads itself, long before the 400 ms after which a pause in typing saves the draft.
  await expect(composer).toHaveAttribute('contenteditable', 'true')
  await composer.press('End')
  const reloaded = ada.page.waitForEvent('load')
  await ada.page.evaluate(() =>
    document.addEventListener('input', () => setTimeout(() => location.reload(), 50), { once: true }),
  )
  await ada.page.keyboard.insertText(' more')
  await reloaded
  await expect(composer).toHaveText('half a thought more')
  await ada.page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(articles(ada.page).last()).toContainText('half a thought more')
  await expect(ada.page.getByRole('textbox', { name: 'Message' })).toHaveText('')
})

test('a message written offline is stored, shown as pending, and sent after the connection returns [LIFE-16 VIEW-04]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meet(browser, server)
  await expect(ada.page.getByRole('status', { name: 'Connection' })).toBeAttached()
  // The other sections load when the first screen has had its time.
  await ada.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/profile-screen-[^/]*\.js$/.test(name)),
  )
  // What they import may still be on its way, and would fail offline.
  for (const section of ['Contacts', 'My']) {
    await ada.page.getByRole('link', { name: section }).click()
    await expect(ada.page.getByRole('region', { name: section })).toBeVisible()
  }
  await ada.page.waitForLoadState('networkidle')
  await ada.page.goBack()
  await ada.page.goBack()
  await expect(ada.page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await ada.context.setOffline(true)
  await expect(ada.page.getByRole('status', { name: 'Connection' })).toContainText('Offline')
  await send(ada.page, 'sent later')
  await expect(ada.page.getByRole('region', { name: 'Notifications' }).getByText(/offline/i)).toBeVisible()
  await expect(articles(ada.page).last()).toHaveAttribute('data-state', /pending|stale/)
  // Every section says so, and no friend is shown as online.
  for (const section of ['Contacts', 'My']) {
    await ada.page.getByRole('link', { name: section }).click()
    await expect(ada.page.getByRole('region', { name: section }).getByText(/^Offline/)).toBeVisible()
    await expect(ada.page.getByRole('list', { name: 'Friends' }).getByText('Online')).toHaveCount(0)
  }
  await ada.page.goBack()
  await ada.page.goBack()
  await ada.context.setOffline(false)
  await expect(articles(ada.page).last()).toHaveAttribute('data-state', 'sent')
  await openConversation(ben.page, 'Ada')
  await expect(articles(ben.page)).toHaveCount(1)
})

test('Enter sends, Shift+Enter breaks the line, and input method composition never sends [VIEW-50 VIEW-51]', async ({
  browser,
  server,
}) => {
  const { ada } = await meetCaller(browser, server)
  const composer = ada.page.getByRole('textbox', { name: 'Message' })
  await composer.pressSequentially('first')
  await composer.press('Shift+Enter')
  await composer.pressSequentially('second')
  await expect(composer).toHaveText('first\nsecond', { useInnerText: true })
  const devtools = await ada.context.newCDPSession(ada.page)
  await devtools.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
  await composer.dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229 })
  await expect(articles(ada.page)).toHaveCount(0)
  await devtools.send('Input.insertText', { text: '你' })
  await composer.press('Enter')
  await expect(articles(ada.page)).toHaveCount(1)
  await expect(articles(ada.page)).toContainText('second你')
})

test('links open in a new tab without referrer or opener', async ({ browser, server }) => {
  const { ada } = await meetCaller(browser, server)
  await send(ada.page, 'see https://example.org/a?b=c, and javascript:alert(1)')
  const links = articles(ada.page).getByRole('link')
  await expect(links).toHaveCount(1)
  await expect(links).toHaveAttribute('href', 'https://example.org/a?b=c')
  await expect(links).toHaveAttribute('target', '_blank')
  await expect(links).toHaveAttribute('rel', /noopener noreferrer/)
})

test('muting and pinning show in the list immediately and after a reload [SESS-45 SESS-46 SESS-58]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meet(browser, server)
  const row = ada.page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /^Ben/ })
  await ada.page.getByRole('button', { name: 'Conversation settings' }).click()
  const settings = ada.page.getByRole('dialog', { name: 'Conversation settings' })
  await settings.getByRole('switch', { name: 'Mute' }).press('Space')
  await expect(ada.page.getByText('Muted.', { exact: true })).toBeVisible()
  await settings.getByRole('switch', { name: 'Pin to top' }).press('Space')
  await expect(ada.page.getByText('Pinned.', { exact: true })).toBeVisible()
  await ada.page.goto(`${server.address}/messages`)
  await expect(row).toHaveAccessibleName(/Muted, Pinned/)
  await openConversation(ben.page, 'Ada')
  await send(ben.page, 'silent')
  await expect(row).toHaveAccessibleName(/1 unread, Muted, Pinned/)
})
