import { expect, it } from 'vitest'
import type { GroupInfo } from '#client/group-lookups.ts'
import { JoinGroupScreen } from '#src/features/groups/join-group-screen.tsx'
import { unchangingLookup } from '#test/gallery/fixtures/lookups.ts'
import { renderToMarkup } from '../conversation/render-to-markup.tsx'

const publicGroup: GroupInfo = {
  description: {
    ...{ name: 'Sunday walks', avatarUrl: '', isChannel: false, memberCount: 12 },
    announcement: 'We meet at nine.',
  },
  ...{ isMember: false, isPublic: true, mayAddFriends: true, memberLimit: 500, members: [] },
}
const hiddenGroup: GroupInfo = {
  ...publicGroup,
  description: undefined,
  isPublic: false,
  memberLimit: undefined,
}

const screenOf = async (value: GroupInfo, search = '') => {
  const route = { path: '/groups/$groupId', address: `/groups/77${search}` }
  const account = { lookUpGroup: () => unchangingLookup({ status: 'ready', value }) }
  return renderToMarkup(<JoinGroupScreen />, 'compact', { account, route })
}
const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

it('shows a public group with its name, size, description and a button that joins [ROUTE-07 GROUP-20]', async () => {
  const words = wordsOf(await screenOf(publicGroup))
  for (const part of ['Sunday walks', '12 members', 'We meet at nine.', 'Join group'])
    expect(words).toContain(part)
  expect(words).not.toContain('Message to the managers')
})

it('shows a form for a private group, with the remark of the link [ROUTE-07 GROUP-20]', async () => {
  const markup = await screenOf(hiddenGroup, '?remark=I%20know%20the%20way')
  expect(wordsOf(markup)).toContain('Group 77')
  expect(wordsOf(markup)).toContain('private or no longer exists')
  expect(markup).toContain('value="I know the way"')
  expect(wordsOf(markup)).toContain('Ask to join')
})

it('says that a full group is full and offers no joining', async () => {
  const markup = await screenOf({ ...publicGroup, memberLimit: 12 })
  expect(wordsOf(markup)).toContain('This group is full.')
  expect(markup).toMatch(/<button[^>]*disabled[^>]*>(?:(?!<\/button>).)*Join group/)
})

it('redirects a member to the conversation', async () => {
  expect(wordsOf(await screenOf({ ...publicGroup, isMember: true }))).not.toContain('Sunday walks')
})
