import { describe, expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { createInMemorySegments, eventsAt } from '#streams/storage/in-memory-segments.ts'
import { client, inChat, logged, received, submitted } from '#test/unit/domain/log-events.ts'

const sent = [submitted(client('sent')), inChat('DraftSaved', { text: '', savedAt: 1 })]
const unsent = [submitted(client('unsent')), inChat('DraftSaved', { text: 'more', savedAt: 2 })]

/** The pending segments behind segment 4, with one event each. */
function waiting(isOwn: boolean, ...segments: readonly (readonly NewEvent[])[]) {
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
    dropStored: (...events: readonly unknown[]) => unsaved.dropStored([{ segment: 5, events }]),
    left: () => unsaved.list().map(({ events }) => events.map(({ data }) => data)),
  }
}
/** A message that only a log snapshot still has. */
const inBase = logged([received(9, { clientId: client('sent') })]).map((event) => ({ ...event, id: 'base' }))

describe('a pending segment', () => {
  it('is removed once another tab has stored all of its events', () => {
    const { all, dropStored, left } = waiting(true, [received(1), received(2)], unsent)
    dropStored(...all.slice(0, 3))
    expect(left()).toEqual([unsent.map(({ data }) => data)])
  })

  it('counts as stored for tabs that share it when a log snapshot has its message', () => {
    const { dropStored, left } = waiting(false, sent, unsent)
    dropStored(...inBase)
    expect(left()).toEqual([unsent.map(({ data }) => data)])
  })

  it('is not removed by its own tab for that, because its draft may not be stored', () => {
    const { dropStored, left } = waiting(true, sent)
    dropStored(...inBase)
    expect(left()).toHaveLength(1)
  })
})
