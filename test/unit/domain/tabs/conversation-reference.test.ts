import { describe, expect, it } from 'vitest'
import {
  type ConversationReference,
  isReferenceTo,
  toConversationReference,
} from '#domain/tabs/conversation-reference.ts'
import { readTabMessage } from '#schemas/cross-tab/tab-message.ts'
import { conversationId, userId } from '#schemas/ids.ts'

const [direct, group] = [conversationId('direct', 5), conversationId('group', 5)]
const peer = userId(9)

describe('a conversation that was left in another tab', () => {
  it('is announced with its type and id [XTAB-11]', () => {
    expect(toConversationReference(direct)).toEqual({ type: 'session', id: 5 })
    expect(toConversationReference(group)).toEqual({ type: 'group', id: 5 })
  })

  it.each(['group', 'user', 'session', 'room'])('is read with the types there are: %s [XTAB-11]', (type) => {
    const reading = readTabMessage({ type: 'leave-session', tab: 'abcd', account: 7, left: { type, id: 5 } })
    expect(reading.kind).toBe(type === 'room' ? 'invalid' : 'message')
  })

  it.each<[boolean, ConversationReference]>([
    [true, { type: 'session', id: 5 }],
    [false, { type: 'session', id: 6 }],
    [false, { type: 'group', id: 5 }],
    [true, { type: 'user', id: 9 }],
    [false, { type: 'user', id: 5 }],
  ])('is the open one: %s for %o', (expected, left) => {
    expect(isReferenceTo(direct, peer, left)).toBe(expected)
  })

  it('is never a group because of one of its people', () => {
    expect(isReferenceTo(group, undefined, { type: 'user', id: 5 })).toBe(false)
    expect(isReferenceTo(group, undefined, { type: 'group', id: 5 })).toBe(true)
  })
})
