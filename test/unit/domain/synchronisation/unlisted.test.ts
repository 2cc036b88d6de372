import { describe, expect, it } from 'vitest'
import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import { conversationId, serverId } from '#schemas/ids.ts'

const now = 5000
const group = conversationId('group', 4)
const nothing = serverId(0)

/** A group known only from messages: no list with it has reached this device. */
const known = (isHeld: boolean) => ({
  summaries: [],
  friends: [],
  knownBefore: new Set([group]),
  localStateOf: () =>
    isHeld
      ? {
          ...{ readUpTo: nothing, peerReadUpTo: nothing, newestId: serverId(7), newestRowId: serverId(7) },
          ...{ clearedThrough: nothing, unreadCount: 1, isMentioned: false, counted: undefined },
          createdAt: undefined,
          oldestRecentAt: undefined,
          replayLocalState: () => [],
        }
      : undefined,
})

describe('a conversation without a row', () => {
  it.each([
    ['goes when the list does not have it either', true, ['ConversationRemoved']],
    ['is not removed twice', false, []],
  ])('%s [SESS-26]', (_, isHeld, types) => {
    expect(conversationDifferences([], known(isHeld), now).map(({ type }) => type)).toEqual(types)
  })

  it('stays if it appeared during the request of the list', () => {
    expect(conversationDifferences([], { ...known(true), knownBefore: new Set() }, now)).toEqual([])
  })
})
