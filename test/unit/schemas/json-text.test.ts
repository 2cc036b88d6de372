import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseJson, readJsonText } from '#schemas/json-text.ts'

it.each([
  ['{"a":1}', { a: 1 }],
  ['null', null],
  ['{', undefined],
  ['', undefined],
])('parses %j without throwing', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

it.each([
  ['{"Count":2}', { Count: 2 }],
  ['{"Count":"2"}', undefined],
  ['plain text', undefined],
])('reads %j by a schema or not at all', (text, value) => {
  expect(readJsonText(z.object({ Count: z.number() }), text)).toEqual(value)
})
