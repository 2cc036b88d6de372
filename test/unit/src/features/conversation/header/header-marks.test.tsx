import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GroupFacts } from '#schemas/log/events.ts'
import { createTranslation } from '#src/app/translation.ts'
import { JoinRequests } from '#src/features/conversation/header/conversation-header.tsx'

const { i18n, activate } = createTranslation()
beforeAll(() => activate('en-US'))

const group: GroupFacts = {
  ...{ isChannel: false, memberCount: 3, announcement: '', isAllBanned: false },
  ...{ role: 9, isBanned: false, applicationCount: 2 },
}
const drawn = (facts: Partial<GroupFacts> | undefined): string =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <JoinRequests group={facts && { ...group, ...facts }} />
    </I18nProvider>,
  )
const shown = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '')

describe('the badge of join applications in the header [VIEW-02]', () => {
  it.each([
    { applicationCount: 1, words: '1' },
    { applicationCount: 99, words: '99' },
    { applicationCount: 100, words: '99+' },
    { applicationCount: 0, words: '' },
  ])('reads $words for $applicationCount', ({ applicationCount, words }) => {
    expect(shown(drawn({ applicationCount }))).toBe(words)
  })

  it('contains the whole number in words', () => {
    expect(drawn({ applicationCount: 128 })).toContain('128 ask to join')
  })

  it.each([
    { title: 'the owner', role: 10, isSeen: true },
    { title: 'an admin', role: 9, isSeen: true },
    { title: 'a plain member', role: 0, isSeen: false },
  ])('is seen by $title: $isSeen', ({ role, isSeen }) => {
    expect(shown(drawn({ role }))).toBe(isSeen ? '2' : '')
  })

  it('is absent in a one-to-one conversation', () => {
    expect(drawn(undefined)).toBe('')
  })
})
