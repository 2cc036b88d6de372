import { describe, expect, it } from 'vitest'
import type { ForwardTarget } from '#domain/forward/forward-target.ts'
import { searchTargets } from '#src/features/forward/target-list.tsx'

const target = (name: string, ...otherNames: readonly string[]): ForwardTarget => ({
  ...{ key: name, kind: 'person', id: 1, name, avatarUrl: '', avatarId: 1, otherNames },
})
const targets = [
  target('Nguyễn Thị Hồng'),
  target('王小明', 'ming_w'),
  target('Sofía Herrera', 'Sofi'),
  target('Sunday walks'),
  target('محمد'),
]

describe('the search of the forward picker', () => {
  it.each([
    ['小明', '王小明'],
    ['ming', '王小明'],
    ['sofia', 'Sofía Herrera'],
    ['Sofi', 'Sofía Herrera'],
    ['hong', 'Nguyễn Thị Hồng'],
    [' WALKS ', 'Sunday walks'],
    ['محم', 'محمد'],
  ])('finds by %s %s [FWD-03]', (keyword, name) => {
    expect(searchTargets(keyword, targets)[0]?.name).toBe(name)
  })

  it.each(['', '   ', 'qqqqqq'])('has no result for %j', (keyword) => {
    expect(searchTargets(keyword, targets)).toEqual([])
  })
})
