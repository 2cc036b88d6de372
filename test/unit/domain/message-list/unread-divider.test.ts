import { describe, expect, it } from 'vitest'
import { announceArrivals } from '#domain/message-list/arrivals.ts'
import {
  dividerMarker,
  firstUnreadIndex,
  readMarkerDue,
  showsFirstUnreadButton,
} from '#domain/message-list/unread-divider.ts'
import { serverId } from '#schemas/ids.ts'
import { pending, received, receivedRange, sent } from './messages.ts'

const view = (to: number, readUpTo: number) => ({
  messages: receivedRange(1, to),
  readUpTo: serverId(readUpTo),
  hasOlder: false,
  hasNewer: false,
})

describe('the unread divider', () => {
  it('follows the read marker of the moment when an unread message is first seen', () => {
    expect(dividerMarker(undefined, view(5, 3), false)).toBe(3)
    expect(dividerMarker(undefined, view(5, 0), false)).toBe(0)
    expect(dividerMarker(undefined, view(5, 5), false)).toBeUndefined()
  })
  it('stays in place while the user continues reading', () => {
    expect(dividerMarker(serverId(3), view(9, 9), true)).toBe(3)
    expect(dividerMarker(serverId(3), view(9, 7), false)).toBe(3)
  })
  it('is not put before messages that arrive in view, but before those that arrive out of view', () => {
    expect(dividerMarker(undefined, view(6, 5), true)).toBeUndefined()
    expect(dividerMarker(undefined, view(6, 5), false)).toBe(5)
  })
  it('is before the first message of others above its marker', () => {
    const messages = [received(1), received(2), sent(3), received(4), received(5)]
    expect(firstUnreadIndex({ messages, hasOlder: true }, serverId(2))).toBe(3)
    expect(firstUnreadIndex({ messages, hasOlder: true }, serverId(5))).toBeUndefined()
    expect(firstUnreadIndex({ messages, hasOlder: true }, undefined)).toBeUndefined()
  })
  it('skips notices about members, which are never unread', () => {
    const messages = [received(1), received(2, { type: 'GroupJoin' }), received(3)]
    expect(firstUnreadIndex({ messages, hasOlder: true }, serverId(1))).toBe(2)
    expect(
      dividerMarker(undefined, { messages: messages.slice(0, 2), readUpTo: serverId(1) }, false),
    ).toBeUndefined()
  })
  it('waits for older messages when the first unread one may be among them', () => {
    const { messages } = view(5, 0)
    const behindOwn = [sent(7), received(8)]
    expect(firstUnreadIndex({ messages: behindOwn, hasOlder: true }, serverId(5))).toBeUndefined()
    expect(firstUnreadIndex({ messages, hasOlder: true }, serverId(0))).toBeUndefined()
    expect(firstUnreadIndex({ messages, hasOlder: false }, serverId(0))).toBe(0)
  })
})

describe('marking read', () => {
  it.each([
    ['at the tail of a visible tab [VIEW-29]', view(5, 3), true, true, 5],
    ['not in a hidden tab [VIEW-29]', view(5, 3), true, false, undefined],
    ['not away from the tail [VIEW-29]', view(5, 3), false, true, undefined],
    ['not twice', view(5, 5), true, true, undefined],
    [
      'not at the end of a detached window, which has unseen messages before it',
      { ...view(5, 3), hasNewer: true },
      true,
      true,
      undefined,
    ],
    [
      'not for an empty conversation',
      { messages: [], readUpTo: serverId(0), hasNewer: false },
      true,
      true,
      undefined,
    ],
    [
      'not for own messages',
      { messages: [sent(7), pending(8)], readUpTo: serverId(5), hasNewer: false },
      true,
      true,
      undefined,
    ],
  ] as const)('happens %s', (_, timeline, isAtTail, isVisible, due) => {
    expect(readMarkerDue(timeline, isAtTail, isVisible)).toBe(due)
  })
})

describe('the button to the first unread message', () => {
  it.each([
    [50, false, false],
    [51, false, true],
    [51, true, false],
  ])('with %i unread at opening, reached: %s, shows: %s [VIEW-10]', (unread, hasReached, shows) => {
    expect(showsFirstUnreadButton(unread, hasReached)).toBe(shows)
  })
})

describe('announcing arrivals', () => {
  it('is silent at the first look', () => {
    expect(announceArrivals(undefined, receivedRange(1, 5))).toEqual({
      announcedUpTo: 5,
      announcement: undefined,
    })
    expect(announceArrivals(undefined, [])).toEqual({ announcedUpTo: 0, announcement: undefined })
  })
  it('announces new messages, the first message of an empty conversation too', () => {
    expect(announceArrivals(serverId(0), [received(1)])).toEqual({
      announcedUpTo: 1,
      announcement: { kind: 'messages', messages: [received(1)] },
    })
  })
  it('only counts many', () => {
    expect(announceArrivals(serverId(5), receivedRange(1, 9))).toEqual({
      announcedUpTo: 9,
      announcement: { kind: 'count', count: 4 },
    })
  })
  it('is silent about own messages and older ones that were scrolled in', () => {
    const messages = [...receivedRange(1, 5), sent(6)]
    expect(announceArrivals(serverId(5), messages)).toEqual({ announcedUpTo: 5, announcement: undefined })
  })
})
