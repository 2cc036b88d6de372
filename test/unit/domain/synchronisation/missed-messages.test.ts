import { describe, expect, it } from 'vitest'
import { findGaps, receivedEvents } from '#domain/synchronisation/missed-messages.ts'
import { chat, message } from '../log-events.ts'

describe('what was missed', () => {
  it.each([
    {
      title: 'is what lies between two stretches',
      held: [
        [1, 3],
        [7, 9],
      ],
      gaps: [{ after: 3, before: 7 }],
    },
    { title: 'is nothing before the first', held: [[7, 9]], gaps: [] },
    {
      title: 'is nothing around one that is apart',
      held: [
        [5, 6, 'apart'],
        [20, 30],
      ],
      gaps: [],
    },
    {
      title: 'goes past one that is apart, which does not end it',
      held: [
        [1, 3],
        [9, 10, 'apart'],
        [20, 30],
      ],
      gaps: [{ after: 3, before: 20 }],
    },
  ] as const)('$title [LIFE-20]', ({ held, gaps }) => {
    expect(
      findGaps(held.map(([from, to, apart]) => ({ from, to, ...(apart && { isDetached: true }) }))),
    ).toEqual(gaps)
  })

  it('is not marked: only messages of a detached window are', () => {
    const marks = (isDetached?: boolean) =>
      receivedEvents(chat, [message(4)], [], isDetached).map(({ data }) => data)
    expect(marks()).toEqual([{ message: message(4) }])
    expect(marks(true)).toEqual([{ message: message(4), isDetached: true }])
  })
})
