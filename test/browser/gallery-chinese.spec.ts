import type { Locator } from '@playwright/test'
import { expect, test } from './support/gallery.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Checks that the Chinese page contains no English word of the app. */
const expectChinese = async (part: Locator): Promise<void> => {
  await expect(part).toContainText(/\p{Script=Han}/u)
  await expect(part).not.toContainText(/[A-Za-z]{2,}/)
}

test('a compact Chinese conversation supports writing, selection and viewing', async ({ page, gallery }) => {
  await page.goto(`${gallery}/messages/sessions/2?locale=zh-CN&mixed=1`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  const articles = page.getByRole('log', { name: '消息' }).getByRole('article')
  await expect(articles.last()).toBeInViewport()

  // Types with an input method, whose Enter ends the word and does not send.
  const field = page.getByRole('textbox', { name: '消息' })
  await field.click()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'wanshang', selectionStart: 8, selectionEnd: 8 })
  await session.send('Input.insertText', { text: '晚上八点见' })
  await expect(field).toHaveText('晚上八点见')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  const sent = articles.last()
  await expect(sent).toContainText('晚上八点见')
  await expect(field).toHaveText('')

  await articles.nth(-2).focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: '消息操作' })
  for (const name of ['引用', '转发', '多选', '收藏', '删除'])
    await expect(menu.getByRole('menuitem', { name })).toBeVisible()
  await expectChinese(menu)

  await menu.getByRole('menuitem', { name: '多选' }).click()
  const bar = page.getByRole('region', { name: '已选消息' })
  await expect(bar).toContainText('已选 1 条')
  await expectChinese(bar)
  await expect(articles.nth(-2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(bar).toContainText('已选 2 条')
  await bar.getByRole('button', { name: '删除（2）' }).click()
  const question = page.getByRole('alertdialog', { name: '删除 2 条消息？' })
  await expectChinese(question)
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toBeHidden()
  // Also before the focus has returned.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()

  const photo = page.getByRole('button', { name: '查看图片' }).last()
  await photo.scrollIntoViewIfNeeded()
  await photo.click()
  const viewer = page.getByRole('dialog', { name: /的图片$/ })
  await expect(viewer.getByRole('link', { name: '下载' })).toBeVisible()
  await expect(viewer.getByRole('status')).toHaveText(/^\d+ \/ \d+$/)
  await viewer.getByRole('button', { name: '关闭' }).click()
  await expect(viewer).toBeHidden()
  await expect(page).toHaveURL(/\/messages\/sessions\/2/)
})
