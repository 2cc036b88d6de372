import { describe, expect, it } from 'vitest'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { conversationToSnapshot } from '#domain/conversation/conversation-snapshot.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { countUnread } from '#domain/conversation/unread-count.ts'
import { viewOutbox } from '#domain/outbox/outbox-view.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { chat, idOf, inChat, listed, logged, me, received } from '../log-events.ts'

function fold(events: readonly NewEvent[]) {
  const state = initialConversations(me)
  for (const event of logged(events)) evolveConversations(state, event)
  const found = state.byId.get(chat)
  if (!found) throw new Error('the conversation is not there')
  return { found, row: summarize(found, me, ''), outbox: viewOutbox(state.byId.values()) }
}

const mention = { mentions: [me] }
const unread = [listed(), received(1), received(2, { ...mention, timerSeconds: 60 })]
const hidden = inChat('ConversationHidden', { through: idOf(2) })
const cleared = inChat('ConversationCleared', { through: idOf(2), sequence: 2, activeAt: 1 })

describe.each([
  ['hidden', hidden],
  ['cleared', cleared],
])('the unread messages of a conversation that was %s', (name, act) => {
  it('does not count on this device, and gets no read receipt [SESS-37] (DEC-19)', () => {
    const { row, outbox } = fold([...unread, act])
    expect(row).toMatchObject({ unreadCount: 0, isMentioned: false })
    expect(outbox.readMarkers).toEqual([])
  })

  it('starts no timer (DEC-19) [BURN-13]', () => {
    const { found } = fold([...unread, act])
    expect([...found.disappearing.messages.values()].map(({ readAt }) => readAt)).toEqual(
      name === 'hidden' ? [undefined] : [],
    )
  })

  it('is not counted again by the server or this device; later messages are [SESS-38]', () => {
    const counted = inChat('UnreadCounted', { readUpTo: idOf(0), through: idOf(2), count: 2 })
    expect(fold([...unread, act, counted]).row?.unreadCount).toBe(0)
    expect(fold([...unread, counted, act, received(3)]).row).toMatchObject({
      unreadCount: 1,
      isMentioned: false,
      isHidden: false,
    })
    expect(fold([...unread, act, received(3, mention)]).row).toMatchObject({ isMentioned: true })
  })

  it('is read with the first newer message that is read', () => {
    const read = inChat('ConversationRead', { upTo: idOf(3), at: 5 })
    const { outbox, found } = fold([...unread, act, received(3), read])
    expect(outbox.readMarkers).toMatchObject([{ upTo: idOf(3) }])
    expect(countUnread(found)).toBe(0)
  })
})

describe('a message that only this device deleted unread, in a group joined after its first messages', () => {
  const counted = (count: number, through: number) =>
    inChat('UnreadCounted', { readUpTo: idOf(1), through: idOf(through), count, isMentioned: true })
  const joined = [listed(), counted(2, 4), received(3, mention), received(4)]
  const here = inChat('MessagesDeleted', { serverIds: [idOf(3)], unreadIds: [idOf(3)] })
  const forAll = inChat('MessagesDeleted', { serverIds: [idOf(3)] }, 'http')

  it('is not counted by the server or this device, and gets no read receipt (DEC-19)', () => {
    const { row, outbox } = fold([...joined, here, counted(3, 5), received(5)])
    expect(row).toMatchObject({ unreadCount: 2, isMentioned: false })
    expect(outbox.readMarkers).toEqual([])
  })

  it('is not counted after it is deleted for everyone too', () => {
    const gone = inChat('UnreadCounted', { readUpTo: idOf(1), through: idOf(9), count: 2 })
    expect(fold([...joined, here, forAll, gone]).row?.unreadCount).toBe(2)
  })

  it('is subtracted from the count after a log snapshot and a reading as before them', () => {
    const { found } = fold([...joined, here])
    const compacted = inChat('ConversationCompacted', conversationToSnapshot(found))
    expect(fold([compacted, counted(3, 5)]).row?.unreadCount).toBe(2)
    expect(
      fold([compacted, inChat('ConversationRead', { upTo: idOf(3), at: 5 })]).found.deletedUnread,
    ).toEqual(new Set())
  })
})

it('a conversation that is shown again counts the messages that were unread when it was hidden', () => {
  expect(fold([...unread, hidden, inChat('ConversationShown', {})]).row).toMatchObject({
    unreadCount: 2,
    isMentioned: true,
  })
})
