import type { Route } from '@playwright/test'
import { expectAccessibleInBothSchemes, inBothFrames } from './support/accessibility.ts'
import { callerOf } from './support/calls.ts'
import { articles, expect, meetCaller, openConversation, send, test } from './support/journey.ts'

test('the details of an own message in a group name the members who have read it, and when', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  const { page, context } = ada
  const { ID } = await callerOf(ada).call<{ ID: number }>('/CreateGroup', {
    ...{ GroupName: 'Sunday walks', GroupImg: '', Info: '', JoinType: '0' },
    UserIDs: `${ada.credentials().UID}|${ben.userId}`,
  })
  await openConversation(page, 'Sunday walks')
  await send(page, 'Who is in?')
  const message = articles(page).filter({ hasText: 'Who is in?' })
  await expect(message).not.toHaveAttribute('data-message-id', '')
  const details = page.getByRole('dialog', { name: 'Details' })
  const open = async () => {
    await message.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Details' }).click()
  }
  await open()
  await expect(details.getByText('No one has read it yet.')).toBeVisible()
  await details.getByRole('button', { name: 'OK' }).click()

  await ben.call('/ReadAllGroupChat', { GroupID: ID, GroupChatId: 0 })
  await expect(message).toHaveAttribute('data-state', 'read')
  await test.step('of a message that was read the server may have no record of who did', async () => {
    const answerWithNone = (route: Route) => route.fulfill({ json: { Code: 0, Msg: '', Data: [] } })
    await page.route('**/Api/GetMessageReaders', answerWithNone)
    await open()
    await expect(details.getByText('There is no record of who has read it.')).toBeVisible()
    await details.getByRole('button', { name: 'OK' }).click()
    await page.unroute('**/Api/GetMessageReaders', answerWithNone)
  })
  await open()
  await expect(details.getByRole('region', { name: 'Read by' }).getByRole('listitem')).toHaveText([/Ben/])
  await inBothFrames(page, (frame) =>
    expectAccessibleInBothSchemes(page, `the readers of a message, ${frame}`),
  )
  await context.close()
})
