import { describe, expect, it } from 'vitest'
import { decide } from '#domain/commands/decide.ts'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { conversationFromRow, conversationToRow } from '#domain/conversation/conversation-row.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { conversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { readConversationRow } from '#schemas/storage/conversation-row.ts'
import { client, eventIn, listed, logged, me } from '../log-events.ts'

const group = conversationId('group', 4)
const facts = {
  isChannel: false,
  memberCount: 3,
  isAllBanned: false,
  role: 0,
  isBanned: false,
  applicationCount: 0,
}
const says = (announcement: string) => listed({ group: { ...facts, announcement } }, group)
const read = (announcement: string) => eventIn(group, 'AnnouncementRead', { announcement })
const fold = (events: readonly NewEvent[]) =>
  logged(events).reduce(evolveConversations, initialConversations(me))
const hasUnread = (events: readonly NewEvent[]) => {
  const state = fold(events).byId.get(group)
  return state && summarize(state, me, '')?.hasUnreadAnnouncement
}

describe('the announcement of a group', () => {
  it.each([
    { title: 'is unread until it was read', events: [says('Water')], isUnread: true },
    { title: 'is read as it stood', events: [says('Water'), read('Water')], isUnread: false },
    {
      title: 'is unread again once it says something else',
      events: [says('Water'), read('Water'), says('Tea')],
      isUnread: true,
    },
    {
      title: 'is not read by having read another one',
      events: [says('Tea'), read('Water')],
      isUnread: true,
    },
    { title: 'is not there to be read when it is empty', events: [says('')], isUnread: false },
    { title: 'is not there to be read when it is blank', events: [says(' \n')], isUnread: false },
  ])('$title [VIEW-06]', ({ events, isUnread }) => {
    expect(hasUnread(events)).toBe(isUnread)
  })

  it('becomes read when it is emptied, and is unread when the same text is set again [VIEW-07]', () => {
    const cleared = [says('Water'), read('Water'), says('')]
    expect(hasUnread(cleared)).toBe(false)
    expect(hasUnread([...cleared, says('Water')])).toBe(true)
  })

  it('stays read in the stored row', () => {
    const state = fold([says('Water'), read('Water')]).byId.get(group)
    const stored = state && readConversationRow(structuredClone(conversationToRow(state)))
    const restored = stored && conversationFromRow(stored)
    expect(restored && summarize(restored, me, '')?.hasUnreadAnnouncement).toBe(false)
  })
})

describe('closing the announcement', () => {
  it.each([
    { title: 'reads it as it stands [VIEW-07]', events: [says('Water')], announcements: ['Water'] },
    { title: 'says nothing of one that is read', events: [says('Water'), read('Water')], announcements: [] },
    { title: 'says nothing of none', events: [says('')], announcements: [] },
  ])('$title', ({ events, announcements }) => {
    const decision = decide(
      { type: 'ReadAnnouncement', conversationId: group },
      { conversations: fold(events), applications: initialApplications() },
      { now: 900_000, clientId: client('fresh') },
    )
    expect(decision).toMatchObject({
      isOk: true,
      value: announcements.map((announcement) => ({ type: 'AnnouncementRead', data: { announcement } })),
    })
  })
})
