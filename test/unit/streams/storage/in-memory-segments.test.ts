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
/** A log snapshot of events that were recorded until this time. */
const snapshotOf = (recordedAt: number) => ({ id: 'snapshot', type: 'AccountCompacted', recordedAt })

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

  it('counts as stored for tabs that share it when a log snapshot has replaced events of its time', () => {
    const events = [inChat('ConversationRemoved', {}), inChat('DraftSaved', { text: 'old', savedAt: 1 })]
    const { dropStored, left } = waiting(false, events)
    dropStored(snapshotOf(-1))
    expect(left()).toHaveLength(1)
    dropStored(snapshotOf(0))
    expect(left()).toEqual([])
  })

  it('is not removed for such a log snapshot if its message may not be stored, or by its own tab', () => {
    const shared = waiting(false, unsent)
    shared.dropStored(snapshotOf(1))
    expect(shared.left()).toEqual([unsent.map(({ data }) => data)])
    const own = waiting(true, [inChat('DraftSaved', { text: 'own', savedAt: 1 })])
    own.dropStored(snapshotOf(1))
    expect(own.left()).toHaveLength(1)
  })
})
