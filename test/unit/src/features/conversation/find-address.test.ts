import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { dayHref, findHref, startOfDay } from '#src/features/conversation/find/find-address.ts'

const walks = conversationId('group', 4)

describe('URLs of the search in a conversation', () => {
  it('name the conversation and the keyword [ROUTE-14]', () => {
    expect(findHref(conversationId('direct', 7))).toBe('/messages/sessions/7/search')
    expect(findHref(walks, 'cà phê')).toBe('/messages/groups/4/search?keyword=c%C3%A0+ph%C3%AA')
  })

  it('name a day that parses to the same day', () => {
    const at = new Date(2026, 1, 3, 17, 30).getTime()
    expect(dayHref(walks, at)).toBe('/messages/groups/4?date=2026-02-03')
    expect(startOfDay('2026-02-03')).toBe(new Date(2026, 1, 3).getTime())
  })

  it.each(['', '2026-2-3', '2026-13-01', '2026-02-31', 'today'])('reject %j as a day', (text) => {
    expect(startOfDay(text)).toBeUndefined()
  })
})
