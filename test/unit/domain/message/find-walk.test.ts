import { expect, it } from 'vitest'
import { hitPosition } from '#domain/message/find-messages.ts'
import { serverId } from '#schemas/ids.ts'

const hits = [90, 50, 20].map(serverId)

it.each([
  ['the newest hit', 90, { number: 1, older: 50, newer: 20 }],
  ['one between', 50, { number: 2, older: 20, newer: 90 }],
  ['the oldest', 20, { number: 3, older: 90, newer: 50 }],
  ['one that was deleted meanwhile', 60, { number: undefined, older: 50, newer: 90 }],
  ['one above all', 99, { number: undefined, older: 90, newer: 20 }],
])('from %s the next result is the adjacent one, with wrap-around at the end', (_, at, place) => {
  expect(hitPosition(hits, serverId(at))).toEqual({ ...place, count: 3 })
})

it('an empty result list has no next result', () => {
  const nowhere = { number: undefined, count: 0, older: undefined, newer: undefined }
  expect(hitPosition([], serverId(5))).toEqual(nowhere)
})
