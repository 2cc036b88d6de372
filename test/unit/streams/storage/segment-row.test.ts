import { expect, it } from 'vitest'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import { fromSegmentRow, toSegmentRow } from '#streams/storage/account-transactions.ts'
import { logged, received } from '#test/unit/domain/log-events.ts'

const events = logged([received(1, { body: 'half of a pair \ud83d, and "quotes"\n' }), received(2)])

it('a segment is read as it was stored, also in the list format of an earlier version', () => {
  const row = toSegmentRow({ segment: 3, events })
  expect(typeof row.events).toBe('string')
  expect(fromSegmentRow(row)).toEqual({ segment: 3, events })
  expect(fromSegmentRow({ segment: 3, events })).toEqual({ segment: 3, events })
})

it.each(['', '[{"id":', '"text"', '{}'])('a segment with the content %j is reported as corrupt', (text) => {
  const { events: read } = fromSegmentRow({ segment: 3, events: text })
  expect(read.map((event) => parseLogEvent(event).kind)).toEqual(['broken'])
})
