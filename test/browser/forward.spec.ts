import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { befriendByCall, type Caller, callerNamed, callerOf } from './support/calls.ts'
import { foundGroup } from './support/groups.ts'
import { articles, expect, freshPhone, meetCaller, openConversation, test } from './support/journey.ts'
import { bodiesTo, say, textsTo } from './support/messages.ts'
import { createPng } from './support/png.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Forward to' })
const menuEntry = (page: Page, name: string) =>
  page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name })

const groupTexts = async (reader: Caller, GroupID: number): Promise<readonly string[]> => {
  const fields = { GroupID, TimeStamp: 0, Status: 1, FromID: 0 }
  const page = await reader.call<{ Message: string; MsgType: string }[] | null>('/GetGroupChatData', fields)
  return (page ?? []).filter(({ MsgType }) => MsgType === 'txt').map(({ Message }) => Message)
}

/** Finds a person by name and toggles the choice. */
async function choose(page: Page, name: string): Promise<void> {
  const field = picker(page).getByRole('searchbox', { name: 'Search people and groups' })
  await field.fill(name)
  // The list follows the field, so that a key would meet another row before.
  await expect(picker(page).getByRole('option')).toHaveCount(1)
  await picker(page).getByRole('option', { name }).press('Space')
  await field.fill('')
}

/** Opens the menu of the message with this text. */
const openMenu = (page: Page, text: string) =>
  articles(page)
    .filter({ hasText: text })
    .click({ button: 'right', position: { x: 60, y: 12 } })

test('messages are forwarded to a friend and a group, and after a partial failure only the failed recipients stay chosen [FWD-01 FWD-03 FWD-05 FWD-12 FWD-13 FWD-15] (DEC-67 DEC-68 DEC-175)', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page } = ada
  const own = callerOf(ada)
  const cem = await callerNamed(server, 'Cem', freshPhone())
  await befriendByCall(own, cem)
  const walks = await foundGroup(ben, 'Sunday walks', [own.userId])
  for (let count = 1; count <= 19; count += 1) await foundGroup(own, `Group ${count}`, [ben.userId])
  for (const text of ['first', 'second']) await say(ben, ada, text)
  await openConversation(page, 'Ben')

  // To a friend and a group in one forward.
  await openMenu(page, 'first')
  await menuEntry(page, 'Select').click()
  await articles(page).filter({ hasText: 'second' }).click()
  await page.getByRole('button', { name: 'Forward (2)' }).click()
  await expect(picker(page)).toContainText('2 messages')
  await expect(picker(page).getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  const showAll = picker(page).getByRole('button', { name: 'Show all (22)' })
  await showAll.scrollIntoViewIfNeeded()
  await showAll.click()
  await expect(showAll).toBeHidden()
  await choose(page, 'Cem')
  await choose(page, 'Sunday walks')
  await expect(picker(page).getByRole('list', { name: 'Selected' }).getByRole('button')).toHaveText([
    /Cem/,
    /Sunday walks/,
  ])
  await expectAccessibleInBothSchemes(page, 'forward picker')
  await picker(page).getByRole('button', { name: 'Send (2)' }).click()
  await expect(toasts(page)).toContainText('Forwarded')
  await expect(picker(page)).toBeHidden()
  await expect.poll(() => textsTo(cem, ada)).toEqual(['first', 'second'])
  await expect.poll(() => groupTexts(ben, walks)).toEqual(['first', 'second'])

  // Ada is removed from the group while it is chosen: only the group fails, and only it stays chosen.
  await openMenu(page, 'second')
  await menuEntry(page, 'Forward').click()
  await choose(page, 'Cem')
  await choose(page, 'Sunday walks')
  await ben.call('/KickOutGroup', { GroupID: walks, UserID: own.userId, DeleteAllChat: 0 })
  await picker(page).getByRole('button', { name: 'Send (2)' }).click()
  const alert = page.getByRole('alertdialog', { name: 'Could not forward to everyone' })
  await expect(alert.getByRole('listitem')).toHaveText([/Sunday walks.*cannot be delivered/])
  await expectAccessibleInBothSchemes(page, 'forward failure')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(picker(page).getByRole('list', { name: 'Selected' }).getByRole('button')).toHaveText([
    /Sunday walks/,
  ])
  await expect(picker(page).getByRole('button', { name: 'Send (1)' })).toBeEnabled()
  await expect.poll(() => textsTo(cem, ada)).toEqual(['first', 'second', 'second'])
  expect(await groupTexts(ben, walks)).toEqual(['first', 'second'])
  await picker(page).getByRole('button', { name: 'Close' }).click()

  // The compact frame offers tags. Each member of a tag gets the message once.
  const { Id: TagId } = await own.call<{ Id: number }>('/CreateTag', { TagName: 'Walks' })
  await own.call('/AddTagMembers', { TagId, MemberIds: [cem.userId, ben.userId] })
  await page.setViewportSize({ width: 390, height: 844 })
  await openMenu(page, 'first')
  await menuEntry(page, 'Forward').click()
  const screen = page.getByRole('main', { name: 'Forward to' })
  await screen.getByRole('searchbox').fill('Cem')
  await expect(screen.getByRole('option')).toHaveCount(1)
  await screen.getByRole('option', { name: 'Cem' }).press('Space')
  await screen.getByRole('searchbox').fill('')
  await screen.getByRole('tab', { name: 'Tags' }).click()
  await screen.getByRole('option', { name: /Walks.*2 members/ }).press('Space')
  await screen.getByRole('button', { name: 'Send (3)' }).click()
  await expect(screen).toBeHidden()
  await expect.poll(() => textsTo(cem, ada)).toEqual(['first', 'second', 'second', 'first'])
  await expect.poll(() => textsTo(ben, ada)).toEqual(['first', 'second', 'first'])
  await ada.context.close()
})

