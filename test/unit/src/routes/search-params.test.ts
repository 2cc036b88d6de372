import { describe, expect, it } from 'vitest'
import { idsParameters, parseSearch, stringifySearch, textParameters } from '#src/routes/search-params.ts'

describe('search parameters', () => {
  it.each([
    ['?phone=0123456789', { phone: '0123456789' }],
    ['?a=1&b=true&c=%7B%7D', { a: '1', b: 'true', c: '{}' }],
    ['?messageIds=1&messageIds=2', { messageIds: ['1', '2'] }],
    ['', {}],
  ])('read %s as plain text', (search, parameters) => expect(parseSearch(search)).toEqual(parameters))

  it.each([
    [{ redirect: '/messages?filter=unread' }, '?redirect=%2Fmessages%3Ffilter%3Dunread'],
    [{ a: undefined, b: '', c: 'x' }, '?c=x'],
    [{ ids: ['1', '2'] }, '?ids=1&ids=2'],
    [{}, ''],
  ])('write %j', (search, written) => expect(stringifySearch(search)).toBe(written))

  it.each([
    ['?messageIds[]=12&messageIds[]=7', ['12', '7']],
    ['?messageIds%5B%5D=12', ['12']],
    ['?messageIds=12&messageIds=7', ['12', '7']],
    ['?messageIds=12', ['12']],
    ['?messageIds[]=12&messageIds[]=x&messageIds[]=-1&messageIds[]=0', ['12']],
    ['?messageIds[]=x', undefined],
    ['', undefined],
  ])('name messages in %s, with brackets or without (DEC-123)', (search, ids) => {
    const pick = idsParameters('messageIds', 'collectionIds')
    const read = pick(parseSearch(search))
    expect(read['messageIds[]']).toEqual(ids)
    expect(pick(parseSearch(stringifySearch(read)))).toEqual(read)
  })

  it('may have several kinds of ids [FWD-08]', () => {
    const read = idsParameters('messageIds', 'collectionIds')
    expect(read(parseSearch('?collectionIds[]=3&messageIds=5'))).toEqual({
      ...{ 'collectionIds[]': ['3'], 'messageIds[]': ['5'] },
    })
  })

  it('keep the named texts alone', () => {
    const pick = textParameters('phone', 'redirect')
    expect(pick({ phone: '1', redirect: ['a', 'b'], other: 'x' })).toEqual({ phone: '1' })
    expect(pick({ phone: '' })).toEqual({})
  })
})
