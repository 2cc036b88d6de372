import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { ConversationSettings } from '#src/features/conversation/settings/settings-screen.tsx'
import { conversations } from '#test/gallery/fixtures/conversations.ts'
import { renderToMarkup } from '../conversation/render-to-markup.tsx'

const found = conversations.find(({ kind }) => kind === 'group')
const path = '/messages/groups/9'

const settingsOf = async (role: number, isChannel = false) => {
  if (!found?.group) throw new Error('No group')
  const group = { ...found.group, role, isChannel, applicationCount: 3 }
  return renderToMarkup(
    <ConversationSettings conversation={{ ...found, id: conversationId('group', 9), group }} />,
  )
}
const leadsTo = (markup: string, page: string) => markup.includes(`href="${path}/${page}"`)

describe.each([0, 9, 10])('the group settings of a member with role %i', (role) => {
  const isManager = role >= 9

  it('lead to media, and only managers to join requests and management [GROUP-22 ADMIN-04 ADMIN-21]', async () => {
    const markup = await settingsOf(role)
    expect(leadsTo(markup, 'media#all')).toBe(true)
    expect(leadsTo(markup, 'admin/applications')).toBe(isManager)
    expect(leadsTo(markup, 'admin')).toBe(isManager)
    expect(markup.includes('/admin')).toBe(isManager)
    expect(markup.includes('3 join requests')).toBe(isManager)
  })

  it('lead to the announcement, the search and the own name in the group', async () => {
    const markup = await settingsOf(role)
    for (const page of ['announcement', 'search', 'settings/nickname'])
      expect(leadsTo(markup, page), page).toBe(true)
  })

  it('offer to clear all messages and to report the group [GROUP-26]', async () => {
    const markup = await settingsOf(role)
    expect(markup).toContain('Clear messages')
    expect(leadsTo(markup, 'report')).toBe(true)
  })

  it('have the public switch for managers only [GROUP-23 ADMIN-08]', async () => {
    expect((await settingsOf(role)).includes('Public group')).toBe(isManager)
  })

  it(`end with ${role === 10 ? 'disbanding' : 'leaving'} [GROUP-27 GROUP-28]`, async () => {
    const buttons = [...(await settingsOf(role)).matchAll(/<button.*?<\/button>/g)].at(-1)?.[0]
    expect(buttons).toContain(role === 10 ? 'Disband group' : 'Leave group')
  })
})
