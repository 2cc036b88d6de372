import { describe, expect, it } from 'vitest'
import {
  checkAnnouncement,
  checkGroupName,
  checkMemberName,
  proposedGroupName,
} from '#domain/forms/group-fields.ts'

describe('a group name', () => {
  it.each([
    ['', { key: 'errors.string.min-length', values: { count: 1 } }],
    ['   ', { key: 'errors.string.min-length', values: { count: 1 } }],
    ['W', undefined],
    [` ${'x'.repeat(50)} `, undefined],
    ['x'.repeat(51), { key: 'errors.string.max-length', values: { count: 50 } }],
  ])('%j is checked without its surrounding spaces [GROUP-05 ADMIN-38]', (name, error) => {
    expect(checkGroupName(name)).toEqual(error)
  })

  it.each([
    [['Anna'], 'Anna'],
    [['Anna', 'Ben'], 'Anna, Ben'],
    [['Anna', 'Ben', 'Cleo'], 'Anna, Ben…'],
    [['x'.repeat(30), 'y'.repeat(30)], `${'x'.repeat(30)}, ${'y'.repeat(17)}…`],
    [['x'.repeat(46), '😀😀'], `${'x'.repeat(46)}, …`],
  ])('is proposed for %j [GROUP-07] (DEC-79 DEC-80)', (labels, name) => {
    expect(proposedGroupName(labels, ', ')).toBe(name)
    expect(name.length).toBeLessThanOrEqual(50)
  })
})

it.each([
  [checkMemberName, 15],
  [checkAnnouncement, 500],
] as const)('%o rejects a text that is one character too long [GROUP-37 GROUP-40]', (check, most) => {
  expect(check('')).toBeUndefined()
  expect(check('x'.repeat(most))).toBeUndefined()
  expect(check('x'.repeat(most + 1))).toEqual({ key: 'errors.string.max-length', values: { count: most } })
})
