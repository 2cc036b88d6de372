import { describe, expect, it } from 'vitest'
import {
  filterMedia,
  filterOfHash,
  readFilterTypes,
  typesOfFilter,
  typesToView,
  viewableTypes,
} from '#domain/media/media-filter.ts'
import type { MessageType } from '#schemas/message-types.ts'

describe('the filter of the media screen', () => {
  it.each([
    ['all', 'all', ['pic', 'video', 'file'], ['pic', 'video']],
    ['images', 'images', ['pic'], ['pic']],
    ['videos', 'videos', ['video'], ['video']],
    ['files', 'files', ['file'], []],
    ['', 'all', ['pic', 'video', 'file'], ['pic', 'video']],
    ['Images', 'all', ['pic', 'video', 'file'], ['pic', 'video']],
    ['toString', 'all', ['pic', 'video', 'file'], ['pic', 'video']],
  ])('follows the hash "%s" [MEDIA-02 ROUTE-17]', (hash, filter, types, viewed) => {
    const found = filterOfHash(hash)
    expect(found).toBe(filter)
    expect(typesOfFilter(found)).toEqual(types)
    expect(viewableTypes(found)).toEqual(viewed)
  })

  it.each([
    ['pic', ['pic']],
    [
      ['video', 'pic'],
      ['pic', 'video'],
    ],
    [['file', 'file'], ['file']],
    ['images', []],
    [['txt', 'audio', 7], []],
    [undefined, []],
  ])('and the viewer include the types of the query %o (DEC-97) [ROUTE-18]', (query, types) => {
    expect(readFilterTypes(query)).toEqual(types)
  })

  it('and without any through pictures and videos', () => {
    expect(typesToView(undefined)).toEqual(['pic', 'video'])
    expect(typesToView([])).toEqual(['pic', 'video'])
    expect(typesToView(['file'])).toEqual(['file'])
  })

  it('omits media without an address', () => {
    const message = (type: MessageType, serverId: number | undefined) => ({ type, serverId })
    const all = [message('pic', 1), message('txt', 2), message('video', 3), message('pic', undefined)]
    expect(filterMedia(all, ['pic', 'video']).map(({ serverId }) => serverId)).toEqual([1, 3])
    expect(filterMedia(all, ['file'])).toEqual([])
  })
})
