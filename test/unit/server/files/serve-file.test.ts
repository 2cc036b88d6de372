import { describe, expect, it } from 'vitest'
import { readRange } from '#server/files/serve-file.ts'

describe('a range of 1000 bytes', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-', { start: 0, end: 999 }],
    ['bytes=0-999', { start: 0, end: 999 }],
    ['bytes=999-', { start: 999, end: 999 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=10-5000', { start: 10, end: 999 }],
    ['bytes=-1', { start: 999, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=1000-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=9-3', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes = 0-1', undefined],
    ['items=0-1', undefined],
    [`bytes=${'9'.repeat(400)}-`, undefined],
  ] as const)('by %s is %o', (header, range) => {
    expect(readRange(header, 1000)).toEqual(range)
  })

  it.each(['bytes=0-', 'bytes=-5', 'bytes=0-0'])('of nothing by %s is outside', (header) => {
    expect(readRange(header, 0)).toBe('outside')
  })
})
