import { expect, it } from 'vitest'
import { isAlike } from '#src/app/use-readable.ts'

const shared = {}

it.each([
  ['the same number', 1, 1, true],
  ['different numbers', 1, 2, false],
  ['lists of the same things', [shared, 1], [shared, 1], true],
  ['lists of different length', [1], [1, 2], false],
  ['records of the same things', { a: shared }, { a: shared }, true],
  ['records that differ one level down', { a: {} }, { a: {} }, false],
  ['a list and a record', [], {}, false],
  ['sets, which are compared by identity', new Set(), new Set(), false],
  ['nothing and something', undefined, {}, false],
])('takes %s as alike: %#', (_, left, right, alike) => expect(isAlike(left, right)).toBe(alike))
