import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareListStructure, shareStructure } from '#streams/projections/structural-sharing.ts'

interface Item {
  readonly key: number
  readonly text: string
}
const item = (key: number, text = 'same'): Item => ({ key, text })
const keyOf = ({ key }: Item) => key
const items = fc
  .uniqueArray(fc.record({ key: fc.nat(12), text: fc.constantFrom('same', 'other') }), { selector: keyOf })
  .map((list): readonly Item[] => list)

it('a recomputed value keeps a list of the same items', () => {
  const previous = { title: 'Ann', pinned: [1, 2] }
  const next = shareStructure(previous, { title: 'Ben', pinned: [1, 2] })
  expect(next.pinned).toBe(previous.pinned)
  expect(shareStructure(previous, { title: 'Ann', pinned: [1, 2] })).toBe(previous)
  expect(shareStructure(previous, { title: 'Ann', pinned: [2, 1] }).pinned).toEqual([2, 1])
})

describe('a recomputed list', () => {
  const [one, two, three] = [item(1), item(2), item(3)]

  it('is the previous object if nothing changed', () => {
    const previous = [one, two]
    expect(shareListStructure(previous, [one, two], keyOf)).toBe(previous)
    expect(shareListStructure(previous, [item(1), item(2)], keyOf)).toBe(previous)
    expect(shareListStructure([], [], keyOf)).toEqual([])
  })
  it.each([
    ['behind', [one, two], [one, two, three]],
    ['in front', [two, three], [one, two, three]],
    ['in the middle', [one, three], [one, two, three]],
  ])('compares no unchanged items by key if one is added %s', (_, previous, next) => {
    const asked: number[] = []
    const drawn = shareListStructure(previous, next, (each) => {
      asked.push(each.key)
      return each.key
    })
    expect(drawn).toEqual(next)
    expect(asked).toEqual([])
  })
  it('keeps every unchanged item object', () => {
    fc.assert(
      fc.property(items, items, fc.array(fc.nat(12)), (previous, drawn, same) => {
        // Some of the next objects are identical to previous ones.
        const next = drawn.map((each) => {
          const before = previous.find(({ key }) => key === each.key && same.includes(key))
          return before ?? each
        })
        const kept = shareListStructure(previous, next, keyOf)
        expect(kept).toEqual(next)
        for (const [index, each] of kept.entries()) {
          const before = previous.find(({ key }) => key === each.key)
          if (before?.text === next[index]?.text) expect(each).toBe(before)
        }
        if (kept.length === previous.length && kept.every((each, index) => each === previous[index]))
          expect(kept).toBe(previous)
      }),
    )
  })
})
