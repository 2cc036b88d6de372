import { describe, expect, it } from 'vitest'
import { MyHome } from '#src/features/my/my-screen.tsx'
import { NicknameEditor, SignatureEditor } from '#src/features/my/profile-forms.tsx'
import { ProfileScreen } from '#src/features/my/profile-screen.tsx'
import { renderToMarkup } from '../conversation/render-to-markup.tsx'

const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

describe('the first page of the own section', () => {
  it('has a header card and entries for all own pages [ME-22]', async () => {
    const markup = await renderToMarkup(<MyHome />, 'compact')
    expect(wordsOf(markup)).toContain('Linh Trần')
    for (const path of [
      'profile',
      'qrcode',
      'collections',
      'notifications',
      'messaging',
      'privacy',
      'security',
      'general',
    ])
      expect(markup).toContain(`href="/my/${path}"`)
  })
})

describe('the personal info', () => {
  it.each(['full', 'compact'] as const)(
    'in the %s frame shows the picture with its upload, nickname, signature and phone number [ME-01 ME-02]',
    async (frame) => {
      const markup = await renderToMarkup(<ProfileScreen />, frame)
      expect(markup).toMatch(/<input[^>]*type="file"/)
      expect(markup).toContain('aria-label="Change picture"')
      const words = wordsOf(markup)
      for (const part of ['Linh Trần', 'Reading, running, rice paper.', '+86 13800138000'])
        expect(words).toContain(part)
      expect(markup).toContain('href="/my/profile/nickname"')
      expect(markup).toContain('href="/my/profile/signature"')
    },
  )

  it('hides the phone number in embedded mode [ME-03]', async () => {
    const words = wordsOf(await renderToMarkup(<ProfileScreen />, 'mini', { embeddedIn: 'bank' }))
    expect(words).toContain('Linh Trần')
    expect(words).not.toContain('13800138000')
  })

  it.each([
    ['nickname', <NicknameEditor key="nickname" />, 'Nickname', 'Linh Trần'],
    ['signature', <SignatureEditor key="signature" />, 'Signature', 'Reading, running, rice paper.'],
  ])(
    'edits the %s on a page of its own in compact frames, not in full ones [ME-06 ME-07]',
    async (_, page, label, value) => {
      const compact = await renderToMarkup(page, 'compact')
      expect(compact).toContain('<main')
      expect(wordsOf(compact)).toContain(label)
      expect(compact).toContain(value)
      expect(compact).toMatch(/<button[^>]*type="submit"[^>]*(disabled|data-disabled)/)
      expect(await renderToMarkup(page, 'full')).not.toContain('<main')
    },
  )
})
