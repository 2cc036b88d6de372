import { expectAccessibleInBothSchemes } from './support/accessibility.ts'
import { expect, test } from './support/gallery.ts'
import { callsOf, watchCalls } from './support/gallery-calls.ts'

const address = '/messages/sessions/2/forward?messageIds=11'
const compact = { width: 390, height: 844 }

test('a chosen tag counts all its members, each person gets a message once, and a failure names the people [FWD-01 FWD-05 FWD-07 FWD-12 FWD-16] (DEC-67 DEC-175)', async ({
  page,
  gallery,
}) => {
  await watchCalls(page)
  await page.setViewportSize(compact)
  await page.goto(`${gallery}${address}`)
  const picker = page.getByRole('main', { name: 'Forward to' })
  await picker.getByRole('tab', { name: 'Tags' }).click()
  const tags = picker.getByRole('listbox', { name: 'Tags' })
  // The first tag contains a person who is no friend. The last tag is empty.
  await expect(tags.getByRole('option')).toHaveText([
    /Climbing.*3 members: .*Noah \(climbing\)/,
    /Everyone.*8 members: .*…/,
    /Nobody yet.*Nobody is in it yet/,
    /同事.*5 members/,
  ])
  await expect(tags.getByRole('option', { name: /Nobody yet/ })).toBeDisabled()
  await tags.getByRole('option', { name: /Climbing/ }).press('Space')
  await expectAccessibleInBothSchemes(page, 'tags to forward to')
  await expect(picker.getByRole('button', { name: 'Send (3)' })).toBeEnabled()
  await tags.getByRole('option', { name: /Everyone/ }).press('Space')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'You can choose at most 10.',
  )
  await expect(tags.getByRole('option', { name: /Everyone/ })).toHaveAttribute('aria-selected', 'false')

  // A second tag and a single person overlap. Search finds one of them.
  const field = picker.getByRole('searchbox')
  for (const name of ['同事', 'Amara Okafor']) {
    await field.fill(name)
    await expect(picker.getByRole('option')).toHaveCount(1)
    await picker.getByRole('option', { name }).press('Space')
  }
  await field.fill('')
  await expect(picker.getByRole('list', { name: 'Selected' }).getByRole('button')).toHaveText([
    /Climbing/,
    /同事/,
    /Amara Okafor/,
  ])
  await picker.getByRole('button', { name: 'Send (9)' }).click()
  const alert = page.getByRole('alertdialog', { name: 'Could not forward to everyone' })
  await expect(alert.getByRole('listitem')).toHaveText([/Yuki/])
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(picker.getByRole('list', { name: 'Selected' }).getByRole('button')).toHaveText([/Yuki/])
  await picker.getByRole('button', { name: 'Send (1)' }).click()
  await alert.getByRole('button', { name: 'OK' }).click()
  const [first, again] = (await callsOf(page, 'forward')).flat()
  expect(first).toMatchObject([2, 4, 7, 9, 10, 12].map((id) => ({ target: { kind: 'person', id } })))
  expect(again).toMatchObject([{ target: { name: 'Yuki' } }])
})

test('the desktop frame offers no tags, neither to choose nor to find [FWD-02] (DEC-176)', async ({
  page,
  gallery,
}) => {
  await page.setViewportSize({ width: 901, height: 900 })
  await page.goto(`${gallery}${address}`)
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['Recent', 'Friends', 'Groups'])
  const picker = page.getByRole('dialog', { name: 'Forward to' })
  await picker.getByRole('searchbox').fill('同事')
  await expect(picker).toContainText('No results')

  await page.setViewportSize({ width: 900, height: 900 })
  await expect(tabs).toHaveText(['Recent', 'Friends', 'Groups', 'Tags'])
})

test('tags that fail to load show an error and a retry button', async ({ page, gallery }) => {
  await page.setViewportSize(compact)
  await page.goto(`${gallery}${address}&gallery=failed`)
  const picker = page.getByRole('main', { name: 'Forward to' })
  await picker.getByRole('tab', { name: 'Tags' }).click()
  await expect(picker.getByRole('alert')).toContainText('connection')
  await expect(picker.getByRole('button', { name: 'Try again' })).toBeVisible()
})
