import { expectAccessible } from './support/accessibility.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { expect, freshPhone, test, welcome } from './support/journey.ts'

const compact = { width: 390, height: 844 }

test('tags are created, filled, renamed and deleted on their pages [TAG-01 TAG-02 TAG-04 TAG-05 TAG-06 TAG-13]', async ({
  browser,
  server,
}) => {
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const { page } = ada
  for (const name of ['Ben', 'Cleo'])
    await befriendByCall(await callerNamed(server, name, freshPhone()), callerOf(ada))
  await callerOf(ada).call('/CreateTag', { TagName: 'Work' })
  await page.goto(`${server.address}/contact/tags`)

  await test.step('a tag is created and found', async () => {
    await page.getByRole('button', { name: 'New tag' }).click()
    const dialog = page.getByRole('dialog', { name: 'New tag' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(13))
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(' Hiking ')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('hik')
    await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText([/Hiking/])
    await expectAccessible(page, 'tags')
  })

  await test.step('its page adds and removes friends', async () => {
    await page.getByRole('link', { name: /Hiking/ }).click()
    await expect(page).toHaveURL(/\/contact\/tags\/\d+$/)
    await page.getByRole('button', { name: 'Add friends' }).click()
    await expect(page.getByRole('button', { name: 'Add to the tag' })).toBeDisabled()
    await page.getByRole('option', { name: 'Ben' }).click()
    await page.getByRole('option', { name: 'Cleo' }).click()
    await expectAccessible(page, 'add friends to a tag')
    await page.getByRole('button', { name: 'Add to the tag' }).click()
    const members = page.getByRole('list', { name: 'Friends with Hiking' })
    await expect(members.getByRole('listitem')).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search friends' }).fill('cle')
    await expect(members.getByRole('listitem')).toHaveText([/Cleo/])
    await page.getByRole('searchbox', { name: 'Search friends' }).fill('')
    await page.getByRole('button', { name: 'Remove Ben' }).click()
    await expect(members.getByRole('listitem')).toHaveText([/Cleo/])
    await expectAccessible(page, 'a tag')
  })

  await test.step('its menu renames it, and deletes it after a question', async () => {
    await page.getByRole('button', { name: 'Tag actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Climbing')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Climbing' })).toBeVisible()
    await page.getByRole('button', { name: 'Tag actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/contact\/tags$/)
    await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText([/Work/])
  })

  await test.step('edit mode deletes the selected ones', async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('list', { name: 'Tags' }).getByText('Work').click()
    await page.getByRole('button', { name: 'Delete 1 tag' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No tags yet')).toBeVisible()
  })
})

test('a friend’s tags are marked and then saved, on phones from the friend’s page [TAG-03 TAG-07 TAG-08 TAG-09 FRIEND-26 FRIEND-27]', async ({
  browser,
  server,
}) => {
  const ada = await welcome(await browser.newContext({ viewport: compact }), server, 'Ada')
  const { page } = ada
  const ben = await callerNamed(server, 'Ben', freshPhone())
  await befriendByCall(ben, callerOf(ada))
  const call = callerOf(ada)
  for (const TagName of ['Family', 'Work', 'Sports']) {
    const { Id } = await call.call<{ Id: number }>('/CreateTag', { TagName })
    await call.call('/AddTagMembers', { TagId: Id, MemberIds: [ben.userId] })
  }
  await page.goto(`${server.address}/users/${ben.userId}`)
  const link = page.getByRole('link', { name: /Tags/ })
  await expect(link).toHaveText(/\w+ · \w+$/)
  await link.click()
  const current = page.getByRole('list', { name: 'Current tags' })
  await expect(current.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

  await test.step('a second tap resets a mark', async () => {
    const family = current.getByRole('button', { name: 'Family' })
    await family.click()
    await expect(family).toHaveAttribute('aria-description', 'Will be removed')
    await family.click()
    await expect(family).toHaveAttribute('aria-pressed', 'false')
    await family.click()
  })

  await test.step('a new tag is marked, and all changes are saved together', async () => {
    await page.getByRole('button', { name: 'New tag' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Chess')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const chess = page.getByRole('list', { name: 'Other tags' }).getByRole('button', { name: 'Chess' })
    await expect(chess).toHaveAttribute('aria-description', 'Will be added')
    await expectAccessible(page, 'tags of a friend')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(link).toBeVisible()
    await link.click()
    await expect(current.getByRole('button', { name: 'Chess' })).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Other tags' }).getByRole('button', { name: 'Family' }),
    ).toBeVisible()
  })

  await test.step('the friends stay in place when the tags arrive late', async () => {
    let respond = () => {}
    const response = new Promise<void>((resolve) => {
      respond = resolve
    })
    await page.route('**/Api/GetTags', (route) => response.then(() => route.continue()))
    await page.goto(`${server.address}/contact`)
    const friend = page.getByRole('list', { name: 'Friends' }).getByRole('link', { name: /^Ben/ })
    await expect(friend).toBeVisible()
    const before = await friend.boundingBox()
    respond()
    await expect(page.getByRole('button', { name: 'Work', exact: true })).toBeVisible()
    expect(await friend.boundingBox()).toEqual(before)
  })

  await test.step('leaving and entering edit mode clears the selection', async () => {
    await page.goto(`${server.address}/contact/tags`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('list', { name: 'Tags' }).getByText('Chess').click()
    await expect(page.getByRole('button', { name: 'Delete 1 tag' })).toBeEnabled()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${server.address}/users/${ben.userId}`)
    await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('link', { name: /Tags/ })).toHaveCount(0)
  })
})
