import { describe, expect, it } from 'vitest'
import { conversationId, userId } from '#schemas/ids.ts'
import { readSearchAddress } from '#src/features/search/search-address.ts'

const day = (text: string) => new Date(`${text}T00:00`).getTime()

describe('the address of a search', () => {
  it('holds the keyword, and the tab in its hash [ROUTE-01]', () => {
    expect(readSearchAddress('/search?keyword=ca+ph%C3%AA#groups')).toMatchObject({
      keyword: 'ca phê',
      tab: 'groups',
      session: undefined,
    })
  })

  it.each([
    ['friends', 'friends'],
    ['groups', 'groups'],
    ['messages', 'messages'],
    ['all', 'all'],
    ['', 'all'],
    ['other', 'all'],
  ])('with the hash "%s" shows the tab %s [ROUTE-01 SEARCH-02] (DEC-08)', (hash, tab) => {
    expect(readSearchAddress(`/search#${hash}`).tab).toBe(tab)
  })

  it.each([
    ['/search/12', conversationId('direct', 12)],
    ['/search/g5', conversationId('group', 5)],
    ['/search/x', undefined],
    ['/search', undefined],
  ])('%s shows the hits of %s [ROUTE-02]', (href, session) => {
    expect(readSearchAddress(`${href}?keyword=tea`).session).toBe(session)
  })

  it('holds the filters; the last day is searched, too', () => {
    const href = '/search?kind=link&sender=8&from=2026-03-28&to=2026-03-29'
    expect(readSearchAddress(href).filter).toEqual({
      ...{ kind: 'link', senderId: userId(8) },
      ...{ from: day('2026-03-28'), to: day('2026-03-30') },
    })
    expect(readSearchAddress('/search?kind=song&sender=x&from=2026-13-01').filter).toEqual({})
  })
})
