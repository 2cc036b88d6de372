import { describe, expect, it } from 'vitest'
import {
  type HitFilter,
  type HitGroup,
  isEmptyFilter,
  type MessageHit,
  mergeHits,
  orderGroups,
  passesFilter,
} from '#domain/search/message-hits.ts'
import { conversationId, serverId, userId } from '#schemas/ids.ts'

const hit = (id: number, changes: Partial<MessageHit> = {}): MessageHit => ({
  serverId: serverId(id),
  senderId: userId(8),
  senderName: 'Ben',
  senderAvatarUrl: '',
  isOwn: false,
  type: 'txt',
  body: `words ${id}`,
  sentAt: id * 1000,
  ...changes,
})

const group = (id: number, ...ids: readonly number[]): HitGroup => ({
  ...{ conversation: conversationId('direct', id), title: `${id}`, avatarUrl: '', hasMore: false },
  hits: ids.map((one) => hit(one)),
})

const idsOf = (groups: readonly HitGroup[]) => groups.map(({ title }) => Number(title))
const seen = (...ids: readonly number[]) => ids.map((id) => conversationId('direct', id))

describe('merged hits', () => {
  it.each([
    ['nothing', [], [], []],
    ['hits of one source', [3, 1], [], [3, 1]],
    ['newer and older hits of the other source', [4, 2], [5, 3, 1], [5, 4, 3, 2, 1]],
    ['the same hits once', [4, 2], [4, 2], [4, 2]],
  ])('contain %s, newest first [SEARCH-12]', (_, first, second, expected) => {
    const ids = mergeHits(
      first.map((id) => hit(id)),
      second.map((id) => hit(id)),
    ).map(({ serverId: id }) => Number(id))
    expect(ids).toEqual(expected)
  })

  it('take a message of both from the first source', () => {
    expect(mergeHits([hit(1, { body: 'own' })], [hit(1, { body: 'other' })])).toMatchObject([{ body: 'own' }])
  })
})

describe('groups of hits', () => {
  const groups = [group(1, 10), group(2, 30, 5), group(3, 20)]

  it('are ordered by their newest match [SEARCH-12]', () => {
    expect(idsOf(orderGroups(groups, []))).toEqual([2, 3, 1])
  })

  it('keep the places of those that a person is looking at', () => {
    expect(idsOf(orderGroups(groups, seen(1)))).toEqual([1, 2, 3])
    expect(idsOf(orderGroups(groups, seen(1, 3)))).toEqual([1, 3, 2])
  })

  it('close the gap of a group that has lost its hits', () => {
    expect(idsOf(orderGroups(groups, seen(9, 1)))).toEqual([1, 2, 3])
  })
})

describe('a filter', () => {
  const picture = hit(5, { type: 'pic', body: '' })
  const video = hit(5, { type: 'video', body: '' })
  const file = hit(5, { type: 'file', body: '' })
  const link = hit(5, { body: 'see www.example.org' })
  const all = [hit(5), picture, video, file, link]

  it.each<[string, HitFilter, readonly MessageHit[]]>([
    ['nothing', {}, all],
    ['pictures and videos', { kind: 'picture' }, [picture, video]],
    ['files', { kind: 'file' }, [file]],
    ['links', { kind: 'link' }, [link]],
    ['a sender', { senderId: userId(8) }, all],
    ['another sender', { senderId: userId(9) }, []],
    ['a time, start included', { from: 5000 }, all],
    ['a time, end excluded', { to: 5000 }, []],
  ])('by %s passes the right messages', (_, filter, expected) => {
    expect(all.filter((one) => passesFilter(one, filter))).toEqual(expected)
  })

  it('is empty if it excludes nothing', () => {
    expect(isEmptyFilter({ kind: undefined })).toBe(true)
    expect(isEmptyFilter({ from: 0 })).toBe(false)
  })
})
