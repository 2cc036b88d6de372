import { describe, expect, it } from 'vitest'
import { detailsOf } from '#domain/conversation/conversation-summary.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'
import { conversations } from '#test/gallery/fixtures/conversations.ts'

const [row] = conversations
const [, other] = conversations
if (!row || !other) throw new Error('The gallery has conversations')

describe('the fields of a conversation without its messages and drafts', () => {
  it.each([
    { change: { draft: 'half a sen', draftMentions: [] }, isSame: true },
    { change: { lastMessage: other.lastMessage, activeAt: row.activeAt + 1 }, isSame: true },
    { change: { draftQuote: undefined }, isSame: true },
    { change: { title: `${row.title}!` }, isSame: false },
    { change: { isMuted: !row.isMuted }, isSame: false },
    { change: { unreadCount: row.unreadCount + 1 }, isSame: false },
  ])('is the same after $change: $isSame', ({ change, isSame }) => {
    expect(isShallowEqual(detailsOf({ ...row, ...change }), detailsOf(row))).toBe(isSame)
  })
})
