import { describe, expect, it } from 'vitest'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { conversationId, userId } from '#schemas/ids.ts'
import { ConversationSettings } from '#src/features/conversation/settings/settings-screen.tsx'
import { CreateGroupScreen } from '#src/features/groups/create-group-screen.tsx'
import { conversations } from '#test/gallery/fixtures/conversations.ts'
import { renderToMarkup } from '../render-to-markup.tsx'

const find = (kind: ConversationSummary['kind']): ConversationSummary => {
  const found = conversations.find((one) => one.kind === kind)
  if (!found) throw new Error(`No ${kind} conversation`)
  return found
}
const places = [
  ['direct', { ...find('direct'), id: conversationId('direct', 4) }, '/messages/sessions/4'],
  ['group', { ...find('group'), id: conversationId('group', 9) }, '/messages/groups/9'],
] as const

describe.each(places)('the settings of a %s conversation', (kind, conversation, path) => {
  const draw = () => renderToMarkup(<ConversationSettings conversation={conversation} />)

  it.each([
    ['media [SESS-56]', '/media#all'],
    ['search [SESS-59]', '/search'],
    ['report [SESS-61]', '/report'],
  ])('lead to its %s', async (_, below) => {
    expect(await draw()).toContain(`href="${path}${below}"`)
  })

  it('have mute, pin and clearing [SESS-58 GROUP-25]', async () => {
    const markup = await draw()
    for (const words of ['Mute', 'Pin', 'Clear']) expect(markup).toContain(words)
  })

  it(`${kind === 'direct' ? 'have' : 'do not have'} disappearing messages [SESS-57]`, async () => {
    expect((await draw()).includes('Vanish')).toBe(kind === 'direct')
  })
})

it('the settings of a group lead to its other pages, for managers also to requests and management [GROUP-22 GROUP-24]', async () => {
  const [, conversation, path] = places[1]
  const { group } = conversation
  if (group === undefined) throw new Error('No group')
  const linksFor = async (role: number) => {
    const markup = await renderToMarkup(
      <ConversationSettings conversation={{ ...conversation, group: { ...group, role } }} />,
    )
    return [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  }
  const everyones = ['/qrcode', '/announcement', '/search', '/settings/nickname', '/media#all']
  const managers = ['/admin/applications', '/admin']
  expect(await linksFor(9)).toEqual(
    expect.arrayContaining([...everyones, ...managers].map((one) => path + one)),
  )
  const links = await linksFor(0)
  expect(links).toEqual(expect.arrayContaining(everyones.map((one) => path + one)))
  expect(links.filter((link) => link?.includes('/admin'))).toEqual([])
})

it('the settings of a one-to-one conversation lead to a new group with the other person, who is preselected', async () => {
  const [conversation] = conversations
  if (conversation === undefined) throw new Error('No conversation')
  const settings = await renderToMarkup(<ConversationSettings conversation={conversation} />)
  const address = `/contact/create-group?with=${conversation.peerId}`
  expect(settings).toContain(`href="${address}"`)
  expect(settings).toContain(`New group with ${conversation.title}`)
  const route = { path: '/contact/create-group', address }
  const creation = await renderToMarkup(<CreateGroupScreen />, 'compact', { route })
  expect(creation).toContain('1 person chosen')
})

it('the settings of a one-to-one conversation offer no group with a former friend', async () => {
  const stranger = { ...find('direct'), peerId: userId(999_999) }
  expect(await renderToMarkup(<ConversationSettings conversation={stranger} />)).not.toContain('New group')
})

describe('the settings of a channel [VIEW-43] (DEC-182)', () => {
  const people = { memberCount: 40, applicationCount: 0, announcement: '' }
  const facts = { ...people, isChannel: true, isBanned: false, isAllBanned: false }
  const markupFor = (role: number) =>
    renderToMarkup(<ConversationSettings conversation={{ ...find('group'), group: { ...facts, role } }} />)

  it('hide clearing from readers', async () => {
    const markup = await markupFor(0)
    expect(markup).not.toContain('Clear')
    for (const words of ['Mute', 'Pin', '/media', '/search', '/report']) expect(markup).toContain(words)
  })

  it.each([9, 10])('have all entries for role %i, which may write', async (role) => {
    expect(await markupFor(role)).toContain('Clear')
  })
})

it.each([
  [100, '90'],
  [5000, '3600'],
  [9_999_999, '604800'],
])(
  'a duration of %i s from elsewhere shows as the nearest preset [BURN-04]',
  async (timerSeconds, preset) => {
    const markup = await renderToMarkup(
      <ConversationSettings conversation={{ ...find('direct'), timerSeconds }} />,
    )
    expect(markup).toContain(`<option value="${preset}" selected=""`)
  },
)
