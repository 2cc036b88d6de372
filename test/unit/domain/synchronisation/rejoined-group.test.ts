import { describe, expect, it } from 'vitest'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import { conversationId, serverId } from '#schemas/ids.ts'
import { toListedConversation, toListedGroup } from '#schemas/translate/conversation.ts'
import { wireChatSession, wireGroupSession } from '#schemas/wire/calls/conversations.ts'

const now = 5000
const id = conversationId('group', 4)

const listed = (joinedAt: number | undefined) =>
  toListedGroup(wireGroupSession.parse({ ID: 4, GroupName: 'News', CreateTime: joinedAt }), now)

/** The group as this device knows it: opened, with messages up to 70. */
function known(joinedAt: number | undefined) {
  const { facts } = listed(joinedAt)
  const summary: ConversationSummary = {
    ...{ id, kind: 'group', peerId: undefined, group: facts.group, title: 'News', avatarUrl: '' },
    ...{ isPinned: false, isMuted: false, isNew: false, unreadCount: 0, lastMessage: undefined },
    ...{ activeAt: 1, draft: '', unsentCount: 0 },
  }
  const held = {
    ...{
      readUpTo: serverId(70),
      peerReadUpTo: serverId(0),
      newestId: serverId(70),
      newestRowId: serverId(70),
    },
    ...{ clearedThrough: serverId(0), unreadCount: 0, isMentioned: false, counted: undefined },
    ...{ createdAt: 1_000_000, oldestRecentAt: 1_500_000 },
    replayLocalState: () => [],
  }
  return { summaries: [summary], friends: [], knownBefore: new Set([id]), localStateOf: () => held }
}

describe('a one-to-one conversation of the list', () => {
  const direct = conversationId('direct', 4)
  const row = (began: number | undefined) =>
    toListedConversation(wireChatSession.parse({ ID: 4, UserID: 9, NickName: 'Ann', CreateTime: began }), now)

  /** The types of the events for a row that began at this second and is known since second 1000. */
  function typesOf(began: number | undefined, oldestRecentAt: number | undefined) {
    const { facts } = row(1)
    const { summaries, localStateOf } = known(undefined)
    const [group] = summaries
    if (!group) throw new Error('there is a conversation')
    const summary: ConversationSummary = {
      ...{ ...group, id: direct, kind: 'direct', peerId: facts.peerId, group: undefined, title: 'Ann' },
    }
    const state = {
      ...{ summaries: [summary], friends: [], knownBefore: new Set([direct]) },
      localStateOf: () => ({ ...localStateOf(), oldestRecentAt }),
    }
    return conversationDifferences([row(began)], state, now).map(({ type }) => type)
  }

  it.each([
    [1000, []],
    [1500, ['ConversationListed']],
    [1501, ['ConversationRemoved', 'ConversationListed']],
    [undefined, []],
  ])(
    'known by messages since second 1500, and begun at %s, starts again if some are older: %j [FRIEND-50]',
    (began, types) => expect(typesOf(began, 1_500_000)).toEqual(types),
  )

  it.each([
    [1000, []],
    [1001, ['ConversationListed']],
    [undefined, []],
  ])('without messages, and begun at %s, moves in the list if it began again: %j [SESS-09]', (began, types) =>
    expect(typesOf(began, undefined)).toEqual(types),
  )
})

describe('a group of the list', () => {
  it.each([
    [1000, 1000, []],
    [1000, 2000, ['ConversationRemoved', 'ConversationListed']],
    [undefined, 2000, ['ConversationListed']],
    [1000, undefined, ['ConversationListed']],
  ])(
    'joined at %s and known as joined at %s starts again if it was joined since: %j [SESS-26 SOCK-68]',
    (before, after, types) => {
      const events = conversationDifferences([listed(after)], known(before), now)
      expect(events.map(({ type }) => type)).toEqual(types)
    },
  )

  it.each([
    [1500, ['ConversationListed']],
    [1501, ['ConversationRemoved', 'ConversationListed']],
    [undefined, ['ConversationListed']],
  ])(
    'known only by messages since second 1500, and joined at %s, starts again if some are older: %j [SESS-26 SOCK-68]',
    (joinedAt, types) => {
      const unlisted = { ...known(undefined), summaries: [] }
      const events = conversationDifferences([listed(joinedAt)], unlisted, now)
      expect(events.map(({ type }) => type)).toEqual(types)
    },
  )
})
