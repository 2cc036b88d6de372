import { expect, it } from 'vitest'
import { GroupsScreen } from '#src/features/contacts/groups-screen.tsx'
import { createWritable } from '#streams/readable.ts'
import { renderToMarkup } from '../conversation/render-to-markup.tsx'

const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const linksOf = (markup: string) => markup.match(/<a .*?<\/a>/g) ?? []

it('lists the own groups in one tab, each with a link to its conversation, and offers to create one [GROUP-01 GROUP-02]', async () => {
  const markup = await renderToMarkup(<GroupsScreen />, 'compact')
  expect(markup).toMatch(/role="tab"[^>]*aria-selected="true"[^>]*>Created/)
  const [own, ...others] = linksOf(markup)
  expect(others).toEqual([])
  expect(own).toContain('href="/messages/groups/5"')
  expect(wordsOf(own ?? '')).toContain('Reading circle')
  expect(wordsOf(own ?? '')).toContain('2 join requests, 12 members')
  expect(markup).toContain('aria-label="Create group"')
  expect(markup).toContain('aria-label="Search groups"')
})

it('without own groups the joined ones are shown, with channels, unread counts and muted marks [GROUP-01]', async () => {
  const { conversations } = await import('#test/gallery/fixtures/conversations.ts')
  const joined = conversations.filter(({ group }) => group?.role !== 10)
  const account = { conversations: createWritable(joined) }
  const markup = await renderToMarkup(<GroupsScreen />, 'compact', { account })
  const channel = linksOf(markup).find((link) => link.includes('Harbour news')) ?? ''
  expect(wordsOf(channel)).toMatch(/Channel.*4 unread, muted/i)
  expect(channel).toContain('href="/messages/groups/6?fromUnread=1"')
})

it('says that there are no groups yet once the conversations are loaded [GROUP-02]', async () => {
  const none = { conversations: createWritable([]), hasLoadedConversations: createWritable(true) }
  const markup = await renderToMarkup(<GroupsScreen />, 'compact', { account: none })
  expect(wordsOf(markup)).toContain('No groups yet')
  expect(wordsOf(markup)).toContain('Create a group')
})

it('shows placeholders while the conversations load', async () => {
  const loading = { conversations: createWritable([]), hasLoadedConversations: createWritable(false) }
  const markup = await renderToMarkup(<GroupsScreen />, 'compact', { account: loading })
  expect(wordsOf(markup)).not.toContain('No groups yet')
  expect(markup).toContain('aria-label="Loading"')
})
