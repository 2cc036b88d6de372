import { describe, expect, it } from 'vitest'
import type { ContiguousRange } from '#domain/conversation/contiguous-ranges.ts'
import {
  countUnread,
  isUnreadMention,
  newerBaseline,
  type UnreadBaseline,
} from '#domain/conversation/unread-count.ts'
import { serverId } from '#schemas/ids.ts'

const baseline = (readUpTo: number, through: number, count: number): UnreadBaseline => ({
  readUpTo: serverId(readUpTo),
  through: serverId(through),
  count,
})
const ids = (...values: readonly number[]) => new Set(values.map(serverId))
const rangeOf = (from: number, fromId: number, to: number, toId: number): ContiguousRange => ({
  from,
  fromId: serverId(fromId),
  to,
  toId: serverId(toId),
})

const nothing = { unreadIds: ids(), deletedUnread: ids(), seenRanges: [] }

describe('unread messages', () => {
  it.each([
    { title: 'what is rangeOf, without a word of the server', readUpTo: 3, ids: [4, 5], count: 2 },
    {
      title: "the server's count alone while nothing newer is rangeOf",
      readUpTo: 3,
      baseline: baseline(3, 90, 40),
      ids: [],
      count: 40,
    },
    {
      title: "the server's count and every newer one",
      readUpTo: 3,
      baseline: baseline(3, 90, 40),
      ids: [80, 90, 91, 92],
      count: 42,
    },
    {
      title: 'what is rangeOf within the count, once part of it was read here',
      readUpTo: 50,
      baseline: baseline(3, 90, 40),
      ids: [80, 90, 91],
      count: 3,
    },
    {
      title: 'never more within the count than the server said',
      readUpTo: 50,
      baseline: baseline(3, 90, 1),
      ids: [80, 90, 91],
      count: 2,
    },
    {
      title: 'only newer ones, once everything counted was read',
      readUpTo: 90,
      baseline: baseline(3, 90, 40),
      ids: [91],
      count: 1,
    },
    { title: 'none when all is read', readUpTo: 95, baseline: baseline(3, 90, 40), ids: [], count: 0 },
  ])('are $title', ({ readUpTo, baseline: known, ids: rangeOf, count }) => {
    const facts = { ...nothing, readUpTo: serverId(readUpTo), baseline: known, unreadIds: ids(...rangeOf) }
    expect(countUnread(facts)).toBe(count)
  })

  it.each([
    { title: 'from the first message on', range: rangeOf(1, 1, 40, 90), count: 2 },
    { title: 'from the read mark on', range: rangeOf(5, 3, 40, 95), count: 2 },
    { title: 'but not when the beginning is missing', range: rangeOf(6, 4, 40, 90), count: 40 },
    { title: 'but not when the end is missing', range: rangeOf(1, 1, 39, 89), count: 40 },
  ])('are counted from the stored messages, once all counted ones are stored $title', ({ range, count }) => {
    const facts = { ...nothing, readUpTo: serverId(3), baseline: baseline(3, 90, 40), unreadIds: ids(80, 90) }
    expect(countUnread({ ...facts, seenRanges: [range] })).toBe(count)
  })

  it.each([
    {
      title: 'are what is rangeOf, from right after what the server takes as read',
      range: rangeOf(8, 10, 40, 90),
      count: 2,
    },
    {
      title: 'are as counted when the first one after that is missing',
      range: rangeOf(9, 12, 40, 90),
      count: 40,
    },
  ])('of a group that was joined late $title', ({ range, count }) => {
    const counted = { ...baseline(3, 90, 40), readSequence: 7 }
    const facts = {
      readUpTo: serverId(3),
      baseline: counted,
      unreadIds: ids(80, 90),
      deletedUnread: ids(),
      seenRanges: [range],
    }
    expect(countUnread(facts)).toBe(count)
  })

  it.each([
    { title: 'are left out though the beginning is missing', count: 2, unread: [90], deleted: [80], left: 1 },
    { title: 'leave what never came here', count: 40, unread: [90], deleted: [80], left: 39 },
    { title: 'are not left out where they were not counted', count: 2, unread: [90], deleted: [91], left: 2 },
    { title: 'never take away what is rangeOf', count: 1, unread: [90], deleted: [80], left: 1 },
  ])('that only this device deleted $title (DEC-19)', ({ count, unread, deleted, left }) => {
    const facts = {
      readUpTo: serverId(3),
      baseline: baseline(3, 90, count),
      seenRanges: [rangeOf(6, 4, 40, 95)],
    }
    expect(countUnread({ ...facts, unreadIds: ids(...unread), deletedUnread: ids(...deleted) })).toBe(left)
  })

  it.each([
    { title: 'that reaches further', next: baseline(1, 91, 50) },
    { title: 'from a higher read mark', next: baseline(4, 90, 50) },
    { title: 'that is lower, for deletions only lower it', next: baseline(3, 90, 39) },
    { title: 'that tells where it begins', next: { ...baseline(3, 90, 40), readSequence: 2 } },
  ])('are counted from the baseline $title, in either order', ({ next }) => {
    const known = baseline(3, 90, 40)
    expect(newerBaseline(known, next)).toBe(next)
    expect(newerBaseline(next, known)).toBe(next)
  })
})

describe('an unread mention', () => {
  const told = { ...baseline(3, 90, 40), isMentioned: true }
  it.each([
    ['that is received', 3, undefined, [5], [], true],
    ['that only the server has counted', 3, told, [], [], true],
    ['while only a part was read', 50, told, [], [], true],
    ['that was read', 90, told, [], [], false],
    [
      'that is deleted: all messages are received, and none mentions',
      3,
      told,
      [],
      [rangeOf(1, 1, 60, 90)],
      false,
    ],
    [
      'that is deleted, for a member who joined late',
      3,
      { ...told, readSequence: 7 },
      [],
      [rangeOf(8, 10, 60, 90)],
      false,
    ],
    ['that the server does not report', 3, baseline(3, 90, 40), [], [], false],
  ] as const)('%s [SESS-15]', (_, readUpTo, known, mentioned, ranges, isMentioned) => {
    const facts = {
      ...nothing,
      readUpTo: serverId(readUpTo),
      baseline: known,
      mentionIds: ids(...mentioned),
      seenRanges: ranges,
    }
    expect(isUnreadMention(facts)).toBe(isMentioned)
  })

  it('is not shown after this device deleted all counted messages unread (DEC-19)', () => {
    const facts = { ...nothing, readUpTo: serverId(3), mentionIds: ids(), unreadIds: ids(90) }
    const counted = { ...baseline(3, 90, 2), isMentioned: true }
    expect(isUnreadMention({ ...facts, baseline: counted, deletedUnread: ids(80) })).toBe(false)
    expect(isUnreadMention({ ...facts, baseline: counted })).toBe(true)
  })

  it('is not shown if one of two equal counts has none', () => {
    expect(newerBaseline(told, baseline(3, 90, 40))).toEqual(baseline(3, 90, 40))
    expect(newerBaseline(baseline(3, 90, 40), told)).toEqual(baseline(3, 90, 40))
  })
})
