import { describe, expect, it } from 'vitest'
import { checkByRule, type FieldRule, hintOf } from '#domain/forms/field-rule.ts'

const name: FieldRule = { kind: 'text', isRequired: true, longest: 5, pattern: /^[a-z]+$/ }
const age: FieldRule = { kind: 'number', isRequired: true, least: 3, most: 9 }

describe('a generic field', () => {
  it.each([
    ['', name, 'errors.value-required'],
    ['  ', name, 'errors.value-required'],
    ['abcdef', name, 'errors.too-big'],
    ['ab1', name, 'errors.value-not-valid'],
    [' abcde ', name, undefined],
    ['', age, 'errors.value-required'],
    ['2', age, 'errors.too-small'],
    ['10', age, 'errors.too-big'],
    ['nine', age, 'errors.value-not-valid'],
    ['3', age, undefined],
    ['9', age, undefined],
    ['', { kind: 'text', longest: 5 }, undefined],
    ['-4', { kind: 'number' }, undefined],
  ] as const)('with %j is answered by its one message of four [ERR-04]', (typed, rule, key) => {
    expect(checkByRule(typed, rule)?.key).toBe(key)
  })

  it.each([
    ['a text has the most characters', name, { maximum: 5 }],
    ['a number has its bounds', age, { minimum: 3, maximum: 9, inputMode: 'numeric' }],
    ['a number with one bound has that', { kind: 'number', least: 1 }, { minimum: 1, inputMode: 'numeric' }],
    ['a text without a limit has nothing', { kind: 'text' }, {}],
  ] as const)('helps: %s [ERR-05]', (_, rule, helper) => {
    expect(hintOf(rule)).toEqual(helper)
  })
})
