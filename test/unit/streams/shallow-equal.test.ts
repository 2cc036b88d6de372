import { expect, it } from 'vitest'
import { isShallowEqual } from '#streams/shallow-equal.ts'

const shared = {}

it.each([
  ['the same number', 1, 1, true],
  ['different numbers', 1, 2, false],
  ['arrays of identical items', [shared, 1], [shared, 1], true],
  ['arrays of different lengths', [1], [1, 2], false],
  ['records of identical values', { a: shared }, { a: shared }, true],
  ['records that differ one level down', { a: {} }, { a: {} }, false],
  ['an array and a record', [], {}, false],
  ['sets, which are compared by identity', new Set(), new Set(), false],
  ['undefined and a record', undefined, {}, false],
])('isShallowEqual compares %s: %#', (_, left, right, isEqual) =>
  expect(isShallowEqual(left, right)).toBe(isEqual),
)
