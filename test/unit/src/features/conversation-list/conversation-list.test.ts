import { describe, expect, it } from 'vitest'
import type { Friend } from '#domain/contacts/contacts.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { conversationId, userId } from '#schemas/ids.ts'
import { overscan, rowHeight } from '#src/features/conversation-list/conversation-row.tsx'
import { linkTo, linkToUnread, pathOf } from '#src/features/conversation-list/link-to.ts'
import { filterConversations, hasHiddenRows } from '#src/features/conversation-list/list-header.tsx'
import { rowActions } from '#src/features/conversation-list/row-actions.tsx'
import { searchNames } from '#src/features/search/name-search.ts'

const conversation = (number: number, other: Partial<ConversationSummary> = {}): ConversationSummary => ({
  id: conversationId(other.kind ?? 'direct', number),
  kind: 'direct',
  peerId: undefined,
  title: `Person ${number}`,
  avatarUrl: '',
  isPinned: false,
  isMuted: false,
  isNew: false,
  unreadCount: 0,
  lastMessage: undefined,
  activeAt: 0,
  draft: '',
  unsentCount: 0,
  ...other,
})

describe('the filter', () => {
  const read = conversation(1)
  const unread = conversation(2, { unreadCount: 3 })
  const fresh = conversation(3, { isNew: true })
  const group = conversation(4, { kind: 'group' })
  const hidden = conversation(5, { isHidden: true })
  const all = [read, unread, fresh, group, hidden]

  it.each([
    ['all', undefined, [read, unread, fresh, group]],
    ['unread', undefined, [unread, fresh]],
    ['unread', read.id, [read, unread, fresh]],
    ['groups', undefined, [group]],
    ['hidden', read.id, [hidden]],
  ] as const)('"%s" with %s open shows the right rows [SESS-02 SESS-37]', (filter, open, shown) => {
    expect(filterConversations(all, filter, open)).toEqual(shown)
  })

  it.each([
    ['all', [hidden], true],
    ['all', [read], false],
    ['unread', [hidden], false],
    ['groups', [hidden], false],
    ['groups', [conversation(6, { kind: 'group', isHidden: true })], true],
    ['hidden', [hidden], false],
  ] as const)('"%s" of %j leaves out hidden rows: %s', (filter, rows, isSo) => {
    expect(hasHiddenRows(rows, filter)).toBe(isSo)
  })
})

it.each([
  [{}, ['unread', 'pin', 'mute', 'hide', 'delete']],
  [{ unreadCount: 1 }, ['read', 'pin', 'mute', 'hide', 'delete']],
  [{ isNew: true }, ['read', 'pin', 'mute', 'hide', 'delete']],
  [{ isPinned: true, isMuted: true }, ['unread', 'unpin', 'unmute', 'hide', 'delete']],
  [{ isHidden: true }, ['unread', 'pin', 'mute', 'show', 'delete']],
] as const)('the menu of a row that is %j offers %j [SESS-45 SESS-46]', (other, actions) => {
  expect(rowActions(conversation(1, other))).toEqual(actions)
})

it('rows are estimated at 60 px, and 6 are rendered beyond the edges [SESS-06]', () => {
  expect({ rowHeight, overscan }).toEqual({ rowHeight: 60, overscan: 6 })
})

it('a row links to its conversation', () => {
  expect(linkTo(conversation(42)).params).toEqual({ sessionId: '42' })
})

it.each([
  ['nothing', 0, false, {}],
  ['one message', 1, false, { fromUnread: '1' }],
  ['50 messages', 50, false, { fromUnread: '1' }],
  ['51 messages, to the first of which a button leads', 51, false, {}],
  ['a mark set by hand', 1, true, {}],
])(
  'a row with %s unread opens where the user stopped reading [VIEW-39 VIEW-10] (DEC-189)',
  (_, unreadCount, isMarkedUnread, search) => {
    const row = conversation(42, { unreadCount, isMarkedUnread })
    expect(linkToUnread(row)).toMatchObject({ params: { sessionId: '42' }, search })
  },
)

it.each([
  [conversationId('direct', 42), '/messages/sessions/42'],
  [conversationId('group', 7), '/messages/groups/7'],
])('%s has the path %s [SESS-07]', (id, path) => {
  expect(pathOf(id)).toBe(path)
})

describe('the search by name', () => {
  const friend = (number: number, displayName: string): Friend => ({
    userId: userId(number),
    nickname: displayName,
    avatarUrl: '',
    remark: '',
    signature: '',
    chatId: `id${number}`,
    gender: 0,
    displayName,
  })
  const friends = [
    friend(1, 'Amara Okafor'),
    friend(2, 'Nguyễn Thị Hồng'),
    friend(3, '陳雅婷'),
    { ...friend(4, 'Uncle'), nickname: 'Benedict', remark: 'Uncle' },
  ]
  const conversations = friends.map(({ displayName }, index) => conversation(index, { title: displayName }))
  const namesFor = (keyword: string) =>
    searchNames(keyword, conversations, friends).friends.map(({ displayName }) => displayName)

  it.each([
    ['a part', 'okaf', ['Amara Okafor']],
    ['a slip of the finger', 'amera', ['Amara Okafor']],
    ['missing accents', 'hong', ['Nguyễn Thị Hồng']],
    ['one character of Chinese', '雅', ['陳雅婷']],
    ['an id', 'id3', ['陳雅婷']],
    ['a remark', 'unc', ['Uncle']],
    ['the name behind a remark', 'bened', ['Uncle']],
    ['the letters of a Chinese name', 'cyt', ['陳雅婷']],
    ['something else', 'zzzz', []],
    ['nothing', '  ', []],
  ])('finds a friend by %s [SEARCH-06]', (_, keyword, names) => {
    expect(namesFor(keyword).slice(0, 1)).toEqual(names)
  })
  it('searches conversations too', () => {
    expect(searchNames('amara', conversations, []).conversations).toEqual([conversations[0]])
  })
  it.each([
    ['three', 'abcdefgxyz', 1],
    ['four', 'abcdefwxyz', 0],
  ])(
    'with %s wrong letters of ten finds %s in %d conversations: the threshold is 0.3 [SEARCH-06]',
    (_, keyword, count) => {
      const named = [conversation(1, { title: 'abcdefghij' })]
      expect(searchNames(keyword, named, []).conversations).toHaveLength(count)
    },
  )
})
