import { describe, expect, it } from 'vitest'
import { chooseLocale, findLocale, locales } from '#src/app/locales.ts'
import { createTranslation, loadMessages } from '#src/app/translation.ts'

describe('the language to start in', () => {
  it.each([
    ['vi-VN', 'zh-CN', 'vi-VN'],
    ['ZH-tw', undefined, 'zh-TW'],
    ['fr-FR', 'zh-CN', 'zh-CN'],
    ['fr-FR', undefined, 'en-US'],
    [undefined, 'zh-TW', 'zh-TW'],
    [undefined, undefined, 'en-US'],
  ] as const)('is, for the query %s and the stored %s, %s [I18N-02 I18N-03]', (queried, stored, chosen) => {
    expect(chooseLocale(queried, stored)).toBe(chosen)
  })

  it('knows four languages and no other', () => {
    expect(locales.map((locale) => findLocale(locale))).toEqual(['en-US', 'zh-CN', 'zh-TW', 'vi-VN'])
    expect(findLocale('en')).toBeUndefined()
  })
})

describe('translation', () => {
  it.each([
    ['en-US', 'Notifications'],
    ['zh-CN', '通知'],
    ['zh-TW', '通知'],
    ['vi-VN', 'Thông báo'],
  ] as const)('speaks %s [I18N-01]', async (locale, word) => {
    const { i18n, activate } = createTranslation()
    await activate(locale)
    expect(i18n.locale).toBe(locale)
    expect(i18n._('common.notifications')).toBe(word)
  })

  it('inflects by count', async () => {
    const { i18n, activate } = createTranslation()
    await activate('en-US')
    expect(i18n._('errors.string.length', { count: 1 })).toBe('Enter at least 1 character.')
    expect(i18n._('errors.string.length', { count: 8 })).toBe('Enter at least 8 characters.')
  })

  it('ends in the language requested last, whichever loads first', async () => {
    const { i18n, activate } = createTranslation()
    await Promise.all([activate('zh-CN'), activate('vi-VN')])
    expect(i18n.locale).toBe('vi-VN')
  })

  it('adds a part to the language that is spoken, also when the language changes meanwhile', async () => {
    const { add, i18n, activate } = createTranslation(['entry'])
    await activate('en-US')
    expect(i18n._('my.title')).toBe('my.title')
    await Promise.all([add('pages'), add('pages'), activate('vi-VN')])
    expect(i18n._('group.save')).toBe('Lưu')
    expect(i18n._('common.notifications')).toBe('Thông báo')
  })

  it('adds a part before a language is spoken', async () => {
    const { add, i18n, activate } = createTranslation(['entry'])
    await add('pages')
    await activate('en-US')
    expect(i18n._('group.save')).toBe('Save')
  })

  it('stays in its language when another one is being loaded while a part is added', async () => {
    const { add, i18n, activate } = createTranslation(['entry'])
    await activate('en-US')
    const speaking = activate('vi-VN')
    await add('pages')
    const saveIn = { 'en-US': 'Save', 'vi-VN': 'Lưu' }[i18n.locale]
    expect(i18n._('group.save')).toBe(saveIn)
    expect(i18n._('common.notifications')).not.toBe('common.notifications')
    await speaking
    expect(i18n._('group.save')).toBe('Lưu')
  })

  it('has every area in each language', async () => {
    for (const locale of locales) {
      const areas = new Set(Object.keys(await loadMessages(locale)).map((id) => id.split('.')[0]))
      expect([...areas]).toEqual(expect.arrayContaining(['common', 'errors', 'my']))
    }
  })
})
