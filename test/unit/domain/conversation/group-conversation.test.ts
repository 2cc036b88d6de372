import { describe, expect, it } from 'vitest'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { rowBadge } from '#domain/formats/row-badge.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
import { conversationId, serverId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { GroupFacts } from '#schemas/log/events.ts'
import { eventIn, idOf, listed, logged, me, type message, received } from '../log-events.ts'

const group = conversationId('group', 7)
const facts: GroupFacts = {
  isChannel: false,
  memberCount: 3,
  announcement: '',
  isAllBanned: false,
  role: 0,
  isBanned: false,
  applicationCount: 0,
}
const inGroup = (changes: Partial<GroupFacts> = {}) =>
  listed({ title: 'Walks', group: { ...facts, ...changes } }, group, userId(0))
const said = (sequence: number, changes: Parameters<typeof message>[1] = {}) =>
  received(sequence, changes, group)

const row = (...events: readonly NewEvent[]) => {
  const state = initialConversations(me)
  for (const event of logged(events)) evolveConversations(state, event)
  const conversation = state.byId.get(group)
  const summary = conversation && summarize(conversation, me, '')
  if (!summary) throw new Error('the group is not listed')
  return summary
}

const bodiesFor = (role: number | undefined, ...events: readonly NewEvent[]) => {
  const state = initialTimeline(group, me)
  for (const event of logged(events)) evolveTimeline(state, event)
  const marks = { readUpTo: serverId(0), peerReadUpTo: serverId(0), profile: undefined, role }
  return viewTimeline(state, marks).map(({ body }) => body)
}

describe('the row of a group', () => {
  it('shows the group and the sender of its last message', () => {
    expect(row(inGroup(), said(1, { senderName: 'Cleo' }))).toMatchObject({
      kind: 'group',
      title: 'Walks',
      group: { memberCount: 3 },
      lastMessage: { senderName: 'Cleo', body: 'text 1' },
    })
  })

  it.each([
    ['this user', [me], true],
    ['everyone', [0], true],
    ['another member', [99], false],
  ])('marks a mention of %s until it is read [MSG-39]', (_, mentions, isMentioned) => {
    const events = [inGroup(), said(1, { mentions: mentions.map(Number) })]
    expect(row(...events).isMentioned).toBe(isMentioned)
    const read = eventIn(group, 'ConversationRead', { upTo: idOf(1), at: 1 })
    expect(row(...events, read).isMentioned).toBe(false)
    const gone = eventIn(group, 'MessagesDeleted', { serverIds: [idOf(1)] })
    expect(row(...events, gone).isMentioned).toBe(false)
  })

  it('does not count notices about members as unread', () => {
    const events = [said(1, { type: 'GroupJoin' }), said(2, { type: 'GroupLeave' }), said(3)]
    expect(row(inGroup(), ...events).unreadCount).toBe(1)
  })

  it('adds open applications to the badge, but no number when muted [SESS-12] (DEC-57)', () => {
    const { unreadCount, isNew, ...rest } = row(inGroup({ applicationCount: 2 }), said(1))
    expect(rowBadge({ ...rest, unreadCount, isNew })).toEqual({ kind: 'count', text: '3' })
    expect(rowBadge({ ...rest, unreadCount, isNew, isMuted: true })).toEqual({ kind: 'dot' })
  })
})

describe('a notice about a member who left', () => {
  const events = [said(1), said(2, { type: 'GroupLeave', body: 'gone' })]

  it.each([
    [0, ['text 1']],
    [9, ['text 1', 'gone']],
    [10, ['text 1', 'gone']],
  ])('is shown to role %i as %j [MSG-21]', (role, bodies) => {
    expect(bodiesFor(role, ...events)).toEqual(bodies)
    expect(row(inGroup({ role }), ...events).lastMessage?.body).toBe(bodies.at(-1))
  })

  it.each([
    [0, undefined],
    [9, 'gone'],
  ])('is the last message of role %i only if that role may see it: %s [MSG-21]', (role, last) => {
    const cleared = eventIn(group, 'ConversationCleared', { through: idOf(1), sequence: 1, activeAt: 1 })
    expect(row(inGroup({ role }), said(1), cleared, ...events.slice(1)).lastMessage?.body).toBe(last)
  })

  it('does not change the last message for readers who may not see it, even if many members leave [MSG-21]', () => {
    const departures = Array.from({ length: 12 }, (_, index) => said(index + 2, { type: 'GroupLeave' }))
    expect(row(inGroup(), said(1), ...departures).lastMessage?.body).toBe('text 1')
    expect(row(inGroup(), ...departures.toReversed(), said(1)).lastMessage?.body).toBe('text 1')
  })
})
