import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { done } from '#domain/http/rejection.ts'
import { FeedbackScreen } from '#src/features/my/feedback-screen.tsx'
import { GeneralScreen } from '#src/features/my/general-screen.tsx'
import { MessagingScreen } from '#src/features/my/messaging-screen.tsx'
import { PasswordScreen, SetPasswordScreen } from '#src/features/my/password-screen.tsx'
import { PrivacyScreen } from '#src/features/my/privacy-screens.tsx'
import { fixtureOwnSettings } from '#test/gallery/fixtures/own-settings.ts'
import { renderToMarkup } from '../conversation/render-to-markup.tsx'

const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const switchesOf = (markup: string) => markup.match(/<input[^>]*role="switch"[^>]*>/g) ?? []

const render = (screen: ReactNode, mood: 'usual' | 'empty' = 'usual') => {
  const loaded = fixtureOwnSettings(mood, done)
  const loadOwnSettings = Object.assign(async () => loaded, { loaded })
  return renderToMarkup(screen, 'compact', { account: { loadOwnSettings } })
}

describe('the privacy settings', () => {
  it('have a switch for friend requests, one for groups, and a link to the blacklist [SET-11]', async () => {
    const markup = await render(<PrivacyScreen />)
    expect(wordsOf(markup)).toContain('Confirm friend requests')
    expect(wordsOf(markup)).toContain('Confirm being added to groups')
    expect(switchesOf(markup).map((one) => one.includes('checked=""'))).toEqual([true, false])
    expect(markup).toContain('href="/my/blacklist"')
  })
})

describe('the messaging settings', () => {
  it('have a switch for Enter, the own stickers and clearing all conversations [SET-09]', async () => {
    const markup = await renderToMarkup(<MessagingScreen />, 'compact')
    expect(wordsOf(markup)).toContain('Enter sends the message')
    expect(switchesOf(markup)).toHaveLength(1)
    expect(markup).toContain('href="/my/stickers"')
    expect(wordsOf(markup)).toContain('Clear all conversations')
  })

  it('show the switch for Enter on and disabled if the opening link fixed it [SET-19]', async () => {
    const [fixed = ''] = switchesOf(
      await renderToMarkup(<MessagingScreen />, 'compact', { isEnterFixed: true }),
    )
    expect(fixed).toContain('checked=""')
    expect(fixed).toContain('disabled=""')
  })

  it.each([
    ['full', {}],
    ['mini', { embeddedIn: 'bank' }],
  ] as const)(
    'hide the switch for Enter in the %s frame of %j, where it has no effect',
    async (frame, host) => {
      const markup = await renderToMarkup(<MessagingScreen />, frame, host)
      expect(switchesOf(markup)).toEqual([])
      expect(markup).toContain('href="/my/stickers"')
    },
  )
})

describe('the page to change the password', () => {
  it('asks for the current one first [SET-12]', async () => {
    const words = wordsOf(await render(<PasswordScreen />))
    expect(words).toContain('Current password')
    expect(words).not.toContain('New password')
  })

  it('asks for no current password if there is none [SET-14]', async () => {
    expect(wordsOf(await render(<PasswordScreen />, 'empty'))).not.toContain('Current password')
    const words = wordsOf(await render(<SetPasswordScreen />, 'empty'))
    expect(words).toContain('New password')
    expect(words).not.toContain('Current password')
  })
})

describe('the feedback', () => {
  it('has a contact, a content with a counter to 200, and a screenshot [SET-03 SET-04]', async () => {
    const markup = await renderToMarkup(<FeedbackScreen />, 'compact')
    for (const label of ['Contact', 'What would you like to tell us?', 'Screenshot (optional)', '0/200'])
      expect(wordsOf(markup)).toContain(label)
    expect(markup).toMatch(/<input[^>]*type="file"[^>]*accept="image\/\*"/)
  })

  it('cannot be submitted while it is empty [SET-07]', async () => {
    const markup = await renderToMarkup(<FeedbackScreen />, 'compact')
    expect(markup).toMatch(/<button[^>]*type="submit"[^>]*(disabled|data-disabled)/)
  })
})

describe('the general settings', () => {
  it('lead to diagnostics, cache, feedback and about us, and offer display mode and language [SET-01]', async () => {
    const markup = await renderToMarkup(<GeneralScreen />, 'compact')
    for (const path of [
      '/command-center',
      '/my/general/storage',
      '/my/general/feedback',
      '/my/general/about',
    ])
      expect(markup).toContain(`href="${path}"`)
    for (const part of ['Language', 'Display mode', 'Automatic', 'Desktop', 'Mobile', 'Text size'])
      expect(wordsOf(markup)).toContain(part)
  })

  it('offer language, display mode and about us, but not to embedded pages [SET-02]', async () => {
    const plain = wordsOf(await renderToMarkup(<GeneralScreen />, 'compact'))
    const embedded = wordsOf(await renderToMarkup(<GeneralScreen />, 'mini', { embeddedIn: 'bank' }))
    const offersOf = (words: string) =>
      ['Language', 'Display mode', 'About us'].map((one) => words.includes(one))
    expect([offersOf(plain), offersOf(embedded)]).toEqual([
      [true, true, true],
      [false, false, false],
    ])
    expect(embedded).toContain('Appearance')
  })
})
