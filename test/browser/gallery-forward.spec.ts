import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'

const toasts = 'Notifications'

test('forwarding leaves out what exceeds the limits with a warning, and a failure names the people affected [FWD-04 FWD-07 FWD-12 FWD-14] (DEC-67 DEC-185)', async ({
  page,
  gallery,
}) => {
  await watchCalls(page)
  await page.goto(`${gallery}/messages/sessions/2/forward?messageIds=12&messageIds=11`)
  const picker = page.getByRole('dialog', { name: 'Forward to' })
  await picker.getByRole('tab', { name: 'Groups' }).click()
  const group = picker.getByRole('option', { name: /Sunday walks/ })
  await group.press('Space')
  const row = picker.getByRole('listbox', { name: 'Groups' }).getByRole('option').first()
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(56)
  await picker.getByRole('tab', { name: 'Friends' }).click()
  await expect(picker.getByRole('listbox', { name: 'Friends' })).toBeVisible()
  await picker.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await expect(page.getByRole('region', { name: toasts })).toContainText('You can choose at most 10.')
  await picker.getByRole('button', { name: 'Send (10)' }).click()
  const alert = page.getByRole('alertdialog', { name: 'Could not forward to everyone' })
  await expect(alert.getByRole('listitem')).toHaveText([/Sunday walks/])
  await alert.getByRole('button', { name: 'OK' }).click()
  await picker.getByRole('button', { name: 'Send (1)' }).click()
  await alert.getByRole('button', { name: 'OK' }).click()
  const [first, again] = (await callsOf(page, 'forward')).flat()
  expect(first).toHaveLength(10)
  expect(again).toMatchObject([{ target: { name: 'Sunday walks' }, items: [{ id: 11 }, { id: 12 }] }])

  // Many messages can go to fewer chats, and the warning explains why.
  const many = Array.from({ length: 25 }, (_, id) => `messageIds=${id + 1}`).join('&')
  await page.goto(`${gallery}/messages/sessions/2/forward?${many}`)
  await picker.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await expect(page.getByRole('region', { name: toasts })).toContainText(
    '25 messages can go to at most 2 conversations at once.',
  )
  await expect(picker.getByRole('button', { name: 'Send (2)' })).toBeVisible()
})

test('cancelling a forward restores the selection in both frames [VIEW-13]', async ({ page, gallery }) => {
  const bar = page.getByRole('region', { name: 'Selected messages' })
  for (const [width, role, leave] of [
    [1440, 'dialog', 'Close'],
    [390, 'main', 'Back'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${gallery}/messages/sessions/2`)
    const message = page.getByRole('log', { name: 'Messages' }).getByRole('article').last()
    await message.click({ button: 'right', position: { x: 60, y: 12 } })
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await bar.getByRole('button', { name: 'Forward (1)' }).click()
    await page.getByRole(role, { name: 'Forward to' }).getByRole('button', { name: leave }).click()
    await expect(bar.getByRole('status')).toHaveText('1 selected')
  }
  await bar.getByRole('button', { name: 'Forward (1)' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Send (1)' }).click()
  await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('a report’s reason can come from its address, and a failed report shows an error and stays open [REPORT-05 REPORT-08]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages/sessions/2/report?reasonId=3&gallery=failed`)
  const report = page.getByRole('dialog', { name: 'Report' })
  await expect(report.getByRole('radio', { name: 'Insults or harassment' })).toBeChecked()
  const description = report.getByRole('textbox', { name: 'What happened?' })
  await description.fill('They shout at everybody')
  await report.getByRole('button', { name: 'Submit report' }).click()
  await expect(page.getByRole('region', { name: toasts })).toContainText('The report could not be submitted.')
  await expect(description).toHaveValue('They shout at everybody')
})
