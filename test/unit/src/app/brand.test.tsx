import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { neutralBrand } from '#schemas/env/environment.ts'
import { createTranslation } from '#src/app/translation.ts'
import { AuthPage } from '#src/features/authentication/auth-page.tsx'
import { AboutScreen } from '#src/features/my/about-screen.tsx'
import { MyHome } from '#src/features/my/my-screen.tsx'
import { readEntries, sourcesIn } from '../../locales/catalog-files.ts'
import { renderToMarkup } from '../features/conversation/render-to-markup.tsx'

const harbour = JSON.parse(readFileSync('brands/harbour/brand.json', 'utf8'))
const signIn = (
  <AuthPage key="" title="">
    {null}
  </AuthPage>
)
/** The neutral name. With a small letter it is a common word, and "Chat ID" is a field of a person. */
const neutralName = new RegExp(`\\b${neutralBrand.name}\\b(?! ID)`)

describe('the texts of a brand', () => {
  it.each([
    ['en-US', 'Harbour'],
    ['zh-CN', '港湾'],
    ['zh-TW', '港灣'],
    ['vi-VN', 'Bến Cảng'],
  ] as const)('name the app in %s, whichever texts load later [THEME-02]', async (locale, name) => {
    const { activate, add, i18n, setBrand } = createTranslation(['entry'])
    setBrand(harbour)
    await activate(locale)
    expect(i18n._('common.app-name')).toBe(name)
    await add('pages')
    expect(i18n._('common.app-name')).toBe(name)
    expect(i18n._('my.get-app.hint', { name })).toContain(name)
  })

  it('apply to the language that is already active', async () => {
    const { activate, i18n, setBrand } = createTranslation(['entry'])
    await activate('en-US')
    setBrand(harbour)
    expect(i18n._('auth.sign-in.subtitle')).toBe('Sign in to come ashore.')
    expect(i18n._('auth.sign-in.title')).toBe('Welcome back')
  })
})

describe('the neutral name', () => {
  it.each([
    ['sign-in', signIn],
    ['about', <AboutScreen key="" />],
    ['own pages', <MyHome key="" />],
  ])('does not occur in the %s of another brand [THEME-02]', async (_, screen) => {
    const markup = await renderToMarkup(screen, 'full', { brand: harbour })
    expect(markup).not.toMatch(neutralName)
  })

  it('is replaced by the brand’s in the sign-in and in about [THEME-02]', async () => {
    for (const screen of [signIn, <AboutScreen key="" />])
      expect(await renderToMarkup(screen, 'full', { brand: harbour })).toContain('Harbour')
  })

  it('is a proper name in no English text but its own', () => {
    const texts = readdirSync('locales/en-US').flatMap((file) =>
      readEntries(readFileSync(`locales/en-US/${file}`, 'utf8')),
    )
    // A word that begins no sentence has a capital letter only as a name.
    const naming = texts.filter(({ text }) => /[\p{L},] Chat\b(?! ID)/u.test(text))
    expect(naming).toEqual([])
    expect(texts.filter(({ text }) => text === neutralBrand.name).map(({ id }) => id)).toContain(
      'common.app-name',
    )
  })

  it('is in no source of the app', () => {
    const found = sourcesIn('src').filter(({ code }) => /['"`]Chat['"`]/.test(code))
    expect(found.map(({ name }) => name)).toEqual([])
  })
})
