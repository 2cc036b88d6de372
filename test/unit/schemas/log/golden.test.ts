import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { viewApplications } from '#domain/contacts/contacts.ts'
import {
  evolveApplications,
  evolveFriends,
  evolveProfile,
  initialApplications,
  initialFriends,
} from '#domain/contacts/contacts-projection.ts'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { viewOutbox } from '#domain/outbox/outbox-view.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
import { conversationId, serverId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { eventData, eventVersion } from '#schemas/log/events.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import { chat, client, me } from '#test/unit/domain/log-events.ts'

const group = conversationId('group', 4)
const quiet = conversationId('direct', 9)
const based = conversationId('direct', 11)
const told = conversationId('direct', 11)

/**
 * The stored events of a version, one of every type. They change with the schemas until the first release, and never
 * after it.
 */
const readGolden = (version: number): readonly unknown[] =>
  JSON.parse(readFileSync(new URL(`./fixtures/version-${version}.json`, import.meta.url), 'utf8'))

const eventsOf = (version: number): readonly LogEvent[] =>
  readGolden(version).map((stored) => {
    const parsed = parseLogEvent(stored)
    if (parsed.kind !== 'event') throw new Error(`unreadable: ${JSON.stringify(parsed)}`)
    return parsed.event
  })

describe('the schemas of the log', () => {
  it('have the pinned shape: a change needs a higher version, an upcaster and golden events', () => {
    const shapes = Object.entries(eventData).map(([type, schema]) => [
      type,
      z.toJSONSchema(schema, { unrepresentable: 'any' }),
    ])
    const hash = createHash('sha256')
      .update(JSON.stringify([eventVersion, shapes]))
      .digest('hex')
    expect(hash).toBe('d7bee5fa98ab93c967f5f620244fce8350159f7712fcbcc23fbe5155567546c2')
  })
})

describe('events of version 1', () => {
  it('are of every type', () => {
    const types = new Set(eventsOf(1).map(({ type }) => type))
    expect([...types].sort()).toEqual(Object.keys(eventData).sort())
  })

  it('are all readable and keep their meaning', () => {
    expect(eventsOf(1)).toEqual(readGolden(1))
  })

  it('fold to the conversation they always folded to', () => {
    const state = eventsOf(1).reduce(evolveConversations, initialConversations(me))
    expect([...state.byId.keys()]).toEqual([chat, group, quiet, told])
    const conversation = state.byId.get(chat)
    expect(conversation && summarize(conversation, me, 'P')).toMatchObject({
      title: 'P',
      isPinned: true,
      isNew: false,
      unreadCount: 0,
      draft: 'half a thought',
      unsentCount: 1,
      // Retried after message 5000 was received.
      lastMessage: { clientId: client('two'), state: 'failed' },
    })
    expect(conversation).toMatchObject({
      contiguousRanges: [{ from: 1, to: 5 }],
      readUpTo: 2000,
      deliveredUpTo: 1000,
    })
    expect([...(conversation?.hiddenPendingDeletion ?? [])]).toEqual([[1000, 710_000]])
    expect(viewOutbox(state.byId.values())).toMatchObject({
      messages: [{ clientId: client('two'), attempt: 2, state: 'failed', submittedAt: 11 }],
      readMarkers: [
        { conversationId: chat, upTo: 2000 },
        { conversationId: quiet, upTo: 7000, wholeAt: 8 },
      ],
      settings: [{ conversationId: quiet, setting: 'muted', isOn: true, requestId: 'wish-2' }],
    })
  })

  it('fold to the group they always folded to', () => {
    const state = eventsOf(1).reduce(evolveConversations, initialConversations(me)).byId.get(group)
    expect(state && summarize(state, me, '')).toMatchObject({
      kind: 'group',
      title: 'Walks',
      isMuted: true,
      isMentioned: true,
      hasUnreadAnnouncement: false,
      unreadCount: 1,
      group: { memberCount: 3, announcement: 'Bring water', role: 9, applicationCount: 1, joinedAt: 400000 },
      lastMessage: { senderName: 'Peer', body: '@Me hello' },
    })
    const ofGroup = eventsOf(1).filter(({ stream }) => stream === group)
    const marks = { readUpTo: serverId(0), peerReadUpTo: serverId(0), profile: undefined }
    const messages = viewTimeline(ofGroup.reduce(evolveTimeline, initialTimeline(group, me)), marks)
    expect(messages).toMatchObject([{ key: 's6000', senderRole: 10, state: 'sent' }])
  })

  it('fold to the cleared and hidden conversation they always folded to', () => {
    const state = eventsOf(1).reduce(evolveConversations, initialConversations(me)).byId.get(quiet)
    expect(state && summarize(state, me, '')).toMatchObject({
      isHidden: true,
      isMarkedUnread: true,
      isPinned: true,
      isMuted: true,
      unreadCount: 1,
      lastMessage: undefined,
      activeAt: 500_007,
    })
    expect(state?.contiguousRanges).toContainEqual({
      from: 2,
      to: 2,
      fromId: 900,
      toId: 900,
      isDetached: true,
    })
    expect([...(state?.deletedUnread ?? [])]).toEqual([7500])
  })

  it('fold to the conversation of which only its row in the list is known', () => {
    const state = eventsOf(1).reduce(evolveConversations, initialConversations(me)).byId.get(told)
    expect(state).toMatchObject({ contiguousRanges: [], newestId: 0, deletionsReceivedThrough: 600_009 })
    expect(state?.baseline).toMatchObject({ count: 3, readSequence: 7 })
    expect(state && summarize(state, me, '')).toMatchObject({
      isMentioned: true,
      unreadCount: 3,
      lastMessage: { serverId: 8000, body: 'told of in the list' },
      ...{ draft: '@P look', draftMentions: [{ userId: 2 }], draftQuote: { serverId: 8000 } },
      activeAt: 600_008,
    })
  })

  it('fold to the base they always folded to [STORE-07]', () => {
    const base = eventsOf(1).slice(0, 3)
    const state = base.slice(0, 2).reduce(evolveConversations, initialConversations(me)).byId.get(based)
    expect(state && summarize(state, me, '')).toMatchObject({
      ...{ title: 'Third', isPinned: true, isMuted: true, isMentioned: true, unreadCount: 2 },
      ...{ draft: 'half of it', lastMessage: { clientId: client('base'), state: 'pending' } },
    })
    expect(state).toMatchObject({ contiguousRanges: [{ from: 3, to: 3 }], historyStartsAt: { sequence: 3 } })
    const timeline = base.slice(0, 2).reduce(evolveTimeline, initialTimeline(based, me))
    expect([...timeline.unsent.keys(), ...timeline.deleted]).toEqual([client('base'), 1500])
    expect([...base.reduce(evolveFriends, initialFriends()).keys()]).toEqual([3])
    expect(base.reduce(evolveApplications, initialApplications())).toMatchObject({ seenUpTo: 8 })
    expect(base.reduce(evolveProfile, undefined)).toMatchObject({ nickname: 'Me before' })
    expect(base.reduce(evolveConversations, initialConversations(me)).byId.size).toBe(0)
  })

  it('fold to the messages they always folded to', () => {
    const ofChat = eventsOf(1).filter(({ stream }) => stream === chat)
    const marks = { readUpTo: serverId(2000), peerReadUpTo: serverId(5000), profile: undefined }
    const messages = viewTimeline(ofChat.reduce(evolveTimeline, initialTimeline(chat, me)), marks)
    expect(messages.map(({ key, body, state }) => [key, body, state])).toEqual([
      ['s1000', 'hello again', 'read'],
      ['s2000', 'text 2', 'read'],
      [client('own'), `own ${client('own')}`, 'read'],
      [client('two'), 'again', 'failed'],
    ])
  })

  it('fold to the contacts and the profile they always folded to', () => {
    const events = eventsOf(1)
    expect([...events.reduce(evolveFriends, initialFriends()).values()]).toMatchObject([{ remark: 'P' }])
    expect(viewApplications(events.reduce(evolveApplications, initialApplications()), 600_000)).toMatchObject(
      {
        pending: [{ applicationId: 10 }],
        past: [{ applicationId: 9, status: 'accepted' }],
        unseenCount: 1,
      },
    )
    expect(events.reduce(evolveProfile, undefined)).toMatchObject({ nickname: 'Me', phone: '5550100' })
  })
})
