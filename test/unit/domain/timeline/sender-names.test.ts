import { describe, expect, it } from 'vitest'
import { originOf } from '#domain/collections/collecting.ts'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { quoteOf } from '#domain/message/timeline-message.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
import { conversationId, serverId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { FriendFacts } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { idOf, listed, logged, me, peer, received } from '../log-events.ts'

const group = conversationId('group', 7)
const stranger = userId(40)
const friend = (remark: string): FriendFacts => ({
  ...{ userId: peer, nickname: 'Peer', remark, avatarUrl: '', gender: 0, signature: '', chatId: '' },
})
const friendsWith = (remark: string) => new Map([[peer, friend(remark)]])
const said = (sequence: number, changes: Partial<ConfirmedMessage> = {}) =>
  received(sequence, { senderName: 'Captain', ...changes }, group)

const drawn = (events: readonly NewEvent[], remark: string) => {
  const state = logged(events).reduce(evolveTimeline, initialTimeline(group, me))
  const marks = { readUpTo: serverId(0), peerReadUpTo: serverId(0), profile: undefined }
  return viewTimeline(state, { ...marks, friends: friendsWith(remark) })
}

describe('the name above a message', () => {
  const quoting = said(2, {
    ...{ senderId: stranger, senderName: 'Dora' },
    quote: { serverId: idOf(1), senderId: peer, senderName: 'Captain', type: 'txt', text: 'text 1' },
  })

  it('is the remark for a friend, also in quotes', () => {
    const [first, second] = drawn([said(1), quoting], 'Uncle')
    expect(first?.senderName).toBe('Uncle')
    expect(second).toMatchObject({ senderName: 'Dora', quote: { senderName: 'Uncle', text: 'text 1' } })
  })

  it('is the name in the group without a remark, and for others', () => {
    expect(drawn([said(1), quoting], '').map(({ senderName }) => senderName)).toEqual(['Captain', 'Dora'])
    expect(drawn([quoting], '')[0]?.quote?.senderName).toBe('Captain')
  })

  it('stays private: quotes, mentions and saved items use the public name (DEC-153)', () => {
    const [message] = drawn([said(1)], 'Uncle')
    if (!message) throw new Error('nothing is drawn')
    expect(quoteOf(message)?.senderName).toBe('Captain')
    expect(originOf(message, undefined)).toMatchObject({ name: 'Captain' })
    expect(message.senderPublicName).toBe('Captain')
  })
})

describe('the row of a group', () => {
  const facts = { isChannel: false, memberCount: 3, announcement: '', role: 0, isBanned: false }
  const row = (remark: string) => {
    const state = initialConversations(me)
    const about = { title: 'Walks', group: { ...facts, isAllBanned: false, applicationCount: 0 } }
    for (const event of logged([listed(about, group, userId(0)), said(1)])) evolveConversations(state, event)
    const conversation = state.byId.get(group)
    return conversation && summarize(conversation, me, '', new Set(), friendsWith(remark))
  }

  it.each([
    ['Uncle', 'Uncle'],
    ['', 'Captain'],
  ])('names the last sender with the remark %j as %s', (remark, expected) => {
    expect(row(remark)?.lastMessage?.senderName).toBe(expected)
  })
})
