import { describe, expect, it } from 'vitest'
import {
  extentOf,
  indexInWindow,
  redraw,
} from '#src/features/conversation/message-list/use-drawn-messages.ts'
import { received, receivedRange, sent } from '#test/unit/domain/message-list/messages.ts'

describe('messages drawn anew', () => {
  const drawn = { messages: receivedRange(101, 200), window: { start: 40, end: 100 } }

  it('are the same after older ones were put before them', () => {
    const next = redraw(drawn, receivedRange(51, 200), 'head')
    expect(next.window).toEqual({ start: 90, end: 150 })
  })
  it('take in new ones where the window reaches the newest', () => {
    expect(redraw(drawn, receivedRange(101, 203), 'tail').window).toEqual({ start: 40, end: 103 })
    const above = { ...drawn, window: { start: 0, end: 60 } }
    expect(redraw(above, receivedRange(101, 203), 'neither').window).toEqual({ start: 0, end: 60 })
  })
  it('follow a message whose place changes when the server numbers it', () => {
    const pending = sent(300, { serverId: undefined, state: 'pending' })
    const before = { messages: [received(1), pending], window: { start: 0, end: 2 } }
    const after = [received(1), sent(300), received(301)]
    expect(redraw(before, after, 'tail')).toEqual({ messages: after, window: { start: 0, end: 3 } })
  })
  it('are the same after some were put before and some after them at once, or one of them went', () => {
    const both = redraw(drawn, receivedRange(51, 210), 'neither')
    expect(both.window).toEqual({ start: 90, end: 160 })
    const without = receivedRange(101, 200).filter(({ serverId }) => serverId !== 150)
    expect(redraw(drawn, without, 'neither').window).toEqual({ start: 40, end: 99 })
  })
  it('say where a message of the document stands among all', () => {
    expect(indexInWindow(drawn, 's141')).toBe(40)
    expect(indexInWindow(drawn, 's200')).toBe(99)
    expect(indexInWindow(drawn, 's140')).toBe(undefined)
    expect(indexInWindow(drawn, undefined)).toBe(undefined)
  })
  it('know what of the conversation they show', () => {
    expect(extentOf(drawn, false)).toEqual({ showsNewest: true, showsOldest: false, showsLast: true })
    const empty = { messages: [], window: { start: 0, end: 0 } }
    expect(extentOf(empty, false)).toEqual({ showsNewest: true, showsOldest: true, showsLast: true })
  })
  it('never take the end of an island for the newest message', () => {
    expect(extentOf(drawn, true)).toEqual({ showsNewest: false, showsOldest: false, showsLast: true })
  })
  it('of another stretch begin at its end, where nothing of the one before is left', () => {
    expect(redraw(drawn, receivedRange(1, 90), 'neither').window).toEqual({ start: 40, end: 90 })
  })
})
