import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { decideReactToMessage } from '#domain/conversation/pending-changes.ts'
import { isEmoji } from '#domain/message/emoticons.ts'
import { canReactTo, quickReactions, viewReactions } from '#domain/message/reactions.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { chat, client, deleted, idOf, inChat, listed, logged, me, received } from '../log-events.ts'

const nothingRead = { readUpTo: serverId(0), peerReadUpTo: serverId(0), profile: undefined }
const fold = (events: readonly NewEvent[]) => logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
const shown = (events: readonly NewEvent[]) =>
  viewTimeline(fold(events), nothingRead).map(({ body, reactions = [] }) => ({ body, reactions }))

const reacted = (version: number, emoji: string, count: number, own?: string): NewEvent =>
  inChat('MessageReacted', {
    serverId: idOf(1),
    sequence: 1,
    reactions: {
      version,
      counts: [{ emoji, count }],
      ...(own === undefined ? {} : { own: { emoji: own, version } }),
    },
  })

describe('reactions', () => {
  it('of the newest version win whatever the order and number of the events, also before their message', () => {
    const events = [
      received(1),
      reacted(1, '👍', 1, '👍'),
      reacted(2, '👍', 2),
      received(1, {
        reactions: { version: 2, counts: [{ emoji: '👍', count: 2 }], own: { emoji: '👍', version: 2 } },
      }),
      reacted(3, '😂', 1, ''),
      reacted(4, '😂', 2),
    ]
    const expected = [{ body: 'text 1', reactions: [{ emoji: '😂', count: 2, isOwn: false }] }]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (more) => {
        const all = [...more, ...events]
        for (const order of [all, all.toReversed()]) expect(shown(order)).toEqual(expected)
      }),
    )
  })

  it('end with their message, whichever comes first', () => {
    const events = [received(1), reacted(1, '👍', 1), deleted(1)]
    for (const order of [events, events.toReversed(), [deleted(1), received(1), reacted(1, '👍', 1)]]) {
      const state = fold(order)
      expect(JSON.stringify([...state.bySequence, ...state.earlyReactions])).not.toContain('👍')
    }
  })

  it('show the own one before the server has confirmed it, and drop it when the server says so', () => {
    const counts = [{ emoji: '👍', count: 2 }]
    const own = { emoji: '👍', version: 1 }
    expect(viewReactions({ counts, own }, '😂')).toEqual([
      { emoji: '👍', count: 1, isOwn: false },
      { emoji: '😂', count: 1, isOwn: true },
    ])
    expect(viewReactions({ counts, own }, '')).toEqual([{ emoji: '👍', count: 1, isOwn: false }])
    expect(viewReactions({ counts: [] }, '😂')).toEqual([{ emoji: '😂', count: 1, isOwn: true }])
    expect(viewReactions({ counts, own })).toEqual([{ emoji: '👍', count: 2, isOwn: true }])
  })

  it('that the server has not confirmed are the last requests of each message, and none of an erased message', () => {
    const conversationsOf = (events: readonly NewEvent[]) =>
      logged(events).reduce(evolveConversations, initialConversations(me))
    const pending = (events: readonly NewEvent[]) => [
      ...(conversationsOf(events).byId.get(chat)?.pendingReactions ?? []),
    ]
    const requested = (emoji: string, requestId: string) =>
      inChat('ReactionRequested', { serverId: idOf(1), emoji, requestId })
    const resolved = (requestId: string) => inChat('ReactionResolved', { serverId: idOf(1), requestId })
    const start = [listed(), received(1)]
    const both = [...start, requested('👍', 'a'), requested('😂', 'b')]
    expect(pending([...both, resolved('a')])).toEqual([[idOf(1), { emoji: '😂', requestId: 'b' }]])
    expect(pending([...both, resolved('b')])).toEqual([])
    expect(pending([...both, deleted(1)])).toEqual([])
    expect(pending([...start, deleted(1), requested('👍', 'a')])).toEqual([])
    expect(pending([resolved('a')])).toEqual([])
    const decide = (events: readonly NewEvent[]) =>
      decideReactToMessage(
        { type: 'ReactToMessage', conversationId: chat, serverId: idOf(1), emoji: '👍' },
        { conversations: conversationsOf(events), applications: initialApplications() },
        { now: 1, clientId: client('c') },
      )
    expect(decide(start)).toMatchObject({ isOk: true, value: [{ type: 'ReactionRequested' }] })
    expect(decide([...start, deleted(1)])).toEqual({ isOk: true, value: [] })
    expect(decide([])).toMatchObject({ isOk: false })
  })

  it('are one emoji each, at messages that people write', () => {
    for (const emoji of [...quickReactions, '👍🏽', '👨‍👩‍👧', '🇻🇳', '1️⃣'])
      expect(isEmoji(emoji), emoji).toBe(true)
    for (const text of ['', 'a', '1', '👍👍', ' 👍', '[e01]', '❤'.repeat(60)])
      expect(isEmoji(text), text).toBe(false)
    expect(['txt', 'pic', 'emo', 'card'].every((type) => canReactTo({ type }))).toBe(true)
    expect(['notice', 'GroupJoin', 'call'].some((type) => canReactTo({ type }))).toBe(false)
  })
})
