import { describe, expect, it } from 'vitest'
import type { Friend } from '#domain/contacts/contacts.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { forwardTargets } from '#domain/forward/forward-target.ts'
import { conversationId, userId } from '#schemas/ids.ts'

const friend = (id: number, displayName: string): Friend => ({
  ...{ userId: userId(id), displayName, nickname: displayName, avatarUrl: '', remark: '' },
  ...{ signature: '', chatId: `c${id}`, gender: 0 },
})
const row = (changes: Partial<ConversationSummary>): ConversationSummary => ({
  ...{ id: conversationId('direct', 1), kind: 'direct', peerId: userId(8), title: 'Ben', avatarUrl: '' },
  ...{ isPinned: false, isMuted: false, isNew: false, unreadCount: 0, lastMessage: undefined },
  ...{ activeAt: 1, draft: '', unsentCount: 0 },
  ...changes,
})
const group = (id: number, title: string, changes: Partial<ConversationSummary> = {}) =>
  row({
    ...{ id: conversationId('group', id), kind: 'group', peerId: undefined, title },
    group: {
      ...{ isChannel: false, memberCount: 3, announcement: '', isAllBanned: false, role: 0 },
      ...{ isBanned: false, applicationCount: 0 },
    },
    ...changes,
  })
const facts = { announcement: '', memberCount: 9, isAllBanned: false, isBanned: false, applicationCount: 0 }

const names = (targets: readonly { readonly name: string }[]) => targets.map(({ name }) => name)

describe('the targets of a forward', () => {
  const targets = forwardTargets(
    [
      row({ activeAt: 5, isPinned: true }),
      group(4, 'Walks', { activeAt: 9 }),
      group(3, 'Ärger', { activeAt: 7, isHidden: true }),
      row({ id: conversationId('direct', 2), peerId: userId(9), title: 'Former friend', activeAt: 8 }),
    ],
    [friend(10, 'Zoe'), friend(8, 'Ben B.')],
    'de',
  )

  it('is listed as recent, friends and groups [FWD-01]', () => {
    expect(names(targets.recent)).toEqual(['Walks', 'Ben B.'])
    expect(names(targets.friends)).toEqual(['Ben B.', 'Zoe'])
    expect(names(targets.groups)).toEqual(['Ärger', 'Walks'])
  })

  it('is the same one in every list [FWD-04]', () => {
    expect(targets.recent.map(({ key }) => key)).toEqual(['group-4', 'person-8'])
    expect(targets.friends[0]?.key).toBe('person-8')
    expect(targets.groups[1]?.key).toBe('group-4')
  })

  it('state why a reader cannot write into a channel [MSG-50]', () => {
    const channel = group(5, 'News', { group: { ...facts, isChannel: true, role: 0 } })
    const own = group(6, 'Own', { group: { ...facts, isChannel: true, role: 10 } })
    const { groups } = forwardTargets([channel, own], [], 'en')
    expect(groups.map(({ ban }) => ban)).toEqual(['channel', undefined])
  })
})
