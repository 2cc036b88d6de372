import { expect, it } from 'vitest'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { arrangeGroups, ownershipOf } from '#domain/group/group-list.ts'
import { conversationId } from '#schemas/ids.ts'

const rowOf = (
  number: number,
  title: string,
  role: number | undefined,
  activeAt: number,
): ConversationSummary => ({
  ...{ id: conversationId(role === undefined ? 'direct' : 'group', number), title, activeAt },
  ...{ kind: role === undefined ? 'direct' : 'group', peerId: undefined, avatarUrl: '', isPinned: false },
  ...{ isMuted: false, isNew: false, unreadCount: 0, lastMessage: undefined, draft: '', unsentCount: 0 },
  ...(role === undefined
    ? {}
    : {
        group: {
          ...{ role, isChannel: false, memberCount: 2, announcement: '', isAllBanned: false },
          ...{ isBanned: false, applicationCount: 0 },
        },
      }),
})
const walks = rowOf(1, 'Walks', 10, 5)
const choir = rowOf(2, 'Choir 10', 9, 7)
const choirOfTwo = rowOf(3, 'Choir 2', 0, 1)
const ada = rowOf(4, 'Ada', undefined, 9)
const all = [walks, choir, choirOfTwo, ada]
const titlesOf = (order: 'recent' | 'name', keyword = '') =>
  arrangeGroups(all, { order, keyword, locale: 'en-US' }).map(({ title }) => title)

it('a group belongs to the created tab of its owner and to the joined tab of everyone else [GROUP-01]', () => {
  expect([walks, choir, choirOfTwo].map(ownershipOf)).toEqual(['created', 'joined', 'joined'])
})

it('groups are sorted by their latest message, or by name with numbers in order', () => {
  expect(titlesOf('recent')).toEqual(['Choir 10', 'Walks', 'Choir 2'])
  expect(titlesOf('name')).toEqual(['Choir 2', 'Choir 10', 'Walks'])
})

it('a search finds groups by a part of their names, and no one-to-one conversations', () => {
  expect(titlesOf('name', ' CHOIR')).toEqual(['Choir 2', 'Choir 10'])
  expect(titlesOf('name', 'ada')).toEqual([])
})
