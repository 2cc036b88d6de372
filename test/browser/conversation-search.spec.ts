import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { foundGroup, sayInGroup } from './support/groups.ts'
import { articles, expect, freshPhone, test, welcome } from './support/journey.ts'

const announcement = (page: Page) => page.getByRole('region', { name: 'Announcement' })

test('a group shows announcements, mutes members and can be searched [VIEW-45 VIEW-46 VIEW-47 ROUTE-14 ROUTE-26]', async ({
  browser,
  server,
}) => {
  test.setTimeout(180_000)
  const ben = await callerNamed(server, 'Ben', freshPhone())
  const { page, ...visitor } = await welcome(await browser.newContext(), server, 'Ada')
  const ada = callerOf({ page, ...visitor })
  await befriendByCall(ben, ada)
  const GroupID = await foundGroup(ben, 'Sunday walks', [ada.userId])
  const announce = (Info: string) => ben.call('/UpdateGroupInfo', { GroupID, Info })

  await test.step('the announcement stays until it is dismissed and returns when its text changes [VIEW-05 VIEW-07]', async () => {
    await announce('Bring water')
    await page.goto(`${server.address}/messages/groups/${GroupID}`)
    await expect(announcement(page)).toContainText('Bring water')
    await announcement(page).getByRole('button', { name: 'Dismiss announcement' }).click()
    await expect(announcement(page)).toHaveCount(0)
    await page.reload()
    await expect(articles(page).last()).toBeVisible()
    await expect(announcement(page)).toHaveCount(0)
    await announce('Bring tea')
    await expect(announcement(page)).toContainText('Bring tea')
    await announce('')
    await expect(announcement(page)).toHaveCount(0)
  })

  await test.step('a muted member checks whether the mute still holds [VIEW-11]', async () => {
    await ben.call('/BanGroupUser', { GroupID, UserID: ada.userId, Status: 0 })
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('This has not changed.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden()
    await ben.call('/BanGroupUser', { GroupID, UserID: ada.userId, Status: 1 })
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  })

  // A search by keyboard and without accents finds an old message and jumps to it.
  await sayInGroup(ben, GroupID, 'Cà phê ở cổng bắc')
  for (let line = 1; line <= 40; line += 1) await sayInGroup(ben, GroupID, `line ${line}`)
  await sayInGroup(ben, GroupID, 'cà phê again')
  await expect(articles(page).last()).toContainText('again')
  await page.keyboard.press('Control+f')
  const panel = page.getByRole('dialog', { name: 'Search in conversation' })
  const keyword = panel.getByRole('searchbox', { name: 'Search messages' })
  await expect(keyword).toBeFocused()
  await keyword.fill('   ')
  await expect(panel.getByText('Type a word')).toBeVisible()
  await keyword.fill(' ca phe ')
  const hits = panel.getByRole('list', { name: 'Messages' }).getByRole('link')
  await expect(hits).toContainText(['cà phê again', 'Cà phê ở cổng bắc'])
  await expect(page).toHaveURL(/\/search\?keyword=ca\+phe$/)
  await expectAccessible(page, 'search in a conversation')
  await hits.last().click()
  const wanted = articles(page).filter({ hasText: 'cổng bắc' })
  await expect(wanted).toBeFocused()
  await expect(wanted).toBeInViewport()
  await expect(page).toHaveURL(new RegExp(`/messages/groups/${GroupID}$`))

  // Back shows the hits. A keyword without a hit shows a message.
  await page.goBack()
  await expect(hits).toHaveCount(2)
  await keyword.fill('nowhere')
  await expect(panel.getByText('No results for “nowhere”')).toBeVisible()
  await page.context().close()
})
