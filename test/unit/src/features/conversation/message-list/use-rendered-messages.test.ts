import { describe, expect, it } from 'vitest'
import {
  extentOf,
  indexInWindow,
  rerender,
} from '#src/features/conversation/message-list/use-rendered-messages.ts'
import { received, receivedRange, sent } from '#test/unit/domain/message-list/messages.ts'

describe('the window of rendered messages', () => {
  const rendered = { messages: receivedRange(101, 200), window: { start: 40, end: 100 } }

  it('keeps its messages when older ones are prepended', () => {
    const next = rerender(rendered, receivedRange(51, 200), 'head')
    expect(next.window).toEqual({ start: 90, end: 150 })
  })
  it('includes new messages if it reaches the newest', () => {
    expect(rerender(rendered, receivedRange(101, 203), 'tail').window).toEqual({ start: 40, end: 103 })
    const above = { ...rendered, window: { start: 0, end: 60 } }
    expect(rerender(above, receivedRange(101, 203), 'neither').window).toEqual({ start: 0, end: 60 })
  })
  it('follows a message whose position changes when the server assigns its id', () => {
    const pending = sent(300, { serverId: undefined, state: 'pending' })
    const before = { messages: [received(1), pending], window: { start: 0, end: 2 } }
    const after = [received(1), sent(300), received(301)]
    expect(rerender(before, after, 'tail')).toEqual({ messages: after, window: { start: 0, end: 3 } })
  })
  it('keeps its messages when others are prepended and appended in one step, or when one is removed', () => {
    const both = rerender(rendered, receivedRange(51, 210), 'neither')
    expect(both.window).toEqual({ start: 90, end: 160 })
    const without = receivedRange(101, 200).filter(({ serverId }) => serverId !== 150)
    expect(rerender(rendered, without, 'neither').window).toEqual({ start: 40, end: 99 })
  })
  it('returns the index of a rendered message among all messages', () => {
    expect(indexInWindow(rendered, 's141')).toBe(40)
    expect(indexInWindow(rendered, 's200')).toBe(99)
    expect(indexInWindow(rendered, 's140')).toBe(undefined)
    expect(indexInWindow(rendered, undefined)).toBe(undefined)
  })
  it('reports which ends of the conversation it shows', () => {
    expect(extentOf(rendered, false)).toEqual({ showsNewest: true, showsOldest: false, showsLast: true })
    const empty = { messages: [], window: { start: 0, end: 0 } }
    expect(extentOf(empty, false)).toEqual({ showsNewest: true, showsOldest: true, showsLast: true })
  })
  it('does not mistake the end of a detached window for the newest message', () => {
    expect(extentOf(rendered, true)).toEqual({ showsNewest: false, showsOldest: false, showsLast: true })
  })
  it('starts at the end of the new messages if none of the previous ones is left', () => {
    expect(rerender(rendered, receivedRange(1, 90), 'neither').window).toEqual({ start: 40, end: 90 })
  })
})
