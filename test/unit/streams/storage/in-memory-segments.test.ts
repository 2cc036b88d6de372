import { describe, expect, it } from 'vitest'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import { createInMemorySegments, eventsAt } from '#streams/storage/in-memory-segments.ts'
import { client, inChat, logged, received, submitted } from '#test/unit/domain/log-events.ts'

const unsent = [submitted(client('unsent')), inChat('DraftSaved', { text: 'more', savedAt: 2 })]

/** Puts these segments in memory. `all` has their events, and `left` the data of those that are still in memory. */
function fillMemory(isOwn: boolean, ...segments: readonly (readonly NewEvent[])[]) {
  const unsaved = createInMemorySegments()
  const all = logged(segments.flat())
  let from = 0
  for (const { length } of segments) {
    const some = all.slice(from, from + length)
    unsaved.add(isOwn, (place) => eventsAt(place, some))
    from += length
  }
  return {
    all,
    has: unsaved.has,
    markStored: (...events: readonly LogEvent[]) => unsaved.markStored(events.map(({ id }) => id)),
    dropStored: (...events: readonly unknown[]) => unsaved.dropStored([{ segment: 5, events }]),
    left: () => unsaved.list().map(({ events }) => events.map(({ data }) => data)),
  }
}

describe('a pending segment', () => {
  it('is removed once another tab has stored all of its events', () => {
    const { all, dropStored, left } = fillMemory(true, [received(1), received(2)], unsent)
    dropStored(...all.slice(0, 3))
    expect(left()).toEqual([unsent.map(({ data }) => data)])
  })

  it.each([
    ['shared', false],
    ['own', true],
  ])('is removed once another tab has announced that all of its events are stored: %s', (_, isOwn) => {
    const { all, markStored, dropStored, left } = fillMemory(isOwn, [received(1), received(2)], unsent)
    markStored(...all.slice(0, 3))
    dropStored()
    expect(left()).toEqual([unsent.map(({ data }) => data)])
  })

  it('is known after its removal, so that it is not added again', () => {
    const { all, markStored, dropStored, has } = fillMemory(false, unsent)
    markStored(...all)
    dropStored()
    expect(all.every(has)).toBe(true)
  })
})
