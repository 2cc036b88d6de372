import { describe, expect, it } from 'vitest'
import { nextTab } from '#src/ui/tabs.tsx'

describe('the keys of a row of tabs', () => {
  it.each([
    { key: 'ArrowRight', place: 0, next: 1 },
    { key: 'ArrowRight', place: 2, next: 0 },
    { key: 'ArrowLeft', place: 1, next: 0 },
    { key: 'ArrowLeft', place: 0, next: 2 },
    { key: 'Home', place: 2, next: 0 },
    { key: 'End', place: 0, next: 2 },
    { key: 'ArrowDown', place: 0, next: undefined },
    { key: 'a', place: 0, next: undefined },
  ])('lead with $key from $place to $next', ({ key, place, next }) => {
    expect(nextTab(key, place, 3)).toBe(next)
  })

  it('change sides in a row from right to left', () => {
    expect(nextTab('ArrowLeft', 0, 3, true)).toBe(1)
    expect(nextTab('ArrowRight', 0, 3, true)).toBe(2)
  })

  it('do nothing without tabs', () => {
    expect(nextTab('ArrowRight', -1, 0)).toBeUndefined()
  })
})
