import { describe, expect, it } from 'vitest'
import { detailsOf } from '#domain/conversation/conversation-summary.ts'
import { isAlike } from '#src/app/use-readable.ts'
import { conversations } from '#test/gallery/fixtures/conversations.ts'

const [row] = conversations
const [, other] = conversations
if (!row || !other) throw new Error('The gallery has conversations')

describe('what a conversation is, whatever is written in it', () => {
  it.each([
    { change: { draft: 'half a sen', draftMentions: [] }, isSame: true },
    { change: { lastMessage: other.lastMessage, activeAt: row.activeAt + 1 }, isSame: true },
    { change: { draftQuote: undefined }, isSame: true },
    { change: { title: `${row.title}!` }, isSame: false },
    { change: { isMuted: !row.isMuted }, isSame: false },
    { change: { unreadCount: row.unreadCount + 1 }, isSame: false },
  ])('is the same after $change: $isSame', ({ change, isSame }) => {
    expect(isAlike(detailsOf({ ...row, ...change }), detailsOf(row))).toBe(isSame)
  })
})