test('a friend’s contact is forwarded, and a person is reported with a picture [ROUTE-15 ROUTE-20 SESS-61 VIEW-48 VIEW-49]', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page } = ada
  const cem = await callerNamed(server, 'Cem', freshPhone())
  await befriendByCall(callerOf(ada), cem)
  await say(ben, ada, 'hello')
  await openConversation(page, 'Ben')

  await page.getByRole('button', { name: 'Attach' }).click()
  await page.getByRole('menuitem', { name: 'Contact' }).click()
  const sharing = page.getByRole('dialog', { name: 'Share a contact' })
  const share = sharing.getByRole('button', { name: 'Share' })
  await expect(share).toBeDisabled()
  await expect(sharing.getByRole('option', { name: /Ben/ })).toBeDisabled()
  await sharing.getByRole('option', { name: /Cem/ }).press('Space')
  await expectAccessibleInBothSchemes(page, 'contact share')
  await share.click()
  await expect(sharing).toBeHidden()
  await expect(articles(page).filter({ hasText: 'Cem' })).toBeVisible()
  await expect.poll(() => bodiesTo(ben, ada, 'card')).toEqual([expect.stringContaining('"NickName":"Cem"')])

  await test.step('a person is reported with a reason, a description and a picture [REPORT-01 REPORT-02 REPORT-03 REPORT-04 REPORT-06 REPORT-07]', async () => {
    await page.getByRole('button', { name: 'Conversation settings' }).click()
    await page.getByRole('link', { name: 'Report Ben' }).click()
    const reporting = page.getByRole('dialog', { name: 'Report' })
    const submit = reporting.getByRole('button', { name: 'Submit report' })
    await reporting.getByRole('radio', { name: 'Fraud or scam' }).press('Space')
    const description = reporting.getByRole('textbox', { name: 'What happened?' })
    await description.fill('four')
    await expect(reporting).toContainText('4/200')
    await description.blur()
    await expect(reporting).toContainText('Enter at least 5 characters.')
    await expect(submit).toBeDisabled()
    await description.fill('They sell things that do not exist')
    const choosing = page.waitForEvent('filechooser')
    await reporting.getByRole('button', { name: 'Add a screenshot' }).click()
    const chosen = { name: 'proof.png', mimeType: 'image/png', buffer: createPng(40, 20) }
    await (await choosing).setFiles(chosen)
    await expect(reporting.getByRole('img', { name: 'proof.png' })).toBeVisible()
    await expectAccessibleInBothSchemes(page, 'report')
    const uploaded = page.waitForResponse(/\/UploadFile$/)
    const reported = page.waitForResponse(/\/AddReport$/)
    await submit.click()
    const { Data } = await (await uploaded).json()
    expect((await reported).request().postDataJSON()).toMatchObject({
      ...{ Type: '1', UserID: ben.userId, ReasonID: 2, Image: Data.FileUrl },
    })
    await expect(toasts(page)).toContainText('Your report has been submitted')
    await expect(reporting).toBeHidden()
  })

  await ada.context.close()
})
